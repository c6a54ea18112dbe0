import { pictureUrl } from "#server/platform/access/pictureUrl.queries.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { UserRole } from "#contract/users.ts";
import { UNUSABLE_PASSWORD_PREFIX } from "#server/platform/access/unusablePasswordHash.ts";
import type { UserRow } from "#server/platform/access/presentUser.ts";
import { statement } from "#server/platform/db/statement.ts";

/** An account with everything that a login checks. */
export type Account = UserRow & {
  passwordHash: string;
  /** Whether the account can log in with a password (`unusablePasswordHash`). */
  hasPassword: boolean;
  isActive: boolean;
  /** Whether a temporary password has expired. */
  isPasswordExpired: boolean;
  /**
   * Time at which the current second factor was confirmed; null if the account has no second
   * factor.
   */
  mfaSince: string | null;
  /**
   * The name of the provider with which the account must log in, because its company says *Only this
   * way*; null for other accounts, and for the company's admin for emergencies.
   */
  onlyProvider: string | null;
  /** Whether only the word of the account's company has confirmed the address. */
  isVouched: boolean;
};

const mfaSince = sql`(
  select authenticator.confirmed_at from authenticator where authenticator.user_id = user_account.id)`;

const userColumns = sql`
  id, username, full_name, ${pictureUrl("user_account")} as picture_url, role, home_company_id as company_id, confirmed_at, created_at,
  temporary_password_until is not null as must_change_password,
  role <> 'user' and ${mfaSince} is null
    and (select require_admin_mfa from site_settings) as must_set_up_mfa`;

const hasPassword = sql`not starts_with(password_hash, ${sql.lit(UNUSABLE_PASSWORD_PREFIX)})`;

/** If the admin for emergencies is no admin any more, all admins keep their ways. */
const onlyProvider = sql`(
  select provider.name from sign_on_provider provider
  where provider.company_id = user_account.home_company_id and provider.is_only_way
    and user_account.role <> 'super_admin'
    and user_account.id is distinct from provider.emergency_admin_id
    and (user_account.role <> 'company_admin' or exists (
      select from user_account kept
      where kept.id = provider.emergency_admin_id and kept.is_active
        and kept.role = 'company_admin' and kept.home_company_id = provider.company_id)))`;

const accountColumns = sql`
  ${userColumns}, password_hash, ${hasPassword} as has_password, is_active,
  coalesce(temporary_password_until < now(), false) as is_password_expired,
  is_vouched, ${mfaSince} as mfa_since, ${onlyProvider} as only_provider`;

/** Finds an account by its e-mail address in the form that `usernameKey` returns. */
export const findUserByUsername = statement<{ usernameKey: string }, Account>(
  "find_user_by_username",
  (p) => sql`
    select ${accountColumns} from user_account
    where lower(username collate "C") = ${p.usernameKey}
  `,
);

export const findUserById = statement<{ userId: number }, Account>(
  "find_user_by_id",
  (p) => sql`select ${accountColumns} from user_account where id = ${p.userId}`,
);

/**
 * Locks an account against changes until the transaction ends. This is called before a session is
 * opened. The data that the login checks must be read by a later statement, because a statement
 * that has waited for the lock reads other tables as they were before the wait.
 */
export const holdAccount = statement<{ userId: number }, never>(
  "hold_account",
  (p) => sql`select from user_account where id = ${p.userId} for share`,
);

/**
 * Locks an account until the transaction ends. This is called before credentials are changed and
 * before sessions are ended.
 */
export const lockAccount = statement<{ userId: number }, never>(
  "lock_account",
  (p) => sql`select from user_account where id = ${p.userId} for no key update`,
);

/**
 * Marks the account's e-mail address as confirmed. If it is already confirmed, the time of
 * confirmation does not change.
 */
export const confirmAddress = statement<{ userId: number }, { confirmedAt: string }>(
  "confirm_address",
  (p) => sql`
    update user_account set confirmed_at = coalesce(confirmed_at, now()), is_vouched = false
    where id = ${p.userId} returning confirmed_at
  `,
);

/** Marks an address as confirmed by the word of the account's company, unless it is confirmed. */
export const vouchForAddress = statement<{ userId: number }, never>(
  "vouch_for_address",
  (p) => sql`
    update user_account set confirmed_at = now(), is_vouched = true
    where id = ${p.userId} and confirmed_at is null
  `,
);

/** Sets a password that is not temporary. */
export const updatePassword = statement<{ userId: number; passwordHash: string }, never>(
  "update_password",
  (p) => sql`
    update user_account set password_hash = ${p.passwordHash}, temporary_password_until = null
    where id = ${p.userId}
  `,
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
>(
  "insert_user",
  (p) => sql`
    insert into user_account
      (username, password_hash, full_name, role, home_company_id, time_zone, confirmed_at)
    values (${p.username}, ${p.passwordHash}, ${p.fullName}, ${p.role}, ${p.companyId},
      ${p.timeZone}, case when ${p.isConfirmed}::boolean then now() end)
    returning ${userColumns}
  `,
);

export const countUsers = statement<Record<never, never>, { count: number }>(
  "count_users",
  () => sql`select count(*) as count from user_account`,
);

/** Hours until a temporary password expires (docs/product-decisions.md "Accounts"). */
export const TEMPORARY_PASSWORD_HOURS = 24;

export const markPasswordTemporary = statement<{ userId: number }, never>(
  "mark_password_temporary",
  (p) => sql`
    update user_account
    set temporary_password_until =
      now() + make_interval(hours => ${sql.lit(TEMPORARY_PASSWORD_HOURS)})
    where id = ${p.userId}
  `,
);
