import { timingSafeEqual } from "node:crypto";
import type { loginCodesApi } from "#contract/loginCodes.ts";
import type { User } from "#contract/users.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { Db } from "#server/platform/db/database.ts";
import { countSignIn } from "#server/platform/health/signInCounts.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import { bySubscriber } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { Counted, Limit } from "#server/platform/throttle/throttle.ts";
import { throttleAll, uncount, uncountIfOverloaded } from "#server/platform/throttle/throttle.ts";
import { findUserByUsername } from "#server/features/users/users.queries.ts";
import { deviceSubject } from "./knownDevice.ts";
import {
  countLoginCodeAttempt,
  findLoginCode,
  takeLoginCode,
  uncountLoginCodeAttempt,
} from "./loginCode.queries.ts";
import { loginCookie, readLoginBrowser } from "./loginCookie.ts";
import { hashCode } from "./password.ts";
import { deadLoginCode, signInByMail } from "./signInByMail.ts";

const PER_SUBSCRIBER: Limit = { name: "login-code-try-ip", attempts: 30, windowSeconds: 15 * 60 };
/**
 * Wrong codes for one address from all browsers in which its owner has never signed in. A guess is
 * right with a probability of 1 in 1,000,000, so guessing a code takes 91 years on average. When
 * strangers have used the guesses up, the owner still gets in by the link in the mail.
 */
const PER_ADDRESS: Limit = { name: "login-code-try", attempts: 30, windowSeconds: 24 * 60 * 60 };
/** Wrong codes in a browser in which the owner has signed in before. */
const PER_DEVICE: Limit = { name: "login-code-try-device", attempts: 10, windowSeconds: 15 * 60 };

/** Rate limit of attempts with a code or a link. */
export const codeTryLimit = bySubscriber(PER_SUBSCRIBER);

type ConfirmContext = Handled<typeof loginCodesApi.confirm>;

/**
 * Signs in with a mailed code. The code works only in the browser that has requested it: its cookie
 * names the request, and with it the address. Without the cookie, or for an address that got no
 * mail, the responses are the same as for a wrong code.
 * @throws HttpError 400 on the field `code` for a wrong, expired or used code
 */
export function confirmLoginCode(context: ConfirmContext): Promise<User> {
  return countSignIn("mail_code", () => confirmCode(context));
}

async function confirmCode(context: ConfirmContext): Promise<User> {
  const { database, body, host, isHttps, response } = context;
  const db = database.system;
  const browserHash = readLoginBrowser(context);
  const found = await db.first(findLoginCode, { browserHash, host: host.name });
  if (!found || !browserHash) throw deadLoginCode();
  const address = usernameKey(found.address);
  const account = await db.first(findUserByUsername, { usernameKey: address });
  const device = await deviceSubject(db, context, account?.id ?? null);
  const counted = await countTry(db, address, device);
  const limits = [...counted, ...codeTryLimit.countersOf(context)];
  const codeHash = await uncountIfOverloaded(db, limits, () => hashCode(body.code, found.salt));
  const expected = await db.first(countLoginCodeAttempt, { browserHash });
  if (!expected) throw deadLoginCode();
  if (expected.codeHash === null || !timingSafeEqual(codeHash, expected.codeHash))
    throw invalid({ code: ["This code is not right"] });
  // Only wrong codes count, because a right code is possibly sent again with a second factor.
  await db.all(uncountLoginCodeAttempt, { browserHash });
  for (const attempt of counted) await uncount(db, attempt);
  const take = async (transaction: Db) =>
    (await transaction.first(takeLoginCode, { browserHash, codeHash })) !== undefined;
  const user = await signInByMail(context, { ...found, ...body, account, device, take });
  response.setCookie(loginCookie("", 0, isHttps));
  // Only a new account changes what others see.
  if (account) response.unchanged();
  return user;
}

/**
 * Counts an attempt to enter a code that was mailed to an address.
 * @throws HttpError 429 after too many wrong codes
 */
export async function countTry(db: Db, address: string, device: string | null): Promise<Counted[]> {
  const counted =
    device === null
      ? [{ limit: PER_ADDRESS, subject: address }]
      : [{ limit: PER_DEVICE, subject: `${address} ${device}` }];
  await throttleAll(db, counted);
  return counted;
}
