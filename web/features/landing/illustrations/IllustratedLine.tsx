import { cn } from "#web/ui/cn.ts";

/** A bar that represents a line of text. Its size is set by `className`. */
export function IllustratedLine({ className }: { className?: string }) {
  return <span className={cn("block weak:h-1.5 rounded-full weak:bg-line", className)} />;
}
