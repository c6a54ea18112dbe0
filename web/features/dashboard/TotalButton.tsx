import { cn } from "#web/ui/cn.ts";

interface TotalButtonProps {
  label: string;
  total: number;
  /** The number of entities in `total` that were created in the chart's time range. */
  fresh: number;
  /** Whether the chart displays the days of this total. */
  isShown: boolean;
  onShow: () => void;
}

/**
 * A button with one total of the dashboard. A click displays the number of new entries per day in
 * the chart.
 */
export function TotalButton({ label, total, fresh, isShown, onShow }: TotalButtonProps) {
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
      <span className="mt-0.5 text-lg font-semibold tabular-nums">
        {total.toLocaleString("en")}
      </span>
      <span className="text-xs text-muted tabular-nums">
        {fresh === 0 ? "None new" : `+${fresh.toLocaleString("en")}`} in 30 days
      </span>
    </button>
  );
}
