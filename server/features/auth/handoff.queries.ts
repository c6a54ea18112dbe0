import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import { sessionIsAlive } from "#server/platform/access/session.queries.ts";

/**
 * Seconds until a hand-off expires. A hand-off is a single-use code that signs a user in on a
 * company's subdomain if the user is already signed in on the product's own host
 * (docs/product-decisions.md "Accounts").
 */
export const HANDOFF_SECONDS = 60;

/**
 * Inserts a hand-off for the session with this token and the browser with this challenge. Returns
 * nothing if the session has ended. Because of the key share lock, a later deletion of the session
 * waits and then also deletes the hand-off. After an earlier deletion no hand-off is inserted.
 */
export const insertHandoff = statement<
  { codeHash: Buffer; challenge: Buffer; tokenHash: Buffer | null; companyId: number },
  { sessionId: number }
>(
  "insert_handoff",
  (p) => sql`
    insert into handoff (code_hash, challenge, session_id, target_company_id, expires_at)
    select ${p.codeHash}, ${p.challenge}::bytea, id, ${p.companyId},
      now() + make_interval(secs => ${sql.lit(HANDOFF_SECONDS)})
    from session where token_hash = ${p.tokenHash}::bytea and ${sessionIsAlive} for key share
    returning session_id
  `,
);

/**
 * Locks the account of a hand-off against changes until the transaction ends: see `holdAccount`.
 */
export const lockHandoffOwner = statement<{ codeHash: Buffer }, never>(
  "hold_handoff_owner",
  (p) => sql`
    select from user_account where id = (
      select session.user_id from handoff join session on session.id = handoff.session_id
      where code_hash = ${p.codeHash}
    ) for share
  `,
);

/**
 * Deletes a hand-off and returns its user. Returns nothing if the hand-off has expired or was
 * created for another host or browser, or if its session has ended.
 */
export const takeHandoff = statement<
  { codeHash: Buffer; challenge: Buffer; companyId: number },
  { userId: number }
>(
  "take_handoff",
  (p) => sql`
    delete from handoff using session
    where code_hash = ${p.codeHash} and challenge = ${p.challenge}
      and target_company_id = ${p.companyId} and handoff.expires_at > now()
      and session.id = session_id and ${sessionIsAlive}
    returning session.user_id
  `,
);

export const deleteExpiredHandoffs = statement<Record<never, never>, never>(
  "delete_expired_handoffs",
  () => sql`delete from handoff where expires_at < now()`,
);
