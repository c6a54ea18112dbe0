import type { ReactNode } from "react";
import { useRef } from "react";
import { cn } from "./cn.ts";
import { useFocusFallback } from "./focus.ts";

interface ScreenSectionProps {
  /** Id of the heading. */
  id: string;
  title: string;
  subtitle?: string;
  /** Buttons at the right of the heading, or below it if there is not enough room. */
  actions?: ReactNode;
  /** Whether to reserve the height of the buttons, which appear only once the data has loaded. */
  hasLateActions?: boolean;
  children: ReactNode;
}

/**
 * A screen of an admin area, or one of its parts: a section with its heading and actions. The
 * heading gets the focus when the focused element of the section is removed.
 */
export function ScreenSection({
  id,
  title,
  subtitle,
  actions,
  hasLateActions = false,
  children,
}: ScreenSectionProps) {
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(section, heading);
  return (
    <section ref={section} aria-labelledby={id}>
      <div
        className={cn(
          "mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3",
          hasLateActions && "min-h-10",
        )}
      >
        <div className="min-w-0">
          <h2 ref={heading} id={id} tabIndex={-1} className="text-lg font-semibold outline-none">
            {title}
          </h2>
          {subtitle ? <p className="mt-0.5 text-sm text-muted">{subtitle}</p> : null}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
