import type { Company } from "#contract/companies.ts";
import type { SiteSettings } from "#contract/siteSettings.ts";
import type { User } from "#contract/users.ts";
import type { ApiKeyUse } from "./apiKey.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database, TenantDb } from "#server/platform/db/database.ts";
import type { Visibility } from "./visibility.ts";

/** The host of a request. */
export interface RequestHost {
  /** The host name in lower case, without port. */
  readonly name: string;
  /**
   * The subdomain by which the company is looked up; null if the host is no subdomain of
   * `BASE_DOMAIN`.
   */
  readonly subdomain: string | null;
  /** The custom domain by which the company is looked up; null on other hosts. */
  readonly domain: string | null;
}

/**
 * All data about a request that is available to the route's handler. Created once per request in
 * `resolveContext.ts`.
 */
export interface RequestContext {
  /** The database. For anonymous GET requests, company data is possibly read from a replica. */
  readonly database: Database;
  readonly config: Config;
  readonly site: SiteSettings;
  readonly host: RequestHost;
  /**
   * The company of the request's host; null on the product's own host, and on an unknown host if
   * the route admits it.
   */
  readonly hostCompany: (Company & { allowCustomerSignUp: boolean }) | null;
  /**
   * A time in milliseconds since 1970. `site`, `hostCompany` and reads through `db` include all
   * changes that were committed before this time. The time is in the past if these data come from
   * cached host data or from a replica.
   */
  readonly readAt: number;
  /**
   * The company that this request is about: the host's company or, on the product's own host, the
   * signed-in user's company. Null if neither exists.
   */
  readonly tenantId: number | null;
  /** The events that a webhook of the tenant gets. */
  readonly webhookEvents: readonly string[];
  /** The database restricted to the tenant by row-level security; null without a tenant. */
  readonly db: TenantDb | null;
  /** What the viewer may see of the tenant; null without a tenant. */
  readonly visibility: Visibility | null;
  /** The user of the session, or the account of the API key. */
  readonly viewer: User | null;
  /** The API key with which the request is sent; null without a key. */
  readonly apiKey: ApiKeyUse | null;
  /** Whether the tenant's admins have blocked the viewer. Never true for an admin of the tenant. */
  readonly isBlocked: boolean;
  /**
   * A signed-in user who must first change a temporary password or set up a required second factor.
   * `viewer` is null until then.
   */
  readonly restrictedUser: User | null;
  /** SHA-256 of the session token; null without a valid session. */
  readonly sessionHash: Buffer | null;
  /**
   * SHA-256 of the device token that the browser sent; null without a token. The database does not
   * necessarily know the device.
   */
  readonly deviceHash: Buffer | null;
  /** The client's IP address, taken from the headers of trusted proxies if there are any. */
  readonly ip: string;
  /** The User-Agent header, cut to 300 characters; `""` if the header is missing. */
  readonly userAgent: string;
  /** The Cookie header, for cookies that few calls read. */
  readonly cookies: string | undefined;
  /** The Authorization header. */
  readonly authorization: string | undefined;
  /**
   * Start of links in mails: scheme, host and port. The host is `BASE_DOMAIN` or the company's
   * subdomain of it. It is never the raw Host header or a custom domain, because whoever controls
   * the DNS of such a host could read the links. The port is included only if it is the portal's
   * own or `BASE_DOMAIN` is `localhost`, because a request can name any port.
   */
  readonly origin: string;
  readonly isHttps: boolean;
  /** Whether the client has closed the connection, so that nobody needs the response. */
  readonly isAbandoned: () => boolean;
}
