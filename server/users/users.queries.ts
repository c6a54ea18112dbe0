import { sql } from "kysely";
import type { User, UserRole } from "#contract/users.ts";
import { statement } from "#server/db/statement.ts";

/** An account with what a login has to know of it. */
export type Account = User & {
  passwordHash: string;
  isActive: boolean;
  /** A temporary password that nobody has changed in time. */
  isPasswordExpired: boolean;
  hasMfa: boolean;
};

const hasMfa = sql<boolean>`exists (
  select from authenticator where authenticator.user_id = user_account.id and authenticator.confirmed_at is not null)`;

const userColumns = [
  "id",
  "username",
  "fullName",
  "role",
  "homeCompanyId as companyId",
  "createdAt",
  sql<boolean>`temporary_password_until is not null`.as("mustChangePassword"),
  sql<boolean>`role <> 'user' and not ${hasMfa} and (select require_admin_mfa from site_settings)`.as(
    "mustSetUpMfa",
  ),
] as const;

const accountColumns = [
  ...userColumns,
  "passwordHash",
  "isActive",
  sql<boolean>`coalesce(temporary_password_until < now(), false)`.as("isPasswordExpired"),
  hasMfa.as("hasMfa"),
] as const;

/** By e-mail, without case. */
export const findUserByUsername = statement<{ username: string }, Account>("find_user_by_username", (q, p) =>
  q
    .selectFrom("userAccount")
    .select(accountColumns)
    .where(sql`lower(username)`, "=", sql`lower(${p.username})`)
    .compile(),
);

export const findUserById = statement<{ userId: number }, Account>("find_user_by_id", (q, p) =>
  q.selectFrom("userAccount").select(accountColumns).where("id", "=", p.userId).compile(),
);

/** A new password is no temporary one. */
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
  },
  User
>("insert_user", (q, p) =>
  q
    .insertInto("userAccount")
    .values({
      username: p.username,
      passwordHash: p.passwordHash,
      fullName: p.fullName,
      role: p.role,
      homeCompanyId: p.companyId,
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
