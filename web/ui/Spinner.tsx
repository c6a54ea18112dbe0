import { LoaderCircle } from "./icons.ts";
import { cn } from "./cn.ts";

interface SpinnerProps {
  className?: string;
  /** Text for screen readers. Omit it next to a visible text with the same meaning. */
  label?: string;
}

/** A rotating circle for a pending action. */
export function Spinner({ className, label }: SpinnerProps) {
  const circle = (
    <LoaderCircle aria-hidden="true" className={cn("weak:size-4 animate-spin", className)} />
  );
  if (!label) return circle;
  return (
    <span role="status" className="inline-flex">
      {circle}
      <span className="sr-only">{label}</span>
    </span>
  );
}
