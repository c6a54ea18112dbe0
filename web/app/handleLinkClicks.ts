import type { QueryClient } from "@tanstack/react-query";
import { confirmationQuestion } from "#web/app/api/questions.ts";
import { currentUserQuery } from "#web/app/api/session.ts";
import type { Navigator } from "#web/app/navigation/Navigator.ts";
import { isPlainClick } from "#web/ui/plainClick.ts";
import type { PageTable } from "./pageTable.ts";
import { pageForViewer } from "./pageTable.ts";

/** Matches the paths of API calls, providers, logos, pictures and built files, which are not pages of the app. */
const NO_PAGE = /^\/(?:api|auth|logos|pictures|assets)\//;

/**
 * Handles clicks on links to pages of this origin: opens the page without loading a new document.
 * All links share one listener, so they are plain `<a href>` elements, which add no work to the
 * server's render. Ignores clicks whose default action another handler has prevented. If the user
 * must first confirm the e-mail address, a download waits for the mailed code. Returns a function
 * that removes the listener.
 */
export function handleLinkClicks(navigator: Navigator, client: QueryClient): () => void {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    if (isApiDownload(link) && client.getQueryData(currentUserQuery.queryKey)?.mustConfirmEmail) {
      event.preventDefault();
      void confirmationQuestion.ask().then((isConfirmed) => isConfirmed && link.click());
      return;
    }
    if (!isPageOfThisTab(link)) return;
    const { pathname, search, hash } = link;
    const { location } = navigator.route;
    const isSamePage = pathname === location.pathname && search === location.search;
    // The click is left to the browser, which scrolls to a fragment of the current page.
    if (isSamePage && hash !== "") return;
    event.preventDefault();
    navigator.navigate({ pathname, search, hash }, { replace: isSamePage });
  };
  document.addEventListener("click", follow);
  return () => document.removeEventListener("click", follow);
}

const isApiDownload = (link: HTMLAnchorElement) =>
  link.hasAttribute("download") && link.pathname.startsWith("/api/");

function isPageOfThisTab(link: HTMLAnchorElement): boolean {
  const staysHere = link.target === "" || link.target === "_self";
  return (
    staysHere &&
    !link.hasAttribute("download") &&
    link.origin === window.location.origin &&
    !NO_PAGE.test(link.pathname)
  );
}

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
