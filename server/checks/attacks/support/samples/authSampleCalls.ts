import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { hashCode } from "#server/features/auth/password.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import type { AttackFixtures } from "../attackFixtures.ts";
import type { SampleCalls } from "./sample.ts";
import { NEW_PASSWORD } from "./sample.ts";

const CONFIRMATION_CODE = "123456";

/** Removes the confirmation of the customer's e-mail address and stores a new confirmation code. */
async function sendCode({ portal, customer: { id, username } }: AttackFixtures): Promise<void> {
  const salt = randomBytes(16);
  await portal.sql("update user_account set confirmed_at = null where id = $1", [id]);
  await portal.sql(
    `insert into email_confirmation (user_id, username, salt, code_hash, expires_at)
     values ($1, $2, $3, $4, now() + interval '15 minutes')`,
    [id, username, salt, await hashCode(CONFIRMATION_CODE, salt)],
  );
}

/** Stores a code for logging in, and returns the cookie of the browser that has requested it. */
async function sendLoginCode({ portal, company, customer }: AttackFixtures): Promise<string> {
  const salt = randomBytes(16);
  const token = newSessionToken();
  await portal.sql(
    `insert into login_code (browser_hash, link_hash, address, host, target_company_id, salt, code_hash, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + interval '10 minutes')`,
    [
      hashToken(token),
      randomBytes(32),
      customer.username,
      company.host,
      company.id,
      salt,
      await hashCode(CONFIRMATION_CODE, salt),
    ],
  );
  return `hearback_login=${token}`;
}

const codeOf = (secret: Buffer) =>
  new TOTP({ secret: Secret.fromHex(secret.toString("hex")), digits: 6, period: 30 }).generate();

/** Successful calls about logging in, registering, passwords and second factors. */
export const authSampleCalls: SampleCalls = {
  "POST /api/login": ({ customer }) => ({
    body: { username: customer.username, password: TEST_PASSWORD },
  }),
  "GET /api/sign-on/ways": () => ({ caller: "anonymous" }),
  "POST /api/login/code": ({ customer }) => ({
    caller: "anonymous",
    body: { username: customer.username, from: "/feedback" },
  }),
  "POST /api/login/code/confirm": async (fixtures) => ({
    caller: "anonymous",
    headers: { cookie: await sendLoginCode(fixtures) },
    body: { code: CONFIRMATION_CODE },
  }),
  "POST /api/register": ({ company }) => ({
    body: {
      username: `new-${String(company.id)}@example.com`,
      password: NEW_PASSWORD,
      fullName: "New Person",
    },
  }),
  "POST /api/logout": () => ({ caller: "customer" }),
  "POST /api/user/password": () => ({
    body: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD },
  }),
  "POST /api/password-reset": ({ customer }) => ({ body: { username: customer.username } }),
  "POST /api/password-reset/confirm": ({ resetToken }) => ({
    body: { token: resetToken, newPassword: NEW_PASSWORD },
  }),
  "POST /api/confirm-email/send": async (fixtures) => {
    await sendCode(fixtures);
    return { caller: "customer" };
  },
  "POST /api/confirm-email": async (fixtures) => {
    await sendCode(fixtures);
    return { caller: "customer", body: { code: CONFIRMATION_CODE } };
  },
  "POST /api/user/mfa/setup": () => ({ body: { password: TEST_PASSWORD } }),
  "POST /api/user/mfa/confirm": ({ secrets }) => ({
    caller: "admin",
    body: { code: codeOf(secrets.pending) },
  }),
  "POST /api/user/mfa/turn-off": ({ secrets }) => ({
    caller: "superAdmin",
    body: { password: TEST_PASSWORD, code: codeOf(secrets.confirmed) },
  }),
  "POST /api/user/mfa/recovery-codes": ({ secrets }) => ({
    caller: "superAdmin",
    body: { password: TEST_PASSWORD, code: codeOf(secrets.confirmed) },
  }),
};
