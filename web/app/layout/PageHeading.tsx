import type { ReactNode } from "react";
import { cn } from "#web/ui/cn.ts";

interface PageHeadingProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Buttons or a filter at the right of the title, or below it if there is not enough room. */
  actions?: ReactNode;
  className?: string;
}

/** The page's h1 with its subtitle and actions. */
export function PageHeading({ title, subtitle, actions, className }: PageHeadingProps) {
  return (
    <div className={cn("mb-6 flex flex-wrap items-start justify-between gap-4", className)}>
      <div className="min-w-0">
        <h1 dir="auto" className="text-xl font-semibold wrap-break-word">
          {title}
        </h1>
        {subtitle ? <p className="mt-1 max-w-prose text-base text-muted">{subtitle}</p> : null}
      </div>
      {actions ? <div className="flex shrink-0 flex-wrap items-center gap-2">{actions}</div> : null}
    </div>
  );
}
