/** Where the detail page's back link leads, and what it says. */
export interface BackTarget {
  /** Path and query on this origin. */
  readonly to: string;
  readonly label: "Back to Board" | "Back to Feedback List";
}

interface BackClues {
  /** The `from` query parameter. */
  readonly from: string | null;
  /** Address of the page before this one; empty where unknown. */
  readonly referrer: string;
  /** Address of the detail page itself; only its origin and path count. */
  readonly here: string;
}

const LIST_PAGE = /^\/(?:feedback(?:\/|$)|board\/)/;
const UNSAFE = /[\\\p{Cc}]/u;

/**
 * To `from` when it is a path of this origin that begins /feedback or /board/, else to a previous
 * such page, else to /feedback (docs/specification.md "Feedback detail (/feedback/{id})",
 * docs/product-decisions.md "HTTP"). Never to the detail page itself.
 */
export function backTarget({ from, referrer, here }: BackClues): BackTarget {
  const candidates = [from?.startsWith("/") ? new URL(here).origin + from : "", referrer];
  const to =
    candidates.map((address) => listPageAt(address, here)).find((path) => path !== null) ??
    "/feedback";
  const [path = ""] = to.split(/[?#]/, 1);
  return { to, label: path.includes("board") ? "Back to Board" : "Back to Feedback List" };
}

/**
 * An absolute address as a path of the origin of `here`; null when it is foreign, not a list page,
 * or `here` itself.
 */
function listPageAt(address: string, here: string): string | null {
  if (UNSAFE.test(address) || !URL.canParse(address)) return null;
  const current = new URL(here);
  const { origin, pathname, search, hash } = new URL(address);
  const isListPage =
    origin === current.origin && LIST_PAGE.test(pathname) && pathname !== current.pathname;
  return isListPage ? pathname + search + hash : null;
}
