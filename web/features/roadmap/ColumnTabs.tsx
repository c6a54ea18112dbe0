import type { MouseEvent } from "react";
import { ROADMAP_STATUS_LABELS, ROADMAP_STATUSES } from "#contract/feedbackLabels.ts";
import { ToneDot } from "#web/ui/Badge.tsx";
import { cn } from "#web/ui/cn.ts";
import { COLUMN_LOOKS } from "./columnStyles.ts";
import { columnId } from "./RoadmapColumn.tsx";
import type { RoadmapColumns } from "./roadmapQuery.ts";
import { columnTotal } from "./roadmapQuery.ts";

interface ColumnTabsProps {
  columns: RoadmapColumns;
  /** Index of the column in view. */
  shown: number;
  onShow: (index: number) => void;
}

/**
 * Tabs for the four columns with their item counts, displayed on phones only. Before hydration, the
 * tabs are plain links.
 */
export function ColumnTabs({ columns, shown, onShow }: ColumnTabsProps) {
  const press = (event: MouseEvent, index: number) => {
    event.preventDefault();
    onShow(index);
  };
  return (
    <nav
      aria-label="Columns"
      className="sticky top-14 z-20 -mx-4 mb-3 border-b bg-canvas px-1 md:hidden"
    >
      <ul className="grid grid-cols-4">
        {ROADMAP_STATUSES.map((status, index) => (
          <li key={status}>
            <a
              href={`#${columnId(status)}`}
              aria-current={index === shown ? "true" : undefined}
              onClick={(event) => press(event, index)}
              className={cn(
                "-mb-px flex h-full flex-col items-center border-b-2 px-0.5 py-2 text-center text-xs font-medium wrap-break-word",
                index === shown
                  ? cn("text-ink", COLUMN_LOOKS[status].tab)
                  : "border-transparent text-muted",
              )}
            >
              <TabCount status={status} total={columnTotal(columns[status])} />
              {ROADMAP_STATUS_LABELS[status]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface TabCountProps {
  status: (typeof ROADMAP_STATUSES)[number];
  total: number | undefined;
}

function TabCount({ status, total }: TabCountProps) {
  return (
    <span className="flex items-center gap-1.5 text-sm font-semibold tabular-nums">
      <ToneDot tone={COLUMN_LOOKS[status].tone} />
      {total ?? "–"}
      <span className="sr-only">{total === 1 ? " item, " : " items, "}</span>
    </span>
  );
}
