import type { Db } from "#server/platform/db/database.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { deviceCookie } from "#server/platform/access/deviceToken.ts";
import { findKnownDevice, insertKnownDevice } from "./knownDevice.queries.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";

/**
 * What to count the attempts of a browser under in which a user has been signed in before; null for any other. The same work for
 * every account, there or not.
 */
export async function ownDeviceName(
  db: Db,
  { deviceHash }: Pick<RequestContext, "deviceHash">,
  userId: number | null,
): Promise<string | null> {
  const found = await db.first(findKnownDevice, { tokenHash: deviceHash, userId });
  return found?.isOwn && deviceHash ? deviceHash.toString("hex") : null;
}

/** From now on the user's attempts in this browser are counted by themselves. */
export async function rememberDevice(
  db: Db,
  {
    deviceHash,
    isHttps,
    response,
  }: Pick<RequestContext, "deviceHash" | "isHttps"> & {
    response: Pick<ResponseContext, "setCookie">;
  },
  userId: number,
): Promise<void> {
  const found = await db.first(findKnownDevice, { tokenHash: deviceHash, userId });
  if (found?.isKnown && deviceHash) {
    await db.all(insertKnownDevice, { tokenHash: deviceHash, userId });
    return;
  }
  // A token that we have not made is not taken: someone else may know it.
  const token = newSessionToken();
  await db.all(insertKnownDevice, { tokenHash: hashToken(token), userId });
  response.setCookie(deviceCookie(token, isHttps));
}
