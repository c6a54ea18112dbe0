import type { Page } from "#contract/endpoint.ts";
import type { Session, sessionsApi } from "#contract/sessions.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { decodePosition, isTimestamp, pageOf } from "#server/platform/http/keysetCursor.ts";
import { deviceName } from "./deviceName.ts";
import { lockOwnAccount } from "#server/features/users/lockOwnAccount.queries.ts";
import {
  deleteOtherSessions,
  deleteSessionById,
  FIRST_SESSION_KEY,
  listSessionsOf,
} from "#server/platform/access/session.queries.ts";
import { endedSessionCookie } from "#server/platform/access/sessionToken.ts";
import type { Handled } from "#server/platform/routing/route.ts";

const ORDER = "sessions";
const START = { key: FIRST_SESSION_KEY, id: Number.MAX_SAFE_INTEGER };

/**
 * Returns one page of the viewer's sessions. On a custom domain it lists only sessions that were
 * opened on that domain.
 */
export async function listOwnSessionsPage({
  database,
  host: { domain },
  viewer,
  sessionHash,
  query: { limit, cursor },
}: Handled<typeof sessionsApi.list, SignedInContext>): Promise<Page<Session>> {
  const after = cursor === undefined ? START : decodePosition(ORDER, cursor, isTimestamp);
  const rows = await database.system.all(listSessionsOf, {
    userId: viewer.id,
    tokenHash: sessionHash,
    domain,
    ...after,
    rows: limit + 1,
  });
  const page = pageOf(
    rows.filter((row) => row.id !== null),
    {
      limit,
      order: ORDER,
      total: rows[0]?.total ?? 0,
      positionOf: ({ id, sortKey }) => ({ key: sortKey, id }),
    },
  );
  const items = page.items.map(({ id, host, ip, userAgent, createdAt, lastSeenAt, isCurrent }) => {
    return { id, host, ip, device: deviceName(userAgent), createdAt, lastSeenAt, isCurrent };
  });
  return { ...page, items };
}

/**
 * Ends one of the viewer's sessions. Ending the current session also removes its cookie. On a
 * custom domain it ends only sessions that were opened on that domain.
 * @throws HttpError 404 for a session that the viewer does not have or cannot end on this domain
 */
export async function endOwnSession(
  context: Handled<typeof sessionsApi.end, SignedInContext>,
): Promise<void> {
  const { database, host, viewer, params, sessionHash, isHttps, response } = context;
  const ended = await database.system.first(deleteSessionById, {
    userId: viewer.id,
    id: params.id,
    domain: host.domain,
  });
  if (!ended) throw context.notFound();
  if (sessionHash?.equals(ended.tokenHash)) response.setCookie(endedSessionCookie(isHttps));
}

/**
 * Ends all sessions of the viewer except the current one. On a custom domain it ends only sessions
 * that were opened on that domain.
 */
export async function endOtherSessions(context: SignedInContext): Promise<void> {
  const { database, host, viewer, sessionHash } = context;
  await database.system.transaction(async (db) => {
    await lockOwnAccount(db, context);
    await db.all(deleteOtherSessions, {
      userId: viewer.id,
      tokenHash: sessionHash,
      domain: host.domain,
    });
  });
}
