interface ProgressBarProps {
  /** Name of the task, for screen readers. */
  label: string;
  /** The progress in percent, from 0 to 100. */
  percent: number;
}

/** The progress of a task, as a bar with its percentage. */
export function ProgressBar({ label, percent }: ProgressBarProps) {
  const whole = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div className="flex items-center gap-3">
      <progress
        aria-label={label}
        max={100}
        value={whole}
        className={
          "h-2 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-hover " +
          "[&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-primary"
        }
      />
      <span className="w-10 text-right text-sm tabular-nums text-muted">{whole}%</span>
    </div>
  );
}
