import type { Company } from "#contract/companies.ts";
import type { SiteSettings } from "#contract/siteSettings.ts";
import type { User } from "#contract/users.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database, TenantDb } from "#server/platform/db/database.ts";
import type { Visibility } from "./visibility.ts";

/** Everything a handler may know of the request it answers. Made once a request, in `resolveContext.ts`. */
export interface RequestContext {
  /** For whoever only looks and sends no session, companies' rows may come from a replica. */
  readonly database: Database;
  readonly config: Config;
  readonly site: SiteSettings;
  /** By what the host's company was looked up; both null on the product's own host. */
  readonly host: { readonly subdomain: string | null; readonly domain: string | null };
  /** The company whose host was asked; null on the product's own host. */
  readonly hostCompany: (Company & { allowCustomerSignUp: boolean }) | null;
  /**
   * As of when `site`, `hostCompany` and what the tenant's database gives are known to be complete, in milliseconds since 1970: what only
   * looks may be told of them from memory, and of the tenant by a replica.
   */
  readonly readAt: number;
  /** The company whose boards this request is about: the host's, else the signed-in user's, else none. */
  readonly tenantId: number | null;
  /** The database as the tenant sees it; null without a tenant. */
  readonly db: TenantDb | null;
  /** What the viewer may see of the tenant; null without a tenant. */
  readonly visibility: Visibility | null;
  readonly viewer: User | null;
  /** Signed in, but with a temporary password or without the second factor that admins need: no viewer before that is done. */
  readonly restrictedUser: User | null;
  /** SHA-256 of the session's token, where one was sent and is alive. */
  readonly sessionHash: Buffer | null;
  /** SHA-256 of the token by which a browser is known again, where one was sent; it may be none of ours. */
  readonly deviceHash: Buffer | null;
  /** The address of the client, as far as the trusted proxies tell. */
  readonly ip: string;
  /** What the browser says of itself; `""` when it says nothing. At most 300 characters. */
  readonly userAgent: string;
  /**
   * Scheme, host and port with which links in mails begin: the subdomain of the company whose host was asked, or the product's own
   * host, below `BASE_DOMAIN` in either case. Neither the Host header as it came nor a custom domain: whoever has that one's DNS
   * could read the links. A port only where it is the portal's own: a request may name any.
   */
  readonly origin: string;
  readonly isHttps: boolean;
}
