import type { ReactNode, RefObject } from "react";
import { cn } from "./cn.ts";

interface ScreenSectionProps {
  /** Id of the heading. */
  id: string;
  title: string;
  /** Lets code move the focus to the heading, for example after the focused row was deleted. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  /** Buttons at the right of the heading, or below it if there is not enough room. */
  actions?: ReactNode;
  /** Whether to reserve the height of the buttons, which appear only once the data has loaded. */
  hasLateActions?: boolean;
  children: ReactNode;
}

/** A screen of an admin area, or one of its parts: a section with its heading and actions. */
export function ScreenSection({
  id,
  title,
  headingRef,
  actions,
  hasLateActions = false,
  children,
}: ScreenSectionProps) {
  return (
    <section aria-labelledby={id}>
      <div
        className={cn(
          "mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3",
          hasLateActions && "min-h-10",
        )}
      >
        <h2
          id={id}
          className={cn("text-lg font-semibold", headingRef && "outline-none")}
          {...(headingRef && { ref: headingRef, tabIndex: -1 })}
        >
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
