import { cn } from "#web/ui/cn.ts";

/** A line of text as a drawing; its width comes by class. */
export function PictureLine({ className }: { className?: string }) {
  return <span className={cn("block weak:h-1.5 rounded-full weak:bg-line", className)} />;
}
