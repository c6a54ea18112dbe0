import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import { GRACE_DAYS } from "#server/features/companies/domains.queries.ts";

interface OfDomain {
  companyId: number;
  domain: string;
}

export interface EmailDomainRow {
  domain: string;
  token: string;
  verifiedAt: string | null;
  checkedAt: string | null;
  failingSince: string | null;
  problem: string | null;
}

const columns = sql`domain, token, verified_at, checked_at, failing_since, problem`;

export const listEmailDomains = statement<{ companyId: number }, EmailDomainRow>(
  "list_email_domains",
  (p) => sql`
    select ${columns} from email_domain where company_id = ${p.companyId} order by domain
  `,
);

export const findEmailDomain = statement<OfDomain, EmailDomainRow>(
  "find_email_domain",
  (p) => sql`
    select ${columns} from email_domain
    where company_id = ${p.companyId} and domain = ${p.domain}
  `,
);

/** Whether the company has proved this domain. */
export const findProvedDomain = statement<OfDomain, { domain: string }>(
  "find_proved_domain",
  (p) => sql`
    select domain from email_domain
    where company_id = ${p.companyId} and domain = ${p.domain} and verified_at is not null
  `,
);

/** Adds a domain, unless the company already has it. Its token stays the same then. */
export const insertEmailDomain = statement<OfDomain & { token: string }, never>(
  "insert_email_domain",
  (p) => sql`
    insert into email_domain (company_id, domain, token)
    values (${p.companyId}, ${p.domain}, ${p.token})
    on conflict do nothing
  `,
);

export const deleteEmailDomain = statement<OfDomain, { domain: string }>(
  "delete_email_domain",
  (p) => sql`
    delete from email_domain where company_id = ${p.companyId} and domain = ${p.domain}
    returning domain
  `,
);

/**
 * Stores the result of a check; null as the problem means that the record was found. A domain that
 * was proved before counts for `GRACE_DAYS` after its record is gone.
 */
export const saveDomainCheck = statement<OfDomain & { problem: string | null }, never>(
  "save_email_domain_check",
  (p) => sql`
    update email_domain set checked_at = now(), problem = ${p.problem}::text,
      verified_at = case
        when ${p.problem}::text is null then coalesce(verified_at, now())
        when failing_since < now() - make_interval(days => ${sql.lit(GRACE_DAYS)}) then null
        else verified_at end,
      failing_since = case
        when ${p.problem}::text is null or verified_at is null then null
        when failing_since < now() - make_interval(days => ${sql.lit(GRACE_DAYS)}) then null
        else coalesce(failing_since, now()) end
    where company_id = ${p.companyId} and domain = ${p.domain}
  `,
);

/**
 * Returns every domain, the least recently checked first. Omits companies that are being deleted or
 * moved.
 */
export const listDomainsToCheck = statement<
  Record<never, never>,
  { companyId: number; domain: string; token: string }
>(
  "list_email_domains_to_check",
  () => sql`
    select d.company_id, d.domain, d.token from email_domain d
    join company on company.id = d.company_id
    where company.closed_at is null and company.read_only_since is null
    order by d.checked_at nulls first
  `,
);
