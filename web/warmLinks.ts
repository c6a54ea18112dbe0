import type { RouteObject } from "react-router";
import { matchRoutes } from "react-router";

/** Fetches a page's code as soon as a link to it is pointed at, touched or focused, so that the click finds it there. */
export function warmLinks(routes: RouteObject[]): void {
  const warm = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      // Modules are kept once fetched. A failure is met, and shown, by the click itself.
      if (typeof route.lazy === "function") route.lazy().catch(() => undefined);
    }
  };
  for (const type of ["pointerover", "touchstart", "focusin"]) {
    document.addEventListener(type, warm, { passive: true });
  }
}
