import type { Navigator } from "./navigation/Navigator.ts";

/** Paths of this origin that are not pages of the app. */
const NO_PAGE = /^\/(?:api|logos|assets)\//;

/**
 * Opens pages of this origin in place when their links are clicked. Links stay plain `<a href>`:
 * one listener for all of them costs the server's render nothing. Clicks that a handler has
 * prevented stay prevented. Returns a function that removes the listener.
 */
export function handleLinkClicks(navigator: Navigator): () => void {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlainPress(event)) return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || !isPageOfThisTab(link)) return;
    const { pathname, search, hash } = link;
    const { location } = navigator.route;
    const isSamePage = pathname === location.pathname && search === location.search;
    // The browser handles links within the page.
    if (isSamePage && hash !== "") return;
    event.preventDefault();
    navigator.navigate({ pathname, search, hash }, { replace: isSamePage });
  };
  document.addEventListener("click", follow);
  return () => document.removeEventListener("click", follow);
}

function isPlainPress({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

function isPageOfThisTab(link: HTMLAnchorElement): boolean {
  const staysHere = link.target === "" || link.target === "_self";
  return (
    staysHere &&
    !link.hasAttribute("download") &&
    link.origin === window.location.origin &&
    !NO_PAGE.test(link.pathname)
  );
}
