import { cn } from "#web/ui/cn.ts";

/** A bar that stands for a line of text; size it by class. */
export function IllustratedLine({ className }: { className?: string }) {
  return <span className={cn("block weak:h-1.5 rounded-full weak:bg-line", className)} />;
}
