import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { loginPath, safeReturnPath } from "./safeReturnPath.ts";

/**
 * Who may open a page: everyone; everyone on a company's host but only the signed-in on the product's own
 * (DECISIONS "Hosts, tenants, viewers"); the signed-in; or only those who are not.
 */
export type PageAccess = "everyone" | "portalVisitors" | "signedIn" | "signedOut";

/** The address to go to instead; null when the page may be opened. `url` is the page's own address. */
export function redirectFor(
  access: PageAccess,
  { portal, user, url }: { portal: Portal; user: User | null; url: URL },
): string | null {
  if (access === "signedOut") return user ? safeReturnPath(url.searchParams.get("from")) : null;
  const needsUser = access === "signedIn" || (access === "portalVisitors" && !portal.company);
  return needsUser && !user ? loginPath(url.pathname + url.search) : null;
}
