import { LoaderCircle } from "./icons.ts";
import { cn } from "./cn.ts";

interface SpinnerProps {
  className?: string;
  /** Said to screen readers. Leave it out where a visible text says the same. */
  label?: string;
}

/** A turning circle: something is under way. */
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
