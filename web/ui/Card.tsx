import { useId } from "react";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

interface CardProps {
  /** With a title, the card is a section with that name. */
  title?: string;
  description?: ReactNode;
  /** Content at the right of the title, such as buttons. */
  actions?: ReactNode;
  /** Content below a dividing line, such as a form's buttons. */
  footer?: ReactNode;
  className?: string;
  children?: ReactNode;
}

/** A surface with a border. */
export function Card({ title, description, actions, footer, className, children }: CardProps) {
  const titleId = useId();
  const Box = title ? "section" : "div";
  return (
    <Box
      aria-labelledby={title ? titleId : undefined}
      className={cn("flex min-w-0 flex-col rounded-xl border border-line bg-surface", className)}
    >
      {title ? (
        <div className="flex items-start justify-between gap-4 px-4 pt-4 sm:px-6 sm:pt-5">
          <div className="min-w-0">
            <h2 id={titleId} className="text-base font-semibold wrap-break-word">
              {title}
            </h2>
            {description ? (
              <div className="mt-1 text-sm wrap-break-word text-muted">{description}</div>
            ) : null}
          </div>
          {actions ? <div className="flex shrink-0 gap-2">{actions}</div> : null}
        </div>
      ) : null}
      {children ? (
        <div className="flex-1 p-4 sm:px-6 sm:py-5">{children}</div>
      ) : (
        <div className="h-4" />
      )}
      {footer ? (
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3 sm:px-6">
          {footer}
        </div>
      ) : null}
    </Box>
  );
}
