import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import { subscriberCounters } from "#server/platform/throttle/subscriber.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { secondsToWait, throttle, throttleAll } from "#server/platform/throttle/throttle.ts";
import { findUserByUsername } from "#server/features/users/users.queries.ts";
import { deviceSubject } from "./knownDevice.ts";

/**
 * Limits of the mails to one e-mail address with a link or a code. Requests from all client
 * addresses are counted together. Requests from browsers in which the owner has signed in before are
 * not counted. Beyond these limits no mail is sent, but the response is the same as for a mail that
 * is sent. The limits are lower than the limit per recipient (`server/platform/mail/limitMails.ts`),
 * so that strangers cannot use up all mails to the owner.
 */
const MAILS_PER_ADDRESS: readonly Limit[] = [
  { name: "reset-account", attempts: 6, windowSeconds: 60 * 60 },
  { name: "reset-account-day", attempts: 20, windowSeconds: 24 * 60 * 60 },
];

/** The limits of one kind of mail that anybody can request for any address. */
export interface MailRequestLimits {
  /**
   * Requests for one e-mail address from one client address. Requests from other client addresses
   * are not counted toward this limit, so that a stranger cannot use up the owner's requests.
   */
  readonly perPlace: Limit;
  /** Requests in a browser in which the owner has signed in before. */
  readonly perDevice: Limit;
}

/**
 * Counts a request: by device if the device is known for the account, otherwise by client address
 * and by e-mail address. Returns false if the limits of mails to the e-mail address are exceeded.
 * The account is looked up only to choose the counter, so the response and the number of statements
 * are the same whether or not the account exists, for a browser in which the owner has never signed
 * in.
 * @throws HttpError 429 if the limit of the device or of the client address is exceeded
 */
export async function countMailRequest(
  { database, ip, deviceHash }: Pick<RequestContext, "database" | "ip" | "deviceHash">,
  username: string,
  { perPlace, perDevice }: MailRequestLimits,
): Promise<boolean> {
  const db = database.system;
  const address = usernameKey(username);
  const user = await db.first(findUserByUsername, { usernameKey: address });
  const device = await deviceSubject(db, { deviceHash }, user?.id ?? null);
  if (device !== null) {
    await throttle(db, perDevice, `${address} ${device}`);
    return true;
  }
  await throttleAll(db, subscriberCounters(perPlace, ip, `${address} `));
  for (const limit of MAILS_PER_ADDRESS)
    if ((await secondsToWait(db, limit, address)) !== null) return false;
  return true;
}
