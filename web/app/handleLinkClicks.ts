import type { Navigator } from "./navigation/Navigator.ts";

/** Paths of this origin that are no pages of the app. */
const NO_PAGE = /^\/(?:api|logos|assets)\//;

/**
 * Lets the navigator follow every plain press on a link to a page of this origin, so that links are just `<a href>`: one listener for all of
 * them costs nothing a link, on the server least of all. What a handler has prevented stays prevented. Gives what ends it.
 */
export function handleLinkClicks(navigator: Navigator): () => void {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlainPress(event)) return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || !isPageOfThisTab(link)) return;
    const { pathname, search, hash } = link;
    const { location } = navigator.route;
    const isSamePage = pathname === location.pathname && search === location.search;
    // Within a page the browser itself goes best.
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
