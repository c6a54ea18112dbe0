import { pictureUrl } from "#server/platform/access/pictureUrl.queries.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { AdminUser } from "#contract/adminUsers.ts";
import type { UserRole } from "#contract/users.ts";
import { assignChanged } from "#server/platform/db/changedFields.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";

const columns = sql`
  u.id, u.username, u.full_name, ${pictureUrl("u")} as picture_url, u.role, u.home_company_id as company_id,
  company.name as company_name, u.is_active,
  u.temporary_password_until is not null as must_change_password, u.confirmed_at,
  u.created_at,
  exists (
    select from authenticator a where a.user_id = u.id and a.confirmed_at is not null
  ) as has_mfa`;

const matches = (
  pattern: string,
) => sql`(u.username ilike ${pattern} or u.full_name ilike ${pattern}
    or company.name ilike ${pattern})`;

interface FilterParams {
  pattern?: string;
  /** The role that the accounts must have; null for all roles. */
  role: UserRole | null;
  /** The company that the accounts must belong to; null for all accounts. */
  companyId: number | null;
}

/** Leaves out imported people, who can neither sign in nor be managed. */
const filtersBy = (bySearch: boolean, p: Required<FilterParams>) => sql`
  not u.is_imported and ${bySearch ? matches(p.pattern) : sql`true`}
  and (${p.role}::text is null or u.role = ${p.role})
  and (${p.companyId}::bigint is null or u.home_company_id = ${p.companyId})`;

interface ListParams extends FilterParams {
  key?: string;
  id?: number;
  rows: number;
}

/** Returns one page of accounts by keyset pagination, newest first. */
export const listUsers = statementByShape((bySearch: boolean, afterCursor: boolean) =>
  statement<ListParams, AdminUser>(
    "list_users",
    (p) => sql`
      select ${columns}
      from user_account u left join company on company.id = u.home_company_id
      where ${filtersBy(bySearch, p)}
        and ${afterCursor ? sql`(u.created_at, u.id) < (${p.key}::timestamptz, ${p.id}::bigint)` : sql`true`}
      order by u.created_at desc, u.id desc
      limit ${p.rows}
    `,
  ),
);

export const countListedUsers = statementByShape((bySearch: boolean) =>
  statement<FilterParams, { total: number }>(
    "count_listed_users",
    (p) => sql`
      select count(*) as total
      from user_account u left join company on company.id = u.home_company_id
      where ${filtersBy(bySearch, p)}
    `,
  ),
);

export const findAdminUser = statement<{ userId: number }, AdminUser>(
  "find_admin_user",
  (p) => sql`
    select ${columns}
    from user_account u left join company on company.id = u.home_company_id
    where u.id = ${p.userId}
  `,
);

const CHANGEABLE = {
  username: "text",
  fullName: "text",
  role: "text",
  isActive: "boolean",
  homeCompanyId: "bigint",
} as const;

/** Marks an account's e-mail address as unconfirmed, because the address was changed. */
export const unconfirmAddress = statement<{ userId: number }, never>(
  "unconfirm_address",
  (p) => sql`update user_account set confirmed_at = null where id = ${p.userId}`,
);

export const updateUser = statement<
  {
    userId: number;
    changed: readonly string[];
    username?: string;
    fullName?: string;
    role?: UserRole;
    isActive?: boolean;
    homeCompanyId?: number;
  },
  never
>(
  "update_user",
  (p) => sql`
    update user_account set ${assignChanged(CHANGEABLE, p)} where id = ${p.userId}
  `,
);
