import { useState } from "react";
import { DASHBOARD_RANGES } from "#contract/dashboard.ts";
import { BarChart3, Table2 } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { cn } from "#web/ui/cn.ts";
import { formatCount } from "#web/ui/countLabel.ts";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import type { Bar } from "./BarChart.tsx";
import { BarChart, BarTable } from "./BarChart.tsx";

/** A figure of a dashboard, such as the number of items. */
export interface Figure {
  readonly label: string;
  readonly count: number;
  /** Below the count, such as '+12 in 30 days'. */
  readonly note: string;
  readonly chartTitle: string;
  /** What the chart shows, for screen readers. */
  readonly summary: string;
  readonly bars: readonly Bar[];
}

interface FigureChartsProps {
  /** Accessible name of the figures. */
  label: string;
  /** Four or five figures. */
  figures: readonly Figure[];
  /** The label of the figure whose chart is shown first. */
  shownFirst: string;
  /** What a bar is: the heading of the first column of the table. */
  barColumn: string;
}

const GRIDS: Readonly<Record<number, string>> = {
  4: "grid-cols-2 xl:grid-cols-4",
  5: "grid-cols-2 *:last:col-span-2 sm:grid-cols-3 xl:grid-cols-5 xl:*:last:col-span-1",
};

/** Figures, of which one is selected, and the chart or table of the selected figure. */
export function FigureCharts({ label, figures, shownFirst, barColumn }: FigureChartsProps) {
  const [shown, setShown] = useState(shownFirst);
  const [isTable, setIsTable] = useState(false);
  const Icon = isTable ? BarChart3 : Table2;
  const figure = figures.find((candidate) => candidate.label === shown) ?? figures[0];
  return (
    <div className="flex flex-col gap-4">
      <div role="group" aria-label={label} className={cn("grid gap-3", GRIDS[figures.length])}>
        {figures.map((each) => (
          <FigureButton
            key={each.label}
            figure={each}
            isShown={each === figure}
            onShow={() => setShown(each.label)}
          />
        ))}
      </div>
      {figure ? (
        <Card
          title={figure.chartTitle}
          actions={
            <Button variant="secondary" size="sm" onClick={() => setIsTable(!isTable)}>
              <Icon aria-hidden="true" />
              {isTable ? "Show as chart" : "Show as table"}
            </Button>
          }
        >
          {isTable ? (
            <BarTable bars={figure.bars} columns={[barColumn, figure.label]} />
          ) : (
            <BarChart bars={figure.bars} summary={figure.summary} />
          )}
        </Card>
      ) : null}
    </div>
  );
}

interface FigureButtonProps {
  figure: Figure;
  /** Whether the chart displays this figure. */
  isShown: boolean;
  onShow: () => void;
}

/** A button with one figure. A click displays the figure's chart. */
function FigureButton({ figure: { label, count, note }, isShown, onShow }: FigureButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onShow}
      className={cn(
        "flex min-w-0 flex-col rounded-xl border px-4 py-3 text-left transition-colors hover:bg-hover",
        isShown ? "border-primary-text bg-primary-tint" : "bg-surface",
      )}
    >
      <span className="text-sm text-muted">{label}</span>
      <span className="mt-0.5 text-lg font-semibold tabular-nums">{formatCount(count)}</span>
      <span className="text-xs text-muted tabular-nums">{note}</span>
    </button>
  );
}

/** The skeleton of the figures and the chart. */
export function FigureChartsSkeleton({ figures }: { figures: 4 | 5 }) {
  return (
    <SkeletonGroup label="Loading figures" className="flex flex-col gap-4">
      <div className={cn("grid gap-3", GRIDS[figures])}>
        {Array.from({ length: figures }, (_, index) => (
          <div key={index} className="rounded-xl border bg-surface px-4 py-3">
            <Skeleton className="mt-0.5 w-20" />
            <Skeleton className="mt-2 h-6 w-14" />
            <Skeleton className="mt-1 h-3 w-10" />
          </div>
        ))}
      </div>
      <div className="rounded-xl border bg-surface p-4 sm:px-6 sm:py-5">
        <Skeleton className="mt-1 h-5 w-56 max-w-full" />
        <Skeleton className="mt-8 h-44" />
        <Skeleton className="mt-2 h-3 w-24" />
      </div>
    </SkeletonGroup>
  );
}

interface RangeButtonsProps {
  /** The selected range, in days. */
  days: string;
  onChoose: (days: `${(typeof DASHBOARD_RANGES)[number]}`) => void;
}

/** The choice of a dashboard's time range. */
export function RangeButtons({ days, onChoose }: RangeButtonsProps) {
  return (
    <div role="group" aria-label="Time range" className="flex rounded-lg border bg-surface p-0.5">
      {DASHBOARD_RANGES.map((range) => {
        const value = `${range}` as const;
        return (
          <button
            key={range}
            type="button"
            aria-pressed={days === value}
            onClick={() => onChoose(value)}
            className={cn(
              "min-h-9 rounded-md px-3 text-sm font-medium whitespace-nowrap transition-colors",
              days === value ? "bg-menu-tint text-ink" : "text-muted hover:text-ink",
            )}
          >
            {range} days
          </button>
        );
      })}
    </div>
  );
}
