/** The target and label of the detail page's back link. */
export interface BackTarget {
  /** Path, query and fragment on this origin. */
  readonly to: string;
  readonly label: "Back to Board" | "Back to Feedback List";
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
  const [path = ""] = to.split(/[?#]/, 1);
  return { to, label: path.includes("board") ? "Back to Board" : "Back to Feedback List" };
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
