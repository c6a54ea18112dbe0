import type { Db } from "#server/platform/db/database.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { deviceCookie } from "#server/platform/access/deviceToken.ts";
import { findKnownDevice, insertKnownDevice } from "./knownDevice.queries.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";

/**
 * Returns the text that identifies a browser in the keys of attempt counters; null for a browser in
 * which the user has not signed in before. Takes the same time whether or not the account exists.
 */
export async function deviceSubject(
  db: Db,
  { deviceHash }: Pick<RequestContext, "deviceHash">,
  userId: number | null,
): Promise<string | null> {
  const found = await db.first(findKnownDevice, { tokenHash: deviceHash, userId });
  return found?.isOwn && deviceHash ? deviceHash.toString("hex") : null;
}

/**
 * Stores that the user has signed in with this browser. Login attempts and requests for reset links
 * from this browser are then counted separately.
 */
export async function storeKnownDevice(
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
  // A token that the server did not issue is replaced, because somebody else could know it.
  const token = newSessionToken();
  await db.all(insertKnownDevice, { tokenHash: hashToken(token), userId });
  response.setCookie(deviceCookie(token, isHttps));
}
