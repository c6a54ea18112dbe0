import arrowLeftShapes from "lucide/dist/esm/icons/arrow-left.mjs";
import type { MouseEvent } from "react";
import { useLocation, useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";
import { isPlainClick } from "#web/ui/plainClick.ts";
import { createIcon } from "#web/ui/icons.ts";

const ArrowLeft = createIcon(arrowLeftShapes);

/**
 * The link back to the list that the visitor came from (docs/specification.md "Feedback detail
 * (/feedback/{id})").
 */
export function BackLink() {
  const { to, label } = useBackTarget();
  const goBack = (event: MouseEvent) => {
    if (!isPlainClick(event) || !isPreviousPage(to)) return;
    // Goes back in the history instead of navigating, so that the list keeps its scroll position.
    event.preventDefault();
    window.history.back();
  };
  return (
    <Button asChild variant="ghost" size="sm" className="-ml-3 text-muted">
      <a href={to} onClick={goBack}>
        <ArrowLeft aria-hidden="true" />
        {label}
      </a>
    </Button>
  );
}

/**
 * Whether the previous history entry has this URL. Hashes are ignored, because the roadmap stores
 * the visible column in the hash. Returns false if the browser does not support the Navigation API.
 */
function isPreviousPage(to: string): boolean {
  if (!("navigation" in window)) return false;
  const index = window.navigation.currentEntry?.index ?? 0;
  const previous = window.navigation.entries()[index - 1]?.url;
  const address = new URL(to, window.location.origin).href;
  return previous?.split("#", 1)[0] === address.split("#", 1)[0];
}

/**
 * The origin that is used when the server renders the page. Neither the origin nor the previous
 * page is available on the server, and any origin gives the same path.
 */
const ANY_ORIGIN = "http://portal.invalid";

/**
 * Returns the target of the back link. The previous page is the page that was left within the
 * document or, if there is none, the referrer. It is ignored until hydration, because it is not
 * available when the server renders the page.
 */
export function useBackTarget(): BackTarget {
  const { pathname, previous } = useLocation();
  const [search] = useSearchParams();
  const isHydrated = useHydrated();
  const origin = isHydrated ? window.location.origin : ANY_ORIGIN;
  const referrer = isHydrated ? document.referrer : "";
  return backTarget({
    from: search.get("from"),
    previous: previous === null ? referrer : origin + previous,
    here: origin + pathname,
  });
}

/** The target and label of the detail page's back link. */
interface BackTarget {
  /** Path, query and fragment on this origin. */
  readonly to: string;
  readonly label: string;
}

interface BackClues {
  /** The `from` query parameter. */
  readonly from: string | null;
  /** URL of the previous page; '' if unknown. */
  readonly previous: string;
  /** URL of the detail page. Only origin and path are used. */
  readonly here: string;
}

const LIST_PAGE = /^\/(?:feedback(?:\/|$)|board\/)/;
const FROM_PAGE = /^\/(?:feedback(?:\/|$)|board\/|(?:roadmap|changelog)?$)/;
const UNSAFE = /[\\\p{Cc}]/u;

/**
 * Returns the target of the back link. `from` is the target if it is a path of this origin that is
 * /, /feedback, /roadmap or /changelog, or begins with /feedback/ or /board/. Otherwise, the previous
 * page is the target if its path is /feedback or begins with /feedback/ or /board/. Otherwise,
 * /feedback is the target. The target is never the detail page itself (docs/specification.md
 * "Feedback detail (/feedback/{id})"; docs/product-decisions.md "HTTP").
 */
export function backTarget({ from, previous, here }: BackClues): BackTarget {
  const to =
    pathAt(from?.startsWith("/") ? new URL(here).origin + from : "", here, FROM_PAGE) ??
    pathAt(previous, here, LIST_PAGE) ??
    "/feedback";
  return { to, label: labelOf(to) };
}

/**
 * Returns the specified label, or for a page that the specification does not name, the page's name.
 */
function labelOf(to: string): string {
  const [path = ""] = to.split(/[?#]/, 1);
  if (path === "/changelog") return "Back to Changelog";
  if (path === "/" || path === "/roadmap") return "Back to Roadmap";
  return path.includes("board") ? "Back to Board" : "Back to Feedback List";
}

/**
 * Returns the path of an absolute URL, with query and fragment. Returns null if the URL is
 * malformed or on another origin, if its path does not match `pages`, or if its path is that of
 * `here`.
 */
function pathAt(address: string, here: string, pages: RegExp): string | null {
  if (UNSAFE.test(address) || !URL.canParse(address)) return null;
  const current = new URL(here);
  const { origin, pathname, search, hash } = new URL(address);
  const isFollowed =
    origin === current.origin && pages.test(pathname) && pathname !== current.pathname;
  return isFollowed ? pathname + search + hash : null;
}
