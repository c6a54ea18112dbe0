import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Days for which a verified domain keeps working although its checks fail. */
export const GRACE_DAYS = 7;

/**
 * Claims a domain, or removes the claim if `customDomain` is null. A new claim starts unverified,
 * and claiming the same domain again changes nothing.
 */
export const claimDomain = statement<{ companyId: number; customDomain: string | null }, never>(
  "claim_domain",
  (p) => sql`
    update company set custom_domain = ${p.customDomain}::text, custom_domain_verified_at = null,
      custom_domain_checked_at = null, custom_domain_failing_since = null,
      custom_domain_problem = null
    where id = ${p.companyId} and custom_domain is distinct from ${p.customDomain}::text
  `,
);

/** Marks a claimed domain as verified. Has no effect if the claim has changed since the look-up. */
export const markDomainVerified = statement<{ companyId: number; customDomain: string }, never>(
  "mark_domain_verified",
  (p) => sql`
    update company set custom_domain_verified_at = coalesce(custom_domain_verified_at, now()),
      custom_domain_checked_at = now(), custom_domain_failing_since = null,
      custom_domain_problem = null
    where id = ${p.companyId} and custom_domain = ${p.customDomain}
  `,
);

/**
 * Stores why the check of a domain has failed. A domain that was never verified stays pending. A
 * verified domain becomes failing, and loses its verification after `GRACE_DAYS`.
 */
export const markDomainFailing = statement<
  { companyId: number; customDomain: string; problem: string },
  never
>(
  "mark_domain_failing",
  (p) => sql`
    update company set custom_domain_checked_at = now(), custom_domain_problem = ${p.problem},
      custom_domain_failing_since = case
        when custom_domain_verified_at is null then custom_domain_failing_since
        else coalesce(custom_domain_failing_since, now()) end,
      custom_domain_verified_at = case
        when custom_domain_failing_since < now() - make_interval(days => ${sql.lit(GRACE_DAYS)})
          then null
        else custom_domain_verified_at end
    where id = ${p.companyId} and custom_domain = ${p.customDomain}
  `,
);

/**
 * Returns every claimed domain, the least recently checked domain first. Omits companies that are
 * being deleted or are read-only, for example during a move to another installation.
 */
export const listClaimedDomains = statement<
  Record<never, never>,
  { companyId: number; customDomain: string; subdomain: string | null }
>(
  "list_claimed_domains",
  () => sql`
    select id as company_id, custom_domain, subdomain from company
    where custom_domain is not null and closed_at is null and read_only_since is null
    order by custom_domain_checked_at nulls first
  `,
);

/** Returns the host if an earlier domain check has allowed a certificate for it. */
export const findCertificateHost = statement<{ name: string }, { name: string }>(
  "find_certificate_host",
  (p) => sql`select name from certificate_host where name = ${p.name}`,
);

export const insertCertificateHost = statement<{ name: string }, never>(
  "insert_certificate_host",
  (p) => sql`
    insert into certificate_host (name) values (${p.name}) on conflict do nothing
  `,
);

/**
 * Returns the company that has this subdomain or this verified domain, unless the company is being
 * deleted.
 */
export const findServedHost = statement<
  { subdomain: string | null; domain: string | null },
  { id: number }
>(
  "find_served_host",
  (p) => sql`
    select id from company where subdomain = ${p.subdomain}::text and closed_at is null
    union all
    select id from company
      where custom_domain = ${p.domain}::text and custom_domain_verified_at is not null
        and closed_at is null
  `,
);
