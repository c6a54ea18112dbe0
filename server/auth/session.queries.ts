import { sql } from "kysely";
import { statement } from "#server/db/statement.ts";
import { SESSION_MAX_AGE } from "./sessionToken.ts";

export const insertSession = statement<{ tokenHash: Buffer; userId: number }, never>(
  "insert_session",
  (q, p) =>
    q
      .insertInto("session")
      .values({
        tokenHash: p.tokenHash,
        userId: p.userId,
        expiresAt: sql`now() + make_interval(secs => ${sql.lit(SESSION_MAX_AGE)})`,
      })
      .$castTo<never>()
      .compile(),
);

export const deleteSession = statement<{ tokenHash: Buffer }, never>("delete_session", (q, p) =>
  q.deleteFrom("session").where("tokenHash", "=", p.tokenHash).$castTo<never>().compile(),
);

/** Signs a user out everywhere. */
export const deleteSessionsOf = statement<{ userId: number }, never>("delete_sessions_of", (q, p) =>
  q.deleteFrom("session").where("userId", "=", p.userId).$castTo<never>().compile(),
);

/** Keeps a session in use from ending for idleness; called at most hourly. */
export const touchSession = statement<{ tokenHash: Buffer }, never>("touch_session", (q, p) =>
  q
    .updateTable("session")
    .set({ lastSeenAt: sql`now()` })
    .where("tokenHash", "=", p.tokenHash)
    .$castTo<never>()
    .compile(),
);

export const deleteExpiredSessions = statement<Record<never, never>, never>("delete_expired_sessions", (q) =>
  q
    .deleteFrom("session")
    .where("expiresAt", "<", sql<string>`now()`)
    .$castTo<never>()
    .compile(),
);
