import { Secret, TOTP } from "otpauth";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ REQUIRE_CONFIRMED_EMAIL: "0" });
});
beforeEach(() => portal.sql("delete from throttle"));

const NEW = "a password of my own";

/** Turns the second factor on. Returns the cookies of the new session. */
async function turnMfaOn(visitor: Visitor, password: string): Promise<{ cookie: string }> {
  const setup = await visitor.post("/api/user/mfa/setup", { password });
  const totp = new TOTP({ secret: Secret.fromBase32(setup.body.secret) });
  const reply = await visitor.post("/api/user/mfa/confirm", { code: totp.generate() });
  expect(reply.status).toBe(200);
  return cookieOf(reply);
}

/** Resets an account's password through the mailed link, as the owner of the e-mail address. */
async function reset(username: string): Promise<void> {
  const visitor = portal.visitor("localhost");
  await visitor.post("/api/password-reset", { username });
  const texts = (await runJobs(portal)).map(({ text }) => text);
  const token = /token=(\S+)/.exec(texts.find((text) => text.includes("token=")) ?? "")?.[1];
  const reply = await visitor.post("/api/password-reset/confirm", { token, newPassword: NEW });
  expect(reply.status).toBe(204);
}

const logIn = (username: string) =>
  portal.visitor("localhost").post("/api/login", { username, password: NEW });

describe("a password reset through a mailed link", () => {
  test("a reset by the owner of an unconfirmed e-mail address removes the sessions, second factor and devices of the stranger who registered the address", async () => {
    const company = await portal.company();
    const username = "owner@example.com";
    const account = { username, password: "marmalade sandwich 7", fullName: "Not The Owner" };
    const registered = await portal.visitor(company.host).post("/api/register", account);
    const session = await turnMfaOn(
      portal.visitor(company.host, cookieOf(registered)),
      account.password,
    );
    await reset(username);
    expect((await portal.visitor(company.host, session).get("/api/user")).status).toBe(401);
    const reply = await logIn(username);
    expect(reply.status).toBe(200);
    expect(reply.body.confirmedAt).toEqual(expect.any(String));
    const left = await portal.sql(
      `select from authenticator where user_id = $1 union all
       select from recovery_code where user_id = $1 union all
       select from known_device where user_id = $1 and last_seen_at < (
         select created_at from session where user_id = $1)`,
      [reply.body.id],
    );
    expect(left).toEqual([]);
    expect((await runJobs(portal)).map(({ text }) => text.split("\n")[2])).toEqual([
      "The password of your account was set anew with a link that was mailed to you.",
      "Two-factor authentication was turned off for your account.",
    ]);
  });

  test("a reset keeps the second factor of an account with a confirmed e-mail address", async () => {
    const user = await portal.user("user");
    await turnMfaOn(portal.visitor("localhost", user), TEST_PASSWORD);
    await reset(user.username);
    expect(await logIn(user.username)).toMatchObject({ status: 401, body: { codeRequired: true } });
  });
});
