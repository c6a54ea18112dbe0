import { addressOf } from "#web/app/api/callOverHttp.ts";
import { Download, LayoutList, Table2 } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import type { FeedbackFilters } from "../feedbackFilters.ts";
import { feedbackPagesQuery } from "../feedbackPagesQuery.ts";
import { SavedViews } from "../savedViews/SavedViews.tsx";
import { chooseDensity, useListDensity } from "./listDensity.ts";

interface ListToolbarProps {
  filters: FeedbackFilters;
  /** The board of the page; null on the page of all boards. */
  boardId: number | null;
}

/** The admins' tools above a list: saved views, cards or table, and the download as CSV. */
export function ListToolbar({ filters, boardId }: ListToolbarProps) {
  const [, { query }] = feedbackPagesQuery(filters, null, true).queryKey;
  const ofBoard = boardId === null ? {} : { boardId: String(boardId) };
  return (
    <div className="ml-auto flex min-w-0 flex-wrap items-center gap-2">
      <SavedViews filters={filters} boardId={boardId} />
      <DensityChoice />
      <Button asChild variant="secondary" size="sm">
        <a
          href={addressOf("/api/feedback.csv", { query: { ...query, ...ofBoard } })}
          download
          aria-label="Download CSV"
          title="Download this list as a CSV file"
        >
          <Download aria-hidden="true" />
          CSV
        </a>
      </Button>
    </div>
  );
}

const DENSITIES = [
  { value: "cards", label: "Cards", Icon: LayoutList },
  { value: "table", label: "Table", Icon: Table2 },
] as const;

function DensityChoice() {
  const density = useListDensity();
  return (
    <div
      role="group"
      aria-label="Density"
      className="flex h-8 overflow-hidden rounded-lg border max-md:hidden noscript:hidden"
    >
      {DENSITIES.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={density === value}
          onClick={() => chooseDensity(value)}
          className={cn(
            "grid w-9 place-items-center",
            density === value ? "bg-primary-tint text-primary-text" : "text-muted hover:bg-hover",
          )}
        >
          <Icon aria-hidden="true" className="size-4" />
        </button>
      ))}
    </div>
  );
}
