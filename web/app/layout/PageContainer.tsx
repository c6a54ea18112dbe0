import type { ReactNode } from "react";
import { cn } from "#web/ui/cn.ts";

const WIDTHS = { narrow: "max-w-3xl", reading: "max-w-4xl", wide: undefined };

interface PageContainerProps {
  /** `narrow` for forms, `reading` for text, `wide` for lists and columns. */
  width?: keyof typeof WIDTHS;
  className?: string;
  children: ReactNode;
}

/** Gives a page the margins that all pages share. All widths start at the same left edge. */
export function PageContainer({ width = "wide", className, children }: PageContainerProps) {
  return (
    <div className={cn("mx-auto w-full max-w-7xl px-4 py-6 sm:px-6 sm:py-8", className)}>
      <div className={WIDTHS[width]}>{children}</div>
    </div>
  );
}
