import type { ReactNode } from "react";
import { cn } from "./cn.ts";
import type { IconComponent } from "./icons.ts";

interface EmptyStateProps {
  icon?: IconComponent;
  title: string;
  text?: ReactNode;
  /** The button or link for the next step. */
  action?: ReactNode;
  className?: string;
}

/** Replaces an empty list. */
export function EmptyState({ icon: Icon, title, text, action, className }: EmptyStateProps) {
  return (
    <div
      className={cn(
        "flex flex-col items-center rounded-xl border border-dashed border-line px-6 py-12 text-center",
        className,
      )}
    >
      {Icon ? (
        <Icon aria-hidden="true" className="mb-3 size-6 text-muted" strokeWidth={1.75} />
      ) : null}
      <p className="text-sm font-semibold text-balance">{title}</p>
      {text ? <p className="mt-1 max-w-prose text-sm text-balance text-muted">{text}</p> : null}
      {action ? <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
