import { useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";

interface SidebarFrameProps {
  /** Displayed below the links, on wide screens only. */
  footer: ReactNode;
  /**
   * The current page, as a path or as the slug of a board. When the value changes, the link to the
   * current page is scrolled into view.
   */
  current: string;
  children: ReactNode;
}

/**
 * Displays links to the feedback lists: in a column on wide screens, in a row that scrolls sideways
 * on narrow screens.
 */
export function SidebarFrame({ footer, current, children }: SidebarFrameProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - nav.current.clientWidth / 3;
  }, [current]);
  return (
    // The sidebar is excluded from scroll anchoring. Otherwise the browser would anchor to the
    // sticky sidebar, and the text being read would move when the list grows at its top.
    <aside className="mb-5 [overflow-anchor:none] lg:row-start-2 lg:mb-0">
      <div className="lg:sticky lg:top-20 lg:flex lg:max-h-[calc(100dvh-6rem)] lg:flex-col">
        <nav
          ref={nav}
          aria-label="Boards"
          className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-6 sm:px-6 lg:-mx-1 lg:min-h-0 lg:flex-col lg:gap-4 lg:overflow-y-auto lg:px-1"
        >
          {children}
        </nav>
        <div data-provider-link="" className="mt-6 hidden px-4 lg:block">
          {footer}
        </div>
      </div>
    </aside>
  );
}

interface SidebarSectionProps {
  /** Displayed above the links when the links form a column. */
  heading?: string | undefined;
  children: ReactNode;
}

/** A group of links in the sidebar. The children must be list items. */
export function SidebarSection({ heading, children }: SidebarSectionProps) {
  const headingId = useId();
  return (
    <div className="shrink-0">
      {heading ? (
        <h2 id={headingId} className="mb-1 hidden px-3 text-xs font-semibold text-muted lg:block">
          {heading}
        </h2>
      ) : null}
      <ul
        aria-labelledby={heading && headingId}
        className="flex gap-2 whitespace-nowrap lg:flex-col lg:gap-0.5 lg:whitespace-normal"
      >
        {children}
      </ul>
    </div>
  );
}
