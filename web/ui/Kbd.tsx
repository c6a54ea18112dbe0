import type { ReactNode } from "react";
import { cn } from "./cn.ts";

/** A key of the keyboard. */
export function Kbd({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <kbd
      className={cn(
        "weak:inline-grid h-5 min-w-5 place-items-center rounded border border-line bg-sunken px-1 dark:bg-hover font-sans text-xs font-medium text-muted",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
