import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

export interface Authenticator {
  secret: Buffer;
  recoverySalt: Buffer;
  isConfirmed: boolean;
  recoveryCodesLeft: number;
}

export const findAuthenticator = statement<{ userId: number }, Authenticator>(
  "find_authenticator",
  (p) => sql`
    select secret, recovery_salt, confirmed_at is not null as is_confirmed,
      (select count(*) from recovery_code code
        where code.user_id = authenticator.user_id) as recovery_codes_left
    from authenticator where user_id = ${p.userId}
  `,
);

/**
 * Stores a new secret. Returns nothing and stores nothing if the account already has a confirmed
 * secret.
 */
export const replaceAuthenticator = statement<
  { userId: number; secret: Buffer; recoverySalt: Buffer },
  { userId: number }
>(
  "replace_authenticator",
  (p) => sql`
    insert into authenticator as a (user_id, secret, recovery_salt)
    values (${p.userId}, ${p.secret}, ${p.recoverySalt})
    on conflict (user_id) do update
      set secret = excluded.secret, recovery_salt = excluded.recovery_salt, last_step = 0
      where a.confirmed_at is null
    returning user_id
  `,
);

/**
 * Confirms the secret with which the code was generated. Of two concurrent calls, only one returns
 * a row.
 */
export const confirmAuthenticator = statement<
  { userId: number; secret: Buffer; step: number },
  { userId: number }
>(
  "confirm_authenticator",
  (p) => sql`
    update authenticator set confirmed_at = now(), last_step = ${p.step}
    where user_id = ${p.userId} and secret = ${p.secret} and confirmed_at is null
    returning user_id
  `,
);

/**
 * Marks the time step of a code as used. Returns nothing if this step or a later step was used
 * before.
 */
export const takeStep = statement<{ userId: number; step: number }, { userId: number }>(
  "take_step",
  (p) => sql`
    update authenticator set last_step = ${p.step}
    where user_id = ${p.userId} and confirmed_at is not null and last_step < ${p.step}
    returning user_id
  `,
);

export const insertRecoveryCode = statement<{ userId: number; codeHash: Buffer }, never>(
  "insert_recovery_code",
  (p) => sql`insert into recovery_code (user_id, code_hash) values (${p.userId}, ${p.codeHash})`,
);

/**
 * Deletes the old recovery codes and stores the salt of the new codes. Returns nothing if the
 * second factor is off.
 */
export const resetRecoveryCodes = statement<
  { userId: number; recoverySalt: Buffer },
  { userId: number }
>(
  "reset_recovery_codes",
  (p) => sql`
    with gone as (delete from recovery_code where user_id = ${p.userId})
    update authenticator set recovery_salt = ${p.recoverySalt}
    where user_id = ${p.userId} and confirmed_at is not null returning user_id
  `,
);

/** Deletes a recovery code. Returns nothing if the code does not exist. */
export const takeRecoveryCode = statement<{ userId: number; codeHash: Buffer }, { userId: number }>(
  "take_recovery_code",
  (p) => sql`
    delete from recovery_code where user_id = ${p.userId} and code_hash = ${p.codeHash}
    returning user_id
  `,
);

/** Deletes the second factor of an account. Foreign keys delete its recovery codes. */
export const deleteAuthenticator = statement<{ userId: number }, never>(
  "delete_authenticator",
  (p) => sql`delete from authenticator where user_id = ${p.userId}`,
);
