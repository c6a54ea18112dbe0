import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";

/** Days that a verified domain keeps working while its record is not found. */
export const GRACE_DAYS = 7;

/** A new claim starts unverified; the same domain again changes nothing. */
export const claimDomain = statement<{ companyId: number; customDomain: string | null }, never>(
  "claim_domain",
  (q, p) =>
    sql<never>`
      update company set custom_domain = ${p.customDomain}::text, custom_domain_verified_at = null,
        custom_domain_checked_at = null, custom_domain_failing_since = null, custom_domain_problem = null
      where id = ${p.companyId} and custom_domain is distinct from ${p.customDomain}::text
    `.compile(q),
);

/** The domain must still be the one that was looked up. */
export const markDomainVerified = statement<{ companyId: number; customDomain: string }, never>(
  "mark_domain_verified",
  (q, p) =>
    sql<never>`
      update company set custom_domain_verified_at = coalesce(custom_domain_verified_at, now()),
        custom_domain_checked_at = now(), custom_domain_failing_since = null, custom_domain_problem = null
      where id = ${p.companyId} and custom_domain = ${p.customDomain}
    `.compile(q),
);

/** A domain that never worked stays pending; one that worked fails, and is switched off once the grace is over. */
export const markDomainFailing = statement<
  { companyId: number; customDomain: string; problem: string },
  never
>("mark_domain_failing", (q, p) =>
  sql<never>`
    update company set custom_domain_checked_at = now(), custom_domain_problem = ${p.problem},
      custom_domain_failing_since = case
        when custom_domain_verified_at is null then custom_domain_failing_since
        else coalesce(custom_domain_failing_since, now()) end,
      custom_domain_verified_at = case
        when custom_domain_failing_since < now() - make_interval(days => ${sql.lit(GRACE_DAYS)}) then null
        else custom_domain_verified_at end
    where id = ${p.companyId} and custom_domain = ${p.customDomain}
  `.compile(q),
);

/** Every claimed domain, of companies that are not being deleted, with where it has to point. */
export const listClaimedDomains = statement<
  Record<never, never>,
  { companyId: number; customDomain: string; subdomain: string | null }
>("list_claimed_domains", (q) =>
  q
    .selectFrom("company")
    .select(["id as companyId", "customDomain", "subdomain"])
    .where("customDomain", "is not", null)
    .where("closedAt", "is", null)
    .$narrowType<{ customDomain: string }>()
    .orderBy("customDomainCheckedAt", (order) => order.asc().nullsFirst())
    .compile(),
);

/** Whether a host name is a company's own: its subdomain, or its verified domain. */
export const findServedHost = statement<
  { subdomain: string | null; domain: string | null },
  { id: number }
>("find_served_host", (q, p) =>
  sql<{ id: number }>`
      select id from company where subdomain = ${p.subdomain}::text and closed_at is null
      union all
      select id from company
        where custom_domain = ${p.domain}::text and custom_domain_verified_at is not null and closed_at is null
    `.compile(q),
);
