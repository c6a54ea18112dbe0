import { sql } from "kysely";
import type { MailSuppression } from "#contract/mailSuppressions.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Null for the accounts of all companies, and of none. */
interface Members {
  companyId: number | null;
}

/** Returns one page of the accounts with a suppressed address, newest suppression first. */
export const listMailSuppressions = statement<
  Members & { key: string; id: number; rows: number },
  MailSuppression
>("list_mail_suppressions", (q, p) =>
  sql<MailSuppression>`
    select u.id as user_id, u.full_name, u.username, u.home_company_id as company_id,
      company.name as company_name, s.reason, s.detail, s.created_at
    from mail_suppression s join user_account u on lower(u.username collate "C") = s.address
    left join company on company.id = u.home_company_id
    where (${p.companyId}::bigint is null or u.home_company_id = ${p.companyId})
      and (s.created_at, u.id) < (${p.key}::timestamptz, ${p.id}::bigint)
    order by s.created_at desc, u.id desc
    limit ${p.rows}
  `.compile(q),
);

export const countMailSuppressions = statement<Members, { total: number }>(
  "count_mail_suppressions",
  (q, p) =>
    sql<{ total: number }>`
      select count(*) as total
      from mail_suppression s join user_account u on lower(u.username collate "C") = s.address
      where (${p.companyId}::bigint is null or u.home_company_id = ${p.companyId})
    `.compile(q),
);

/** Lets the address of a company's account get mails again. Returns nothing if it already may. */
export const deleteMailSuppression = statement<
  Members & { userId: number },
  Pick<MailSuppression, "username" | "companyId" | "reason">
>("delete_mail_suppression", (q, p) =>
  sql<Pick<MailSuppression, "username" | "companyId" | "reason">>`
    delete from mail_suppression s using user_account u
    where s.address = lower(u.username collate "C") and u.id = ${p.userId}
      and (${p.companyId}::bigint is null or u.home_company_id = ${p.companyId})
    returning u.username, u.home_company_id as company_id, s.reason
  `.compile(q),
);
