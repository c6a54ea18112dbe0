import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";
import { sessionIsAlive } from "#server/platform/access/session.queries.ts";

/** Seconds within which a hand-off has to be used (DECISIONS "Accounts"). */
export const HANDOFF_SECONDS = 60;

/**
 * A hand-off of the session of this token, if that is still alive: what ends it waits until the hand-off is there, and takes it along;
 * and one that is being ended is waited for, and has none any more.
 */
export const insertHandoff = statement<
  { codeHash: Buffer; tokenHash: Buffer | null; companyId: number },
  { sessionId: number }
>("insert_handoff", (q, p) =>
  sql<{ sessionId: number }>`
    insert into handoff (code_hash, session_id, target_company_id, expires_at)
    select ${p.codeHash}, id, ${p.companyId}, now() + make_interval(secs => ${sql.lit(HANDOFF_SECONDS)})
    from session where token_hash = ${p.tokenHash}::bytea and ${sessionIsAlive} for key share
    returning session_id
  `.compile(q),
);

/** Keeps the account that a hand-off is of as it is until the transaction ends: see `holdAccount`. */
export const holdHandoffOwner = statement<{ codeHash: Buffer }, never>(
  "hold_handoff_owner",
  (q, p) =>
    sql<never>`
    select from user_account where id = (
      select session.user_id from handoff join session on session.id = handoff.session_id where code_hash = ${p.codeHash}
    ) for share
  `.compile(q),
);

/** Uses a hand-off up: once, in time, on the host it was made for, while the session that asked for it is alive. */
export const takeHandoff = statement<{ codeHash: Buffer; companyId: number }, { userId: number }>(
  "take_handoff",
  (q, p) =>
    sql<{ userId: number }>`
      delete from handoff using session
      where code_hash = ${p.codeHash} and target_company_id = ${p.companyId} and handoff.expires_at > now()
        and session.id = session_id and ${sessionIsAlive}
      returning session.user_id
    `.compile(q),
);

export const deleteExpiredHandoffs = statement<Record<never, never>, never>(
  "delete_expired_handoffs",
  (q) =>
    q
      .deleteFrom("handoff")
      .where("expiresAt", "<", sql<string>`now()`)
      .$castTo<never>()
      .compile(),
);
