import { pictureUrl } from "#server/platform/access/pictureUrl.queries.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { BrandingSettings } from "#contract/branding.ts";
import type { ApiScope } from "#contract/scopes.ts";
import type { UserRole } from "#contract/users.ts";
import { sessionIsAlive, sessionKeepsItsDomain } from "./session.queries.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import type { SiteRow } from "./presentSite.ts";

/** Whether the maker of the key `api_key` is still an admin of the key's company. */
export const isMadeByAdmin = sql`exists (
  select from user_account maker
  where maker.id = api_key.maker_id and maker.is_active and (
    maker.role = 'super_admin'
    or maker.role = 'company_admin' and maker.home_company_id = api_key.company_id
  )
)`;

/** Stores when and from where a key was used. Skips the row if another transaction has locked it. */
export const touchApiKey = statement<{ tokenHash: Buffer; ip: string }, never>(
  "touch_api_key",
  (p) => sql`
    update api_key set last_used_at = now(), last_used_ip = left(${p.ip}, 60)
    where (company_id, id) = (
      select company_id, id from api_key where key_hash = ${p.tokenHash}
      for no key update skip locked
    )
  `,
);

/** Whether the company's admins have blocked the account (docs/decisions/0044-moderation.md). */
export const isBlockedIn = (companyId: unknown, userId: unknown) => sql`exists (
  select from blocked_account blocked
  where blocked.company_id = ${companyId} and blocked.user_id = ${userId}
)`;

/**
 * The row of `findContext`, which always returns exactly one row. Columns of a company, account or
 * session that does not exist are null or false.
 */
export interface ContextRow extends SiteRow {
  companyId: number | null;
  companyName: string | null;
  companyDescription: string | null;
  companyWebsite: string | null;
  companyLogoFileId: string | null;
  companyDarkLogoFileId: string | null;
  subdomain: string | null;
  customDomain: string | null;
  customDomainVerifiedAt: string | null;
  companyBranding: Partial<BrandingSettings> | null;
  allowCustomerSignUp: boolean | null;
  /** The events that an endpoint of the tenant gets; null without a tenant. */
  webhookEvents: string[] | null;
  userId: number | null;
  username: string | null;
  fullName: string | null;
  userPictureUrl: string | null;
  role: UserRole | null;
  homeCompanyId: number | null;
  userConfirmedAt: string | null;
  userCreatedAt: string | null;
  mustChangePassword: boolean;
  mustSetUpMfa: boolean;
  /** Whether the time of the last use of the session or key must be stored. */
  isStale: boolean;
  apiKeyId: number | null;
  apiKeyScopes: ApiScope[] | null;
  /** Whether the tenant's admins have blocked the account. */
  isBlocked: boolean;
}

/**
 * Selects the company whose subdomain or verified custom domain is the host. A company that is
 * being deleted is not found.
 */
const companyAt = (subdomain: unknown, domain: unknown) => sql`(
      select id from company where subdomain = ${subdomain}::text and closed_at is null
      union all
      select id from company
        where custom_domain = ${domain}::text and custom_domain_verified_at is not null and closed_at is null
      limit 1
    )`;

/**
 * SQL expressions for a host's properties and for the hash of the session token sent to the host.
 */
interface Sent {
  host: unknown;
  domain: unknown;
  tokenHash: unknown;
}

/**
 * Joins the session with this token and the session's account. The session must have been opened on
 * this host and must not have ended. The account must be active and must not have an expired
 * temporary password. A session created before hosts were stored is valid on every host except
 * custom domains. Super admins are not signed in on custom domains.
 */
const sessionAndAccount = ({ host, domain, tokenHash }: Sent) => sql`
    left join session on session.token_hash = ${tokenHash}::bytea and ${sessionIsAlive}
      and coalesce(session.host, ${host}::text) = ${host}::text
      and (session.domain_company_id is null) = (${domain}::text is null)
      and ${sessionKeepsItsDomain}
    left join user_account account on account.id = session.user_id and account.is_active
      and (account.temporary_password_until is null or account.temporary_password_until > now())
      and (${domain}::text is null or account.role <> 'super_admin')`;

/**
 * Selects the account's role on this host. On a custom domain, an account of another company has
 * the role `user`.
 */
const roleAt = (domain: unknown) => sql`
      case when ${domain}::text is not null and account.id is not null
        and account.home_company_id is distinct from company.id then 'user'
        else account.role end as role`;

/**
 * Columns that say whether the account must first change its password or set up a second factor.
 */
const accountRequirements = sql`account.temporary_password_until is not null as must_change_password,
      coalesce(site.require_admin_mfa and account.role <> 'user' and not exists (
        select from authenticator where authenticator.user_id = account.id and authenticator.confirmed_at is not null
      ), false) as must_set_up_mfa`;

