import type { QueryClient } from "@tanstack/react-query";
import type { PageTable } from "./pageTable.ts";
import { pageForViewer } from "./pageTable.ts";

/**
 * Fetches a page's code when a link to the page is hovered, touched or focused, so that a click
 * does not wait for the code.
 */
export function prefetchLinks(client: QueryClient, pages: PageTable): void {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return;
    // The browser caches the module. A failed fetch is ignored, because a click on the link repeats
    // the fetch and shows an error if the fetch fails again.
    pageForViewer(client, pages(link.pathname).entry)
      .importPage()
      .catch(() => undefined);
  };
  for (const type of ["pointerover", "touchstart", "focusin"]) {
    document.addEventListener(type, prefetch, { passive: true });
  }
}
