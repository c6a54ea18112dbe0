import type { Session } from "#contract/sessions.ts";
import { sessionsApi } from "#contract/sessions.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { deviceName } from "./deviceName.ts";
import { lockOwnAccount } from "./lockOwnAccount.ts";
import {
  deleteOtherSessions,
  deleteSessionById,
  listSessionsOf,
} from "#server/platform/access/session.queries.ts";
import { endedSessionCookie } from "#server/platform/access/sessionToken.ts";

/** The viewer's sessions. */
export async function listOwnSessions(context: SignedInContext): Promise<Session[]> {
  const { database, viewer, sessionHash } = context;
  const rows = await database.system.all(listSessionsOf, {
    userId: viewer.id,
    tokenHash: sessionHash,
  });
  return rows.map(({ id, host, ip, userAgent, createdAt, lastSeenAt, isCurrent }) => {
    return { id, host, ip, device: deviceName(userAgent), createdAt, lastSeenAt, isCurrent };
  });
}

/** Ends one of the viewer's sessions. Ending the current one also removes its cookie. */
export async function endOwnSession(
  context: SignedInContext & {
    params: { id: number };
    response: Pick<ResponseContext, "setCookie">;
  },
): Promise<void> {
  const { database, viewer, params, sessionHash, isHttps, response } = context;
  const ended = await database.system.first(deleteSessionById, {
    userId: viewer.id,
    id: params.id,
  });
  if (!ended) throw notFound(sessionsApi.end.notFound);
  if (sessionHash?.equals(ended.tokenHash)) response.setCookie(endedSessionCookie(isHttps));
}

/** Ends all sessions of the viewer except the current one. */
export async function endOtherSessions(context: SignedInContext): Promise<void> {
  const { database, viewer, sessionHash } = context;
  await database.system.transaction(async (db) => {
    await lockOwnAccount(db, context);
    await db.all(deleteOtherSessions, { userId: viewer.id, tokenHash: sessionHash });
  });
}
