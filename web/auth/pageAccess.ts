import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { managedCompanyId } from "#web/api/managedCompany.ts";
import { loginPath, safeReturnPath } from "./safeReturnPath.ts";

/**
 * Who may open a page: everyone; everyone on a company's host but only the signed-in on the product's own
 * (DECISIONS "Hosts, tenants, viewers"); the signed-in; only those who are not; or the admins of a company, others being
 * sent to / (SPEC section 2, company settings area).
 */
export type PageAccess = "everyone" | "portalVisitors" | "signedIn" | "signedOut" | "companyAdmin";

interface Visit {
  readonly portal: Portal;
  readonly user: User | null;
  /** The page's own address. */
  readonly url: URL;
}

/** The address to go to instead; null when the page may be opened. */
export function redirectFor(access: PageAccess, { portal, user, url }: Visit): string | null {
  if (access === "signedOut") return user ? safeReturnPath(url.searchParams.get("from")) : null;
  const isForAll = access === "everyone" || (access === "portalVisitors" && portal.company !== null);
  if (isForAll) return null;
  if (!user) return loginPath(url.pathname + url.search);
  return access === "companyAdmin" && !isCompanyAdmin(portal, user) ? "/" : null;
}

/** An admin whose company is missing gets in, to be told so. */
function isCompanyAdmin(portal: Portal, user: User): boolean {
  return user.role === "company_admin" || managedCompanyId(portal, user) !== null;
}
