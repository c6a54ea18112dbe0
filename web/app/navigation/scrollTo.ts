import type { RouteState } from "./routeState.ts";

/** Scrolls to the route's position: the saved position, the hash target, or the top. */
export function scrollTo({ scroll, location: { hash } }: RouteState): void {
  if (scroll === "keep") return;
  const named =
    scroll === "start" && hash !== "" && document.getElementById(decoded(hash.slice(1)));
  if (named) named.scrollIntoView();
  else window.scrollTo(0, scroll === "start" ? 0 : scroll);
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
