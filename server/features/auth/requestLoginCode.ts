import { randomBytes } from "node:crypto";
import type { ResultOf } from "#contract/endpoint.ts";
import type { loginCodesApi } from "#contract/loginCodes.ts";
import { isRegistrationOpen } from "#server/platform/access/registration.policy.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { bySubscriber } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import {
  findRecentLoginCode,
  insertLoginCode,
  LOGIN_CODE_MINUTES,
  RESEND_SECONDS,
} from "./loginCode.queries.ts";
import { loginCookie, readLoginBrowser } from "./loginCookie.ts";
import { countMailRequest } from "./mailRequestLimits.ts";
import type { LoginMailRequest } from "./sendLoginCode.ts";
import { LOGIN_CODE_TASK } from "./sendLoginCode.ts";

const PER_SUBSCRIBER: Limit = { name: "login-code-ip", attempts: 30, windowSeconds: 60 * 60 };
/** The limits of codes that are mailed to an address. */
export const CODE_REQUESTS = {
  perPlace: { name: "login-code-place", attempts: 10, windowSeconds: 60 * 60 },
  perDevice: { name: "login-code-device", attempts: 10, windowSeconds: 60 * 60 },
};

export const codeRequestLimit = bySubscriber(PER_SUBSCRIBER);

/**
 * Accepts a request for a code, at most once a minute for each browser and address. The job looks
 * the account up and writes the mail. The response, the cookie and the number of statements are the
 * same whether or not the address has an account.
 */
export async function requestLoginCode(
  context: Handled<typeof loginCodesApi.request>,
): Promise<ResultOf<typeof loginCodesApi.request>> {
  const { database, body, host, hostCompany, origin, site, isHttps, response, viewer } = context;
  const db = database.system;
  const { username: address } = body;
  const isProof = viewer !== null && usernameKey(viewer.username) === usernameKey(address);
  const formerHash = readLoginBrowser(context);
  const recent = await db.first(findRecentLoginCode, {
    browserHash: formerHash,
    address,
    host: host.name,
  });
  if (recent) return recent;
  const isMailed = await countMailRequest(context, address, CODE_REQUESTS);
  const token = newSessionToken();
  const browserHash = hashToken(token);
  await db.transaction(async (transaction) => {
    await transaction.all(insertLoginCode, {
      browserHash,
      formerHash,
      address,
      host: host.name,
      targetCompanyId: hostCompany?.id ?? null,
      returnPath: body.from ?? null,
      salt: randomBytes(16),
    });
    if (!isMailed) return;
    const request: LoginMailRequest = {
      browser: browserHash.toString("base64url"),
      username: address,
      isProof,
      admitsNewPeople: hostCompany !== null && isRegistrationOpen(context),
      origin,
      company: hostCompany && { id: hostCompany.id, name: hostCompany.name },
      siteName: site.siteName,
    };
    await transaction.all(enqueueJob, { task: LOGIN_CODE_TASK, payload: JSON.stringify(request) });
  });
  response.setCookie(loginCookie(token, LOGIN_CODE_MINUTES * 60, isHttps));
  return { resendIn: RESEND_SECONDS };
}
