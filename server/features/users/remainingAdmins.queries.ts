import { sql } from "#server/platform/db/sql.ts";
import type { User } from "#contract/users.ts";
import type { Db } from "#server/platform/db/database.ts";
import { statement } from "#server/platform/db/statement.ts";

/**
 * Takes a lock until the transaction ends, so that two super admins cannot demote each other at the
 * same time. It is an advisory lock, because row locks on the accounts of super admins would block
 * their logins and their audit entries.
 */
export const lockSuperAdmins = statement<Record<never, never>, { locked: unknown }>(
  "lock_super_admins",
  () => sql`select pg_advisory_xact_lock(7215300420)::text as locked`,
);

/** Returns an active super admin other than this user. */
export const findOtherSuperAdmin = statement<{ userId: number }, { id: number }>(
  "find_other_super_admin",
  (p) => sql`
    select id from user_account
    where role = 'super_admin' and is_active and id <> ${p.userId} limit 1
  `,
);

/**
 * Takes a lock until the transaction ends, so that the last two admins of a company cannot both
 * leave at the same time.
 */
export const lockCompanyAdmins = statement<{ companyId: number }, { locked: unknown }>(
  "lock_company_admins",
  (p) => sql`
    select pg_advisory_xact_lock(hashtextextended(${p.companyId}::text, 7215300422))::text as locked
  `,
);

/** Returns an active admin of the company other than this user. */
export const findOtherCompanyAdmin = statement<
  { companyId: number; userId: number },
  { id: number }
>(
  "find_other_company_admin",
  (p) => sql`
    select id from user_account
    where home_company_id = ${p.companyId} and role = 'company_admin' and is_active
      and id <> ${p.userId} limit 1
  `,
);

/** Whether the installation would have no active super admin without this user. */
export async function isLastSuperAdmin(db: Db, userId: number): Promise<boolean> {
  await db.all(lockSuperAdmins, {});
  return (await db.first(findOtherSuperAdmin, { userId })) === undefined;
}

/** Whether the user's company would have no active admin without this user. */
export async function isLastCompanyAdmin(
  db: Db,
  { id: userId, role, companyId }: Pick<User, "id" | "role" | "companyId">,
): Promise<boolean> {
  if (role !== "company_admin" || companyId === null) return false;
  await db.all(lockCompanyAdmins, { companyId });
  return (await db.first(findOtherCompanyAdmin, { companyId, userId })) === undefined;
}
