import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Minutes until a code expires. */
export const CONFIRMATION_MINUTES = 15;

/** Maximum number of attempts to enter a code. Afterwards the account needs a new code. */
const ATTEMPTS = 5;

/**
 * Stores a new code, which replaces the previous code. Returns nothing and stores nothing if the
 * account is inactive, has already confirmed its e-mail address or no longer has the address
 * `username`. The share lock waits for a concurrent change of the account, so that these conditions
 * are checked after the change.
 */
export const replaceConfirmation = statement<
  { userId: number; username: string; salt: Buffer; codeHash: Buffer },
  { userId: number }
>(
  "replace_confirmation",
  (p) => sql`
    insert into email_confirmation (user_id, username, salt, code_hash, expires_at)
    select id, username, ${p.salt}::bytea, ${p.codeHash}::bytea,
      now() + make_interval(mins => ${sql.lit(CONFIRMATION_MINUTES)})
    from user_account
    where id = ${p.userId} and username = ${p.username} and is_active and confirmed_at is null
    for share
    on conflict (user_id) do update
      set username = excluded.username, salt = excluded.salt, code_hash = excluded.code_hash,
        attempts = 0, expires_at = excluded.expires_at
    returning user_id
  `,
);

/**
 * Whether a code has not expired, has attempts left, and was mailed to the account's current
 * address.
 */
const isAlive = sql`expires_at > now() and attempts < ${sql.lit(ATTEMPTS)}
  and username = (select a.username from user_account a where a.id = user_id)`;

/** Returns the salt of an account's code if the code is still valid. */
export const findConfirmation = statement<{ userId: number }, { salt: Buffer }>(
  "find_confirmation",
  (p) => sql`
    select salt from email_confirmation where user_id = ${p.userId} and ${isAlive}
  `,
);

/**
 * Counts an attempt and returns the hash to compare with. Returns nothing if the code is no longer
 * valid or was replaced. Concurrent calls together get the hash at most `ATTEMPTS` times.
 */
export const countConfirmationAttempt = statement<
  { userId: number; salt: Buffer },
  { codeHash: Buffer }
>(
  "count_confirmation_attempt",
  (p) => sql`
    update email_confirmation set attempts = attempts + 1
    where user_id = ${p.userId} and salt = ${p.salt} and ${isAlive} returning code_hash
  `,
);

/**
 * Deletes a code that was entered correctly. Returns nothing if the code has expired, was replaced
 * or was used by a concurrent call, or if the account's e-mail address has changed.
 */
export const takeConfirmation = statement<{ userId: number; codeHash: Buffer }, { userId: number }>(
  "take_confirmation",
  (p) => sql`
    delete from email_confirmation
    where user_id = ${p.userId} and code_hash = ${p.codeHash} and expires_at > now()
      and username = (select a.username from user_account a where a.id = user_id)
    returning user_id
  `,
);

export const deleteExpiredConfirmations = statement<Record<never, never>, never>(
  "delete_expired_confirmations",
  () => sql`delete from email_confirmation where expires_at < now()`,
);
