import { sql } from "#server/platform/db/sql.ts";
import type { AdminCompany, NamedCompany } from "#contract/adminCompanies.ts";
import type { CompanyRow } from "#server/platform/access/presentCompany.ts";
import { assignChanged } from "#server/platform/db/changedFields.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import { insertInbox } from "#server/features/companies/companies.queries.ts";

export type AdminCompanyRow = CompanyRow &
  Pick<
    AdminCompany,
    | "stripeCustomerId"
    | "subscriptionStatus"
    | "subscriptionPlan"
    | "boardsCount"
    | "feedbackCount"
    | "usersCount"
    | "createdAt"
  > & {
    /** Name in lower case, by which the list is sorted. */
    sortName: string;
    /**
     * Time at which the deletion of the company began; null if the company is not being deleted.
     */
    closedAt: string | null;
  };

const columns = sql`
  company.*, lower(company.name) as sort_name, logo.file_id as logo_file_id,
  logo.dark_file_id as dark_logo_file_id,
  (select count(*) from board where board.company_id = company.id) as boards_count,
  (select coalesce(sum(items), 0) from feedback_counter counter
    where counter.company_id = company.id) as feedback_count,
  (select count(*) from user_account
    where home_company_id = company.id and not is_imported) as users_count`;

const matches = (pattern: string) => sql`
  (company.name ilike ${pattern} or company.subdomain ilike ${pattern}
    or company.custom_domain ilike ${pattern}
    or company.website ilike ${pattern} or company.stripe_customer_id ilike ${pattern})`;

interface ListParams {
  pattern?: string;
  key?: string;
  id?: number;
  rows: number;
}

/**
 * Returns one page of companies by keyset pagination. With `name`, companies are sorted by name,
 * ignoring case. With `date`, the newest company is first.
 */
export const listCompanies = statementByShape(
  (sort: "name" | "date", bySearch: boolean, afterCursor: boolean) =>
    statement<ListParams, AdminCompanyRow>("list_companies", (p) => {
      const order =
        sort === "name"
          ? {
              after: sql`(lower(company.name), company.id) > (${p.key}, ${p.id}::bigint)`,
              by: sql`lower(company.name), company.id`,
            }
          : {
              after: sql`(company.created_at, company.id) < (${p.key}::timestamptz, ${p.id}::bigint)`,
              by: sql`company.created_at desc, company.id desc`,
            };
      return sql`
        select ${columns}
        from company left join company_logo logo on logo.company_id = company.id
        where ${bySearch ? matches(p.pattern) : sql`true`}
          and ${afterCursor ? order.after : sql`true`}
        order by ${order.by}
        limit ${p.rows}
      `;
    }),
);

export const countCompanies = statementByShape((bySearch: boolean) =>
  statement<{ pattern?: string }, { total: number }>(
    "count_companies",
    (p) => sql`
      select count(*) as total from company where ${bySearch ? matches(p.pattern) : sql`true`}
    `,
  ),
);

/**
 * Returns up to 10 companies whose name matches the pattern and that are not being deleted. Those
 * that have exactly this name, ignoring case, are first, the oldest of them before the others.
 */
export const listCompaniesNamed = statement<{ name: string; pattern: string }, NamedCompany>(
  "list_companies_named",
  (p) => sql`
    select company.id, company.name, company.subdomain, company.created_at,
      coalesce(admins.usernames[:3], '{}') as admins, coalesce(admins.count, 0) as admins_count
    from company left join lateral (
      select array_agg(username order by id) as usernames, count(*) as count from user_account
      where home_company_id = company.id and role = 'company_admin' and is_active
    ) admins on true
    where company.name ilike ${p.pattern} and company.closed_at is null
    order by lower(company.name) <> lower(${p.name}), lower(company.name), company.id limit 10
  `,
);

export const findAdminCompany = statement<{ companyId: number }, AdminCompanyRow>(
  "find_admin_company",
  (p) => sql`
    select ${columns}
    from company left join company_logo logo on logo.company_id = company.id
    where company.id = ${p.companyId}
  `,
);