/**
 * Whether the key `api_key` works on the host of the company `company` or, if that is null, on the
 * product's own host: it has not expired, its company is not being deleted, and its maker is an
 * admin of the company.
 */
const keyWorks = sql`
  (api_key.expires_at is null or api_key.expires_at > now())
  and api_key.company_id = coalesce(company.id, api_key.company_id)
  and exists (
    select from company owner where owner.id = api_key.company_id and owner.closed_at is null
  )
  and ${isMadeByAdmin}`;

/** What a request sends to say who it is. */
export type Credential = "session" | "apiKey";

/**
 * Reads everything that is needed before any page or API call, in one round trip: the site
 * settings, the company of the host (by subdomain or verified domain) and the user of the session
 * or the account of the API key.
 */
export const findContext = statementByShape((credential: Credential) =>
  statement<
    { name: string; subdomain: string | null; domain: string | null; tokenHash: Buffer | null },
    ContextRow
  >(
    "find_context",
    (p) => sql`
    select site.site_name, site.allow_public_registration, site.allow_public_feedback, site.require_admin_mfa, site.max_upload_size,
      site_logo.file_id as site_logo_file_id,
      site_logo.dark_file_id as site_dark_logo_file_id, site.deployment_count, site.branding_settings as site_branding,
      company.id as company_id, company.name as company_name, company.description as company_description,
      company.website as company_website, logo.file_id as company_logo_file_id,
      logo.dark_file_id as company_dark_logo_file_id, company.subdomain,
      company.custom_domain, company.custom_domain_verified_at, company.branding_settings as company_branding,
      company.allow_customer_sign_up and not exists (
        select from sign_on_provider provider
        where provider.company_id = company.id and provider.is_only_way
      ) as allow_customer_sign_up,
      case when company.id is null
        then (select webhook_events from company home where home.id = account.home_company_id)
        else company.webhook_events end as webhook_events,
      account.id as user_id, account.username, account.full_name, ${pictureUrl("account")} as user_picture_url,
      ${roleAt(p.domain)}, account.home_company_id,
      account.confirmed_at as user_confirmed_at, account.created_at as user_created_at,
      ${
        credential === "session"
          ? sql`${accountRequirements}, null::bigint as api_key_id, null::text[] as api_key_scopes,
            coalesce(session.last_seen_at < now() - interval '5 minutes', false) as is_stale`
          : sql`false as must_change_password, false as must_set_up_mfa,
            api_key.id as api_key_id, api_key.scopes as api_key_scopes,
            coalesce(api_key.last_used_at < now() - interval '1 minute', true) as is_stale`
      },
      ${isBlockedIn(sql`coalesce(company.id, account.home_company_id)`, sql.ref("account.id"))} as is_blocked
    from site_settings site
    left join site_logo on true
    left join company on company.id = ${companyAt(p.subdomain, p.domain)}
    left join company_logo logo on logo.company_id = company.id
    ${
      credential === "session"
        ? sessionAndAccount({ host: p.name, domain: p.domain, tokenHash: p.tokenHash })
        : sql`
          left join api_key on api_key.key_hash = ${p.tokenHash}::bytea and ${keyWorks}
          left join user_account account on account.id = api_key.account_id`
    }
  `,
  ),
);

/** The columns of `findContext` that determine a viewer's rights. */
export type RightsRow = Pick<
  ContextRow,
  "companyId" | "userId" | "role" | "homeCompanyId" | "mustChangePassword" | "mustSetUpMfa"
>;

/**
 * Reads the rights of many viewers at once. Returns one row per position of the four lists, in the
 * same order.
 */
export const listRights = statement<
  {
    names: readonly string[];
    subdomains: readonly (string | null)[];
    domains: readonly (string | null)[];
    tokenHashes: readonly (Buffer | null)[];
  },
  RightsRow
>(
  "list_rights",
  (p) => sql`
    select company.id as company_id, account.id as user_id, ${roleAt(sql.raw("lookup.domain"))}, account.home_company_id, ${accountRequirements}
    from unnest(${p.names}::text[], ${p.subdomains}::text[], ${p.domains}::text[], ${p.tokenHashes}::bytea[])
      with ordinality lookup (name, subdomain, domain, token_hash, ordinal)
    cross join site_settings site
    left join company on company.id = ${companyAt(sql.raw("lookup.subdomain"), sql.raw("lookup.domain"))}
    ${sessionAndAccount({
      host: sql.raw("lookup.name"),
      domain: sql.raw("lookup.domain"),
      tokenHash: sql.raw("lookup.token_hash"),
    })}
    order by lookup.ordinal
  `,
);
