import { Secret, TOTP } from "otpauth";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Mail } from "#server/platform/mail/mailer.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.sql("delete from throttle"));

const NEW = "a password of my own";

/**
 * Returns the code that an authenticator app with this secret will show in `steps` × 30 seconds.
 */
const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/**
 * Runs the queued jobs. Returns, for each mail to the user, the sentence that describes the event.
 */
async function noticesTo(user: TestUser): Promise<string[]> {
  return (await runJobs(portal)).filter(({ to }) => to === user.username).map(sentenceOf);
}

/** Returns the third line of a mail, which describes the event. */
const sentenceOf = ({ text }: Mail) => text.split("\n")[2] ?? "";

async function turnMfaOn(user: TestUser): Promise<{ reply: Reply; secret: string }> {
  const visitor = portal.visitor("localhost", user);
  const { secret } = (await visitor.post("/api/user/mfa/setup", { password: TEST_PASSWORD })).body;
  return {
    reply: await visitor.post("/api/user/mfa/confirm", { code: codeOf(secret, -1) }),
    secret,
  };
}

describe("mails to the owner about changes of the account", () => {
  test("the mail to the owner about a new password contains the portal's URL, the time of the change, and what to do if somebody else made the change", async () => {
    const company = await portal.company("Acme\r\nBcc: everyone@example.com");
    const user = await portal.user("user", company);
    const before = new Date().toISOString().slice(0, 10);
    const body = { currentPassword: TEST_PASSWORD, newPassword: NEW };
    expect((await portal.visitor(company.host, user).post("/api/user/password", body)).status).toBe(
      200,
    );
    const [mail, ...more] = await runJobs(portal);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: user.username,
      subject: "Your account at Acme Bcc: everyone@example.com was changed",
    });
    const text = mail?.text ?? "";
    expect(text).toContain(
      `Hello ${user.fullName},\n\nThe password of your account was changed.\n`,
    );
    const said = /It was on (\d{4}-\d\d-\d\d) at \d\d:\d\d UTC/.exec(text)?.[1] ?? "";
    expect(said >= before).toBe(true);
    expect(text).toContain("If it was not");
    expect(text).toContain(`http://${company.host}`);
    expect(text).not.toContain(NEW);
  });

  test("the owner gets a mail when a reset link changes the password", async () => {
    const user = await portal.user("user");
    const visitor = portal.visitor("localhost");
    await visitor.post("/api/password-reset", { username: user.username });
    const [link] = await runJobs(portal);
    const token = /token=(\S+)/.exec(link?.text ?? "")?.[1];
    expect(
      (await visitor.post("/api/password-reset/confirm", { token, newPassword: NEW })).status,
    ).toBe(204);
    expect(await noticesTo(user)).toEqual([
      "The password of your account was set anew with a link that was mailed to you.",
    ]);
  });

  test("the owner gets a mail when the second factor is turned on or off", async () => {
    const user = await portal.user("user");
    const { reply, secret } = await turnMfaOn(user);
    expect(await noticesTo(user)).toEqual([
      "Two-factor authentication was turned on for your account.",
    ]);
    const off = await portal
      .visitor("localhost", cookieOf(reply))
      .post("/api/user/mfa/turn-off", { password: TEST_PASSWORD, code: codeOf(secret, 0) });
    expect(off.status).toBe(204);
    expect(await noticesTo(user)).toEqual([
      "Two-factor authentication was turned off for your account.",
    ]);
  });

  test("if a super admin turns off the second factor, the owner gets a mail only if the second factor was on", async () => {
    const [user, without] = [await portal.user("user"), await portal.user("user")];
    const superAdmin = portal.visitor("localhost", await portal.user("super_admin"));
    const turnOff = ({ id }: TestUser) => superAdmin.delete(`/api/admin/users/${String(id)}/mfa`);
    expect((await turnOff(without)).status).toBe(204);
    expect(await noticesTo(without)).toEqual([]);
    await turnMfaOn(user);
    await runJobs(portal);
    expect((await turnOff(user)).status).toBe(204);
    expect(await noticesTo(user)).toEqual([
      "Two-factor authentication was turned off for your account by the portal's provider.",
    ]);
  });

  test("the owner gets a mail when the recovery codes are renewed", async () => {
    const user = await portal.user("user");
    const { reply, secret } = await turnMfaOn(user);
    await runJobs(portal);
    const renewed = await portal
      .visitor("localhost", cookieOf(reply))
      .post("/api/user/mfa/recovery-codes", { password: TEST_PASSWORD, code: codeOf(secret, 0) });
    expect(renewed.status).toBe(200);
    expect(await noticesTo(user)).toEqual([
      "The recovery codes of your account were renewed. The old ones no longer work.",
    ]);
  });

  test("a mail about a new e-mail address is sent to the old address", async () => {
    const user = await portal.user("user");
    const superAdmin = portal.visitor("localhost", await portal.user("super_admin"));
    const change = (body: object) => superAdmin.patch(`/api/admin/users/${String(user.id)}`, body);
    expect((await change({ fullName: "Another Name" })).status).toBe(200);
    expect(await noticesTo(user)).toEqual([]);
    expect((await change({ username: `new-${user.username}` })).status).toBe(200);
    expect(await noticesTo(user)).toEqual([
      expect.stringMatching(/^The e-mail address of your account was changed/),
    ]);
  });

  test("a refused change of the password or the second factor sends no mail", async () => {
    const user = await portal.user("user");
    const visitor = portal.visitor("localhost", user);
    const body = { currentPassword: "not the password", newPassword: NEW };
    expect((await visitor.post("/api/user/password", body)).status).toBe(400);
    await visitor.post("/api/user/mfa/setup", { password: TEST_PASSWORD });
    expect((await visitor.post("/api/user/mfa/confirm", { code: "000000x" })).status).toBe(400);
    expect(await noticesTo(user)).toEqual([]);
  });
});