export const insertAdminCompany = statement<
  { name: string; description: string | null; website: string | null; subdomain: string | null },
  { id: number }
>(
  "insert_admin_company",
  (p) => sql`
    with created as (
      insert into company (name, description, website, subdomain)
      values (${p.name}, ${p.description}, ${p.website}, ${p.subdomain})
      returning id
    ), inbox as (${insertInbox(sql`created`)})
    select id from created
  `,
);

const CHANGEABLE = {
  name: "text",
  description: "optional text",
  website: "text",
  stripeCustomerId: "optional text",
  subscriptionStatus: "text",
  subscriptionPlan: "text",
} as const;

/**
 * Updates a company. Ignores the given subdomain if the company already has a subdomain, because a
 * subdomain never changes.
 */
export const updateAdminCompany = statement<
  {
    companyId: number;
    changed: readonly string[];
    name?: string;
    description?: string | null;
    website?: string | null;
    stripeCustomerId?: string | null;
    subscriptionStatus?: string;
    subscriptionPlan?: string;
    subdomain?: string | null;
  },
  never
>(
  "update_admin_company",
  (p) => sql`
    update company set ${assignChanged(CHANGEABLE, p)},
      subdomain = coalesce(subdomain, ${p.subdomain}::text)
    where id = ${p.companyId}
  `,
);

/**
 * Removes super admins from a company before its deletion. Their accounts belong to the
 * installation, so they must not be deleted with the company.
 */
export const releaseSuperAdmins = statement<{ companyId: number }, never>(
  "release_super_admins",
  (p) => sql`
    update user_account set home_company_id = null
    where home_company_id = ${p.companyId} and role = 'super_admin'
  `,
);

/**
 * Closes a company, so that no host serves its portal any longer. Closing a closed company changes
 * nothing.
 */
export const closeCompany = statement<{ companyId: number }, { id: number }>(
  "close_company",
  (p) => sql`
    update company set closed_at = coalesce(closed_at, now()) where id = ${p.companyId} returning id
  `,
);

/** Maximum number of accounts to deactivate, or items to delete, in one transaction. */
const ROWS_AT_ONCE = 500;

/** Deactivates up to `ROWS_AT_ONCE` active accounts of a company and returns their ids. */
export const deactivateSomeAccounts = statement<{ companyId: number }, { id: number }>(
  "deactivate_some_accounts",
  (p) => sql`
    update user_account set is_active = false
    where id = any (array(
      select id from user_account
      where home_company_id = ${p.companyId} and is_active and role <> 'super_admin'
      limit ${sql.lit(ROWS_AT_ONCE)}
      for no key update
    ))
    returning id
  `,
);

/** Deletes up to `ROWS_AT_ONCE` items of a company and returns their ids. */
export const deleteSomeItems = statement<{ companyId: number }, { id: number }>(
  "delete_some_items",
  (p) => sql`
    delete from feedback_item f
    using (
      select company_id, id from feedback_item where company_id = ${p.companyId}
      order by id limit ${sql.lit(ROWS_AT_ONCE)}
    ) chosen
    where f.company_id = chosen.company_id and f.id = chosen.id
    returning f.id
  `,
);

/**
 * Maximum number of accounts to delete in one transaction. Until the transaction ends, the rows of
 * other companies that refer to these accounts are locked.
 */
const ACCOUNTS_AT_ONCE = 50;

/** Deletes up to `ACCOUNTS_AT_ONCE` accounts of a company and returns their ids. */
export const deleteSomeAccounts = statement<{ companyId: number }, { id: number }>(
  "delete_some_accounts",
  (p) => sql`
    delete from user_account
    where id = any (array(
      select id from user_account
      where home_company_id = ${p.companyId} and role <> 'super_admin'
      limit ${sql.lit(ACCOUNTS_AT_ONCE)}
      for update
    ))
    returning id
  `,
);

/** Deletes a company. Foreign keys delete all rows that belong to the company. */
export const deleteCompany = statement<
  { companyId: number },
  { name: string; subdomain: string | null }
>(
  "delete_company",
  (p) => sql`delete from company where id = ${p.companyId} returning name, subdomain`,
);
