import { sql } from "kysely";
import { statement } from "#server/db/statement.ts";

/** Seconds within which a hand-off has to be used (DECISIONS "Accounts"). */
export const HANDOFF_SECONDS = 60;

export const insertHandoff = statement<{ codeHash: Buffer; userId: number; companyId: number }, never>(
  "insert_handoff",
  (q, p) =>
    q
      .insertInto("handoff")
      .values({
        codeHash: p.codeHash,
        userId: p.userId,
        targetCompanyId: p.companyId,
        expiresAt: sql`now() + make_interval(secs => ${sql.lit(HANDOFF_SECONDS)})`,
      })
      .$castTo<never>()
      .compile(),
);

/** Keeps the account that a hand-off is of as it is until the transaction ends: see `holdAccount`. */
export const holdHandoffOwner = statement<{ codeHash: Buffer }, never>("hold_handoff_owner", (q, p) =>
  sql<never>`
    select from user_account where id = (select user_id from handoff where code_hash = ${p.codeHash}) for share
  `.compile(q),
);

/** Uses a hand-off up: once, in time, on the host it was made for. */
export const takeHandoff = statement<{ codeHash: Buffer; companyId: number }, { userId: number }>(
  "take_handoff",
  (q, p) =>
    q
      .deleteFrom("handoff")
      .where("codeHash", "=", p.codeHash)
      .where("targetCompanyId", "=", p.companyId)
      .where("expiresAt", ">", sql<string>`now()`)
      .returning("userId")
      .compile(),
);

export const deleteExpiredHandoffs = statement<Record<never, never>, never>("delete_expired_handoffs", (q) =>
  q
    .deleteFrom("handoff")
    .where("expiresAt", "<", sql<string>`now()`)
    .$castTo<never>()
    .compile(),
);
