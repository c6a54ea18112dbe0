import { sql } from "kysely";
import type { UserRole } from "#contract/users.ts";
import type { UserRow } from "#server/platform/access/presentUser.ts";
import { statement } from "#server/platform/db/statement.ts";

/** An account with everything that a login checks. */
export type Account = UserRow & {
  passwordHash: string;
  isActive: boolean;
  /** Whether a temporary password has expired. */
  isPasswordExpired: boolean;
  /**
   * Time at which the current second factor was confirmed; null if the account has no second
   * factor.
   */
  mfaSince: string | null;
};

const mfaSince = sql<string | null>`(
  select authenticator.confirmed_at from authenticator where authenticator.user_id = user_account.id)`;

const userColumns = [
  "id",
  "username",
  "fullName",
  "role",
  "homeCompanyId as companyId",
  "confirmedAt",
  "createdAt",
  sql<boolean>`temporary_password_until is not null`.as("mustChangePassword"),
  sql<boolean>`role <> 'user' and ${mfaSince} is null and (select require_admin_mfa from site_settings)`.as(
    "mustSetUpMfa",
  ),
] as const;

const accountColumns = [
  ...userColumns,
  "passwordHash",
  "isActive",
  sql<boolean>`coalesce(temporary_password_until < now(), false)`.as("isPasswordExpired"),
  mfaSince.as("mfaSince"),
] as const;

/** Finds an account by its e-mail address in the form that `usernameKey` returns. */
export const findUserByUsername = statement<{ usernameKey: string }, Account>(
  "find_user_by_username",
  (q, p) =>
    q
      .selectFrom("userAccount")
      .select(accountColumns)
      .where(sql`lower(username collate "C")`, "=", p.usernameKey)
      .compile(),
);

export const findUserById = statement<{ userId: number }, Account>("find_user_by_id", (q, p) =>
  q.selectFrom("userAccount").select(accountColumns).where("id", "=", p.userId).compile(),
);

/**
 * Locks an account against changes until the transaction ends. This is called before a session is
 * opened. The data that the login checks must be read by a later statement, because a statement
 * that has waited for the lock reads other tables as they were before the wait.
 */
export const holdAccount = statement<{ userId: number }, never>("hold_account", (q, p) =>
  sql<never>`select from user_account where id = ${p.userId} for share`.compile(q),
);

/**
 * Locks an account until the transaction ends. This is called before credentials are changed and
 * before sessions are ended.
 */
export const lockAccount = statement<{ userId: number }, never>("lock_account", (q, p) =>
  sql<never>`select from user_account where id = ${p.userId} for no key update`.compile(q),
);

/**
 * Marks the account's e-mail address as confirmed. If it is already confirmed, the time of
 * confirmation does not change.
 */
export const confirmAddress = statement<{ userId: number }, { confirmedAt: string }>(
  "confirm_address",
  (q, p) =>
    sql<{ confirmedAt: string }>`
      update user_account set confirmed_at = coalesce(confirmed_at, now())
      where id = ${p.userId} returning confirmed_at
    `.compile(q),
);

/** Sets a password that is not temporary. */
export const updatePassword = statement<{ userId: number; passwordHash: string }, never>(
  "update_password",
  (q, p) =>
    q
      .updateTable("userAccount")
      .set({ passwordHash: p.passwordHash, temporaryPasswordUntil: null })
      .where("id", "=", p.userId)
      .$castTo<never>()
      .compile(),
);

export const insertUser = statement<
  {
    username: string;
    passwordHash: string;
    fullName: string | null;
    role: UserRole;
    companyId: number | null;
    /** Whether the e-mail address is stored as confirmed. */
    isConfirmed: boolean;
    timeZone: string;
  },
  UserRow
>("insert_user", (q, p) =>
  q
    .insertInto("userAccount")
    .values({
      username: p.username,
      passwordHash: p.passwordHash,
      fullName: p.fullName,
      role: p.role,
      homeCompanyId: p.companyId,
      timeZone: p.timeZone,
      confirmedAt: sql<string | null>`case when ${p.isConfirmed}::boolean then now() end`,
    })
    .returning(userColumns)
    .compile(),
);

export const countUsers = statement<Record<never, never>, { count: number }>("count_users", (q) =>
  q
    .selectFrom("userAccount")
    .select((e) => e.fn.countAll<number>().as("count"))
    .compile(),
);

/** Hours until a temporary password expires (docs/product-decisions.md "Accounts"). */
export const TEMPORARY_PASSWORD_HOURS = 24;

export const markPasswordTemporary = statement<{ userId: number }, never>(
  "mark_password_temporary",
  (q, p) =>
    sql<never>`
    update user_account
    set temporary_password_until =
      now() + make_interval(hours => ${sql.lit(TEMPORARY_PASSWORD_HOURS)})
    where id = ${p.userId}
  `.compile(q),
);
