import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Minutes until a code and its link expire. */
export const LOGIN_CODE_MINUTES = 10;

/** Maximum number of attempts to enter a code. Afterwards the browser needs a new code. */
const ATTEMPTS = 5;

/** Seconds after which a browser can request another code for the same address. */
export const RESEND_SECONDS = 60;

/** Where a code was requested, and what is known of the person. */
export interface LoginRequest {
  /** The address as it was typed. */
  address: string;
  /** The company of the host; null on the product's own host. */
  targetCompanyId: number | null;
  /** The page to open after the login; null for the default. */
  returnPath: string | null;
}

/** Returns for how many seconds a browser has to wait before it can request another code. */
export const findRecentLoginCode = statement<
  { browserHash: Buffer | null; address: string; host: string },
  { resendIn: number }
>(
  "find_recent_login_code",
  (p) => sql`
    select ceil(extract(epoch from created_at - now()))::integer + ${sql.lit(RESEND_SECONDS)} as resend_in
    from login_code
    where browser_hash = ${p.browserHash}::bytea and address = ${p.address} and host = ${p.host}
      and created_at > now() - make_interval(secs => ${sql.lit(RESEND_SECONDS)})
  `,
);

/**
 * Stores that a browser has requested a code. Until the mail is written, no code is right.
 * `formerHash` is the browser's previous request, whose code and link end.
 */
export const insertLoginCode = statement<
  LoginRequest & { browserHash: Buffer; formerHash: Buffer | null; host: string; salt: Buffer },
  never
>(
  "insert_login_code",
  (p) => sql`
    with former as (delete from login_code where browser_hash = ${p.formerHash}::bytea)
    insert into login_code
      (browser_hash, address, host, target_company_id, return_path, salt, expires_at)
    values (${p.browserHash}, ${p.address}, ${p.host}, ${p.targetCompanyId}, ${p.returnPath},
      ${p.salt}, now() + make_interval(mins => ${sql.lit(LOGIN_CODE_MINUTES)}))
  `,
);

/**
 * Stores the code and the link of a mail. Returns nothing if the request has expired or the browser
 * has requested another code.
 */
export const saveLoginCode = statement<
  { browserHash: Buffer; salt: Buffer; codeHash: Buffer; linkHash: Buffer },
  { address: string }
>(
  "save_login_code",
  (p) => sql`
    update login_code set salt = ${p.salt}, code_hash = ${p.codeHash}, link_hash = ${p.linkHash}
    where browser_hash = ${p.browserHash} and expires_at > now()
    returning address
  `,
);

/** Finds the request of a browser on this host, if its code has not expired and has attempts left. */
export const findLoginCode = statement<
  { browserHash: Buffer | null; host: string },
  LoginRequest & { salt: Buffer }
>(
  "find_login_code",
  (p) => sql`
    select address, target_company_id, return_path, salt from login_code
    where browser_hash = ${p.browserHash}::bytea and host = ${p.host}
      and expires_at > now() and attempts < ${sql.lit(ATTEMPTS)}
  `,
);

/**
 * Counts an attempt and returns the hash to compare with; null as long as no mail is written.
 * Returns nothing if the code is no longer valid. Concurrent calls together get the hash at most
 * `ATTEMPTS` times.
 */
export const countLoginCodeAttempt = statement<
  { browserHash: Buffer },
  { codeHash: Buffer | null }
>(
  "count_login_code_attempt",
  (p) => sql`
    update login_code set attempts = attempts + 1
    where browser_hash = ${p.browserHash} and expires_at > now() and attempts < ${sql.lit(ATTEMPTS)}
    returning code_hash
  `,
);

/** Subtracts the attempt with a right code that the login has not used up. */
export const uncountLoginCodeAttempt = statement<{ browserHash: Buffer }, never>(
  "uncount_login_code_attempt",
  (p) => sql`update login_code set attempts = attempts - 1 where browser_hash = ${p.browserHash}`,
);

/** Deletes a request whose code was right. Returns nothing if a concurrent call was faster. */
export const takeLoginCode = statement<
  { browserHash: Buffer; codeHash: Buffer },
  { address: string }
>(
  "take_login_code",
  (p) => sql`
    delete from login_code
    where browser_hash = ${p.browserHash} and code_hash = ${p.codeHash} and expires_at > now()
    returning address
  `,
);

/** Finds the request of a link that was mailed for this company. */
export const findLoginLink = statement<
  { linkHash: Buffer; targetCompanyId: number | null },
  LoginRequest
>(
  "find_login_link",
  (p) => sql`
    select address, target_company_id, return_path from login_code
    where link_hash = ${p.linkHash} and expires_at > now()
      and target_company_id is not distinct from ${p.targetCompanyId}::bigint
  `,
);

/** Deletes the request of a link. Returns nothing if a concurrent call was faster. */
export const takeLoginLink = statement<{ linkHash: Buffer }, { address: string }>(
  "take_login_link",
  (p) => sql`
    delete from login_code where link_hash = ${p.linkHash} and expires_at > now() returning address
  `,
);

export const deleteExpiredLoginCodes = statement<Record<never, never>, never>(
  "delete_expired_login_codes",
  () => sql`delete from login_code where expires_at < now()`,
);
