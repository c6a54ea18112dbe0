import type { PageTable } from "./pageTable.ts";

/** Fetches a page's code as soon as a link to it is pointed at, touched or focused, so that the click finds it there. */
export function prefetchLinks(pages: PageTable): void {
  const warm = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return;
    // Modules are kept once fetched. A failure is met, and shown, by the click itself.
    pages(link.pathname)
      .entry.importPage()
      .catch(() => undefined);
  };
  for (const type of ["pointerover", "touchstart", "focusin"]) {
    document.addEventListener(type, warm, { passive: true });
  }
}
