import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import type { Db } from "#server/platform/db/database.ts";
import { enqueueClaim } from "#server/features/imports/importClaims.queries.ts";
import { storeKnownDevice } from "./knownDevice.ts";
import { deleteSession, insertSession } from "#server/platform/access/session.queries.ts";
import {
  endedSessionCookie,
  hashToken,
  newSessionToken,
  sessionCookie,
} from "#server/platform/access/sessionToken.ts";

type EndContext = Pick<RequestContext, "sessionHash" | "isHttps"> & {
  response: Pick<ResponseContext, "setCookie">;
};
type StartContext = EndContext &
  Pick<RequestContext, "host" | "hostCompany" | "userAgent" | "ip" | "deviceHash">;

/**
 * Signs a user in with a new session that is valid only on this host. Ends the browser's previous
 * session, and stores the browser as a known device. If the host belongs to a company and the
 * account's e-mail address is confirmed, enqueues a job that transfers imported data to the
 * account.
 * @param db a transaction
 * @param identity whether the user has just proved who they are, a company has done so for them, or
 * they go on from another session
 * @param expiresAt when the session ends at the latest; by default after `SESSION_MAX_AGE`
 */
export async function startSession(
  db: Db,
  context: StartContext,
  userId: number,
  identity: "proved" | "vouched" | "carried",
  expiresAt: string | null = null,
): Promise<void> {
  const token = newSessionToken();
  if (context.sessionHash) await db.all(deleteSession, { tokenHash: context.sessionHash });
  const { host, hostCompany, userAgent, ip } = context;
  await db.all(insertSession, {
    tokenHash: hashToken(token),
    userId,
    hostCompanyId: hostCompany?.id ?? null,
    host: host.name,
    domainCompanyId: host.domain === null ? null : (hostCompany?.id ?? null),
    userAgent,
    ip,
    isProved: identity !== "carried",
    isVouched: identity === "vouched",
    expiresAt,
  });
  context.response.setCookie(sessionCookie(token, context.isHttps));
  await storeKnownDevice(db, context, userId);
  if (hostCompany) await db.all(enqueueClaim, { companyId: hostCompany.id, userId });
}

/** Ends the session of the request, if it has one, and always removes the session cookie. */
export async function endSession(db: Db, context: EndContext): Promise<void> {
  if (context.sessionHash) await db.all(deleteSession, { tokenHash: context.sessionHash });
  context.response.setCookie(endedSessionCookie(context.isHttps));
}
