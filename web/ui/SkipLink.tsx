import type { MouseEvent } from "react";

/**
 * The page's first link, which skips the navigation. It is visible while it has the focus, and does
 * not change the URL.
 */
export function SkipLink() {
  const jump = (event: MouseEvent) => {
    const element = document.getElementById("main");
    if (!element) return;
    event.preventDefault();
    element.scrollIntoView();
    element.focus({ preventScroll: true });
  };
  return (
    <a
      href="#main"
      onClick={jump}
      className="sr-only z-50 rounded-lg border bg-raised font-medium text-ink shadow-float focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2.5"
    >
      Skip to content
    </a>
  );
}
