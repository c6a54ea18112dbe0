import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/**
 * Returns the ids of the company's active admins who have one of these e-mail addresses. Each
 * address must be in the form that `usernameKey` returns. Accounts of imported people are never
 * returned, because they are inactive and their role is `user`.
 */
export const listAdminIds = statement<
  { companyId: number; usernameKeys: readonly string[] },
  { key: string; id: number }
>(
  "list_import_admin_ids",
  (p) => sql`
    select lower(username collate "C") as key, id from user_account
    where home_company_id = ${p.companyId} and role = 'company_admin' and is_active
      and lower(username collate "C") = any (${p.usernameKeys}::text[])
  `,
);
