import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { MailSuppression } from "#contract/mailSuppressions.ts";
import { statement } from "#server/platform/db/statement.ts";

const suppressed = sql`
  mail_suppression s join user_account u on lower(u.username collate "C") = s.address`;

interface Position {
  key: string;
  id: number;
  rows: number;
}

/** Selects one page of accounts with a suppressed e-mail address, newest suppression first. */
const page = (p: Position, members: Sql) => sql`
  select u.id as user_id, u.full_name, u.username, u.home_company_id as company_id,
    company.name as company_name, s.reason, s.detail, s.created_at
  from ${suppressed} left join company on company.id = u.home_company_id
  where ${members} and (s.created_at, u.id) < (${p.key}::timestamptz, ${p.id}::bigint)
  order by s.created_at desc, u.id desc
  limit ${p.rows}`;

/** Returns one page of a company's accounts with a suppressed e-mail address. */
export const listMailSuppressions = statement<Position & { companyId: number }, MailSuppression>(
  "list_mail_suppressions",
  (p) => page(p, sql`u.home_company_id = ${p.companyId}`),
);

/** Returns one page of all accounts with a suppressed e-mail address. */
export const listAllMailSuppressions = statement<Position, MailSuppression>(
  "list_all_mail_suppressions",
  (p) => page(p, sql`true`),
);

export const countMailSuppressions = statement<{ companyId: number }, { total: number }>(
  "count_mail_suppressions",
  (p) => sql`
    select count(*) as total from ${suppressed} where u.home_company_id = ${p.companyId}
  `,
);

export const countAllMailSuppressions = statement<object, { total: number }>(
  "count_all_mail_suppressions",
  () => sql`select count(*) as total from ${suppressed}`,
);

/**
 * Lifts the suppression of an account's e-mail address. Returns nothing if the address is not
 * suppressed, or if the account does not belong to the company. With null as the company, every
 * account matches.
 */
export const deleteMailSuppression = statement<
  { companyId: number | null; userId: number },
  Pick<MailSuppression, "username" | "companyId" | "reason">
>(
  "delete_mail_suppression",
  (p) => sql`
    delete from mail_suppression s using user_account u
    where s.address = lower(u.username collate "C") and u.id = ${p.userId}
      and (${p.companyId}::bigint is null or u.home_company_id = ${p.companyId})
    returning u.username, u.home_company_id as company_id, s.reason
  `,
);
