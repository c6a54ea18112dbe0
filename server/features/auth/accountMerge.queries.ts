import type { MergePreview } from "#contract/accountMerging.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Minutes until a code and a proof expire. */
export const MERGE_MINUTES = 10;

/** Maximum number of attempts to enter a code. Afterwards another code is needed. */
const ATTEMPTS = 5;

/** Seconds after which a session can request another code for the same address. */
export const MERGE_RESEND_SECONDS = 60;

/** Returns for how many seconds a session has to wait before it can request another code. */
export const findRecentMergeCode = statement<
  { sessionHash: Buffer | null; address: string },
  { resendIn: number }
>(
  "find_recent_merge_code",
  (p) => sql`
    select ceil(extract(epoch from created_at - now()))::integer
      + ${sql.lit(MERGE_RESEND_SECONDS)} as resend_in
    from account_merge
    where session_hash = ${p.sessionHash}::bytea and address = ${p.address} and other_id is null
      and created_at > now() - make_interval(secs => ${sql.lit(MERGE_RESEND_SECONDS)})
  `,
);

/**
 * Stores that a session has requested a code. Its previous code and proof end. Until the mail is
 * written, no code is right.
 */
export const replaceMergeCode = statement<
  { sessionHash: Buffer; address: string; salt: Buffer },
  never
>(
  "replace_merge_code",
  (p) => sql`
    insert into account_merge (session_hash, address, salt, expires_at)
    values (${p.sessionHash}, ${p.address}, ${p.salt},
      now() + make_interval(mins => ${sql.lit(MERGE_MINUTES)}))
    on conflict (session_hash) do update set address = excluded.address, salt = excluded.salt,
      code_hash = null, attempts = 0, other_id = null, other_state = null, created_at = now(),
      expires_at = excluded.expires_at
  `,
);

/** Stores the code of a mail. Returns nothing if the request has expired or was replaced. */
export const saveMergeCode = statement<
  { sessionHash: Buffer; formerSalt: Buffer; salt: Buffer; codeHash: Buffer },
  { address: string }
>(
  "save_merge_code",
  (p) => sql`
    update account_merge set salt = ${p.salt}, code_hash = ${p.codeHash}
    where session_hash = ${p.sessionHash} and salt = ${p.formerSalt} and expires_at > now()
    returning address
  `,
);

/** Finds the request of a session, if its code has not expired and has attempts left. */
export const findMergeCode = statement<
  { sessionHash: Buffer | null },
  { address: string; salt: Buffer }
>(
  "find_merge_code",
  (p) => sql`
    select address, salt from account_merge
    where session_hash = ${p.sessionHash}::bytea and other_id is null and expires_at > now()
      and attempts < ${sql.lit(ATTEMPTS)}
  `,
);

/** Counts an attempt and returns the hash to compare with; null as long as no mail is written. */
export const countMergeAttempt = statement<
  { sessionHash: Buffer | null; salt: Buffer },
  { codeHash: Buffer | null }
>(
  "count_merge_attempt",
  (p) => sql`
    update account_merge set attempts = attempts + 1
    where session_hash = ${p.sessionHash}::bytea and salt = ${p.salt} and other_id is null
      and expires_at > now() and attempts < ${sql.lit(ATTEMPTS)}
    returning code_hash
  `,
);

/** Subtracts the attempt with a right code that was not used up. */
export const uncountMergeAttempt = statement<{ sessionHash: Buffer | null }, never>(
  "uncount_merge_attempt",
  (p) => sql`
    update account_merge set attempts = attempts - 1 where session_hash = ${p.sessionHash}::bytea
  `,
);

/** Uses a code up. Returns nothing if a concurrent call was faster. */
export const takeMergeCode = statement<
  { sessionHash: Buffer | null; codeHash: Buffer },
  { address: string }
>(
  "take_merge_code",
  (p) => sql`
    delete from account_merge
    where session_hash = ${p.sessionHash}::bytea and code_hash = ${p.codeHash} and expires_at > now()
    returning address
  `,
);

/** Stores the account that a session has proved. It replaces the session's request or proof. */
export const saveMergeProof = statement<
  { sessionHash: Buffer; otherId: number; otherState: Buffer },
  never
>(
  "save_merge_proof",
  (p) => sql`
    insert into account_merge (session_hash, other_id, other_state, expires_at)
    values (${p.sessionHash}, ${p.otherId}, ${p.otherState},
      now() + make_interval(mins => ${sql.lit(MERGE_MINUTES)}))
    on conflict (session_hash) do update set address = null, salt = null, code_hash = null,
      attempts = 0, other_id = excluded.other_id, other_state = excluded.other_state,
      created_at = now(), expires_at = excluded.expires_at
  `,
);

/** The account that a session has proved. */
export const findMergeProof = statement<
  { sessionHash: Buffer | null },
  { otherId: number; otherState: Buffer }
>(
  "find_merge_proof",
  (p) => sql`
    select other_id, other_state from account_merge
    where session_hash = ${p.sessionHash}::bytea and other_id is not null and expires_at > now()
  `,
);

export const deleteExpiredMerges = statement<Record<never, never>, never>(
  "delete_expired_account_merges",
  () => sql`delete from account_merge where expires_at < now()`,
);

/** Counts what moves with an account. */
export const countMergedContent = statement<
  { userId: number },
  Pick<MergePreview, "items" | "comments" | "votes" | "reactions" | "follows">
>(
  "count_merged_content",
  (p) => sql`
    select (select count(*) from feedback_item where user_id = ${p.userId}) as items,
      (select count(*) from comment where user_id = ${p.userId}) as comments,
      (select count(*) from user_vote where user_id = ${p.userId}) as votes,
      (select count(*) from comment_reaction where user_id = ${p.userId}) as reactions,
      (select count(*) from follow where user_id = ${p.userId}) as follows
  `,
);

/**
 * Locks a merged account until the transaction ends, also against new rows that refer to it, for
 * example of an import.
 */
export const lockMergedAccount = statement<{ userId: number }, never>(
  "lock_merged_account",
  (p) => sql`select from user_account where id = ${p.userId} for update`,
);

/**
 * Ends an account that is merged into another: nobody can log in to it any more. The job deletes it
 * once its content has moved.
 */
export const endMergedAccount = statement<{ userId: number; passwordHash: string }, never>(
  "end_merged_account",
  (p) => sql`
    update user_account set is_active = false, password_hash = ${p.passwordHash}, email_pace = 'off'
    where id = ${p.userId}
  `,
);
