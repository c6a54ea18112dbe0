import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Minutes until a reset link expires. */
export const RESET_MINUTES = 10;

/**
 * Stores the token of a new reset link, which invalidates the previous link. Returns nothing if the
 * account is inactive or its e-mail address has changed. The share lock waits for a concurrent
 * change of the address; a later change finds the token and deletes it.
 */
export const replacePasswordReset = statement<
  { userId: number; username: string; tokenHash: Buffer },
  { userId: number }
>(
  "replace_password_reset",
  (p) => sql`
    insert into password_reset (user_id, token_hash, expires_at)
    select id, ${p.tokenHash}::bytea, now() + make_interval(mins => ${sql.lit(RESET_MINUTES)})
    from user_account where id = ${p.userId} and username = ${p.username} and is_active
    for share
    on conflict (user_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at
    returning user_id
  `,
);

const isAlive = sql`expires_at > now()
  and exists (select from user_account a where a.id = user_id and a.is_active)`;

/** Returns the user of a token if the token is still valid. */
export const findPasswordReset = statement<{ tokenHash: Buffer }, { userId: number }>(
  "find_password_reset",
  (p) => sql`
    select user_id from password_reset where token_hash = ${p.tokenHash} and ${isAlive}
  `,
);

/**
 * Deletes a token and returns its user. Returns nothing if the token is no longer valid, for
 * example because a concurrent call has used it.
 */
export const takePasswordReset = statement<{ tokenHash: Buffer }, { userId: number }>(
  "take_password_reset",
  (p) => sql`
    delete from password_reset where token_hash = ${p.tokenHash} and ${isAlive} returning user_id
  `,
);

/**
 * Invalidates a pending reset link. Called after a new password is set. Also called after a change
 * of the e-mail address, because the link was sent to the old address.
 */
export const deletePasswordResetOf = statement<{ userId: number }, never>(
  "delete_password_reset_of",
  (p) => sql`delete from password_reset where user_id = ${p.userId}`,
);

export const deleteExpiredPasswordResets = statement<Record<never, never>, never>(
  "delete_expired_password_resets",
  () => sql`delete from password_reset where expires_at < now()`,
);
