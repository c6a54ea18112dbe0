import type { MouseEvent } from "react";

interface SkipLinkProps {
  /** Id of the main element, which needs `tabIndex={-1}`. */
  target?: string;
}

/** The first link of a page, visible when focused: jumps over the navigation. The address stays as it is. */
export function SkipLink({ target = "main" }: SkipLinkProps) {
  const jump = (event: MouseEvent) => {
    const element = document.getElementById(target);
    if (!element) return;
    event.preventDefault();
    element.scrollIntoView();
    element.focus({ preventScroll: true });
  };
  return (
    <a
      href={`#${target}`}
      onClick={jump}
      className="sr-only z-50 rounded-lg border bg-raised font-medium text-ink shadow-float focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2.5"
    >
      Skip to content
    </a>
  );
}
