import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";

/** Minutes that a link to a new password works. */
export const RESET_MINUTES = 10;

/**
 * A link's token for a user; the one before dies. Nothing when the account is closed or has another address by now: a change of it
 * that is under way is waited for, and one that comes later finds the token.
 */
export const replacePasswordReset = statement<
  { userId: number; username: string; tokenHash: Buffer },
  { userId: number }
>("replace_password_reset", (q, p) =>
  sql<{ userId: number }>`
    insert into password_reset (user_id, token_hash, expires_at)
    select id, ${p.tokenHash}::bytea, now() + make_interval(mins => ${sql.lit(RESET_MINUTES)})
    from user_account where id = ${p.userId} and username = ${p.username} and is_active
    for share
    on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
    returning user_id
  `.compile(q),
);

const isAlive = sql<boolean>`expires_at > now()
  and exists (select from user_account a where a.id = user_id and a.is_active)`;

/** Whose token it is, as long as it works. */
export const findPasswordReset = statement<{ tokenHash: Buffer }, { userId: number }>(
  "find_password_reset",
  (q, p) =>
    sql<{ userId: number }>`
      select user_id from password_reset where token_hash = ${p.tokenHash} and ${isAlive}
    `.compile(q),
);

/** Uses a token up: of two at once, one gets it. */
export const takePasswordReset = statement<{ tokenHash: Buffer }, { userId: number }>(
  "take_password_reset",
  (q, p) =>
    sql<{ userId: number }>`
      delete from password_reset where token_hash = ${p.tokenHash} and ${isAlive} returning user_id
    `.compile(q),
);

/** After a new password nobody waits for a link any more; after a new address it would be in the wrong mailbox. */
export const deletePasswordResetOf = statement<{ userId: number }, never>(
  "delete_password_reset_of",
  (q, p) => sql<never>`delete from password_reset where user_id = ${p.userId}`.compile(q),
);

export const deleteExpiredPasswordResets = statement<Record<never, never>, never>(
  "delete_expired_password_resets",
  (q) => sql<never>`delete from password_reset where expires_at < now()`.compile(q),
);
