import type { ReactNode } from "react";
import { cn } from "#web/ui/cn.ts";

const WIDTHS = { narrow: "weak:max-w-3xl", wide: "weak:max-w-7xl" };

interface PageContainerProps {
  /** `narrow` for text, `wide` for lists and columns. */
  width?: keyof typeof WIDTHS;
  className?: string;
  children: ReactNode;
}

/** Gives a page the margins that all pages share. */
export function PageContainer({ width = "wide", className, children }: PageContainerProps) {
  return (
    <div className={cn("mx-auto w-full px-4 py-6 sm:px-6 sm:py-8", WIDTHS[width], className)}>
      {children}
    </div>
  );
}
