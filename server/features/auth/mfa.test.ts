import { Secret, TOTP } from "otpauth";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { UserRole } from "#contract/users.ts";
import { siteAuditOf } from "#server/checks/fixtures/auditOf.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(async () => {
  await portal.sql("delete from throttle");
  await portal.sql("update site_settings set require_admin_mfa = false");
});

const WRONG = "This code is not right. Codes change every 30 seconds and work once.";

/**
 * Returns the code that an authenticator app with this secret will show in `steps` × 30 seconds.
 */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });
}

const logIn = ({ username }: TestUser, code?: unknown, password = TEST_PASSWORD): Promise<Reply> =>
  portal
    .visitor("localhost")
    .post("/api/login", { username, password, ...(code !== undefined && { code }) });

interface Enrolled {
  user: TestUser;
  /** Cookie of a session that was opened after the second factor was turned on. */
  cookie: string;
  secret: string;
  recoveryCodes: string[];
}

/** Creates a user with a second factor. The code of the current time step is still unused. */
async function enrolled(role: UserRole = "user"): Promise<Enrolled> {
  const user = await portal.user(role);
  const visitor = portal.visitor("localhost", user);
  const { secret } = (await visitor.post("/api/user/mfa/setup", { password: TEST_PASSWORD })).body;
  const reply = await visitor.post("/api/user/mfa/confirm", { code: codeOf(secret, -1) });
  expect(reply.status).toBe(200);
  return { user, ...cookieOf(reply), secret, recoveryCodes: reply.body.recoveryCodes };
}

describe("turning the second factor on", () => {
  test("turning the second factor on requires password and code, returns ten recovery codes and ends all other sessions", async () => {
    const user = await portal.user("user");
    const visitor = portal.visitor("localhost", user);
    const elsewhere = portal.visitor("localhost", cookieOf(await logIn(user)));
    const setup = await visitor.post("/api/user/mfa/setup", { password: TEST_PASSWORD });
    expect(setup.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(setup.body.uri).toContain(`secret=${String(setup.body.secret)}`);
    expect(decodeURIComponent(setup.body.uri)).toContain(
      `Customer Feedback Portal:${user.username}`,
    );
    expect((await visitor.get("/api/user/mfa")).body).toEqual({
      isOn: false,
      isRequired: false,
      recoveryCodesLeft: 0,
    });
    const reply = await visitor.post("/api/user/mfa/confirm", {
      code: ` ${codeOf(setup.body.secret)} `,
    });
    expect(reply.status).toBe(200);
    expect(new Set(reply.body.recoveryCodes).size).toBe(10);
    for (const code of reply.body.recoveryCodes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
    expect((await elsewhere.get("/api/user")).status).toBe(401);
    const renewed = portal.visitor("localhost", cookieOf(reply));
    expect((await renewed.get("/api/user/mfa")).body).toEqual({
      isOn: true,
      isRequired: false,
      recoveryCodesLeft: 10,
    });
  });

  test("only a code of six ASCII digits can turn the second factor on", async () => {
    const visitor = portal.visitor("localhost", await portal.user("user"));
    await visitor.post("/api/user/mfa/setup", { password: TEST_PASSWORD });
    for (const code of [
      "!!\u{10000}!!",
      "１２３４５６",
      "٣٣٣٣٣٣",
      "12345",
      "1234567",
      "-12345",
      "1e5000",
      "abcdef",
    ]) {
      const reply = await visitor.post("/api/user/mfa/confirm", { code });
      expect([code, reply.status, reply.body.errors]).toEqual([code, 400, { code: [WRONG] }]);
    }
  });

  test("a new secret has no effect until a code confirms it", async () => {
    const user = await portal.user("user");
    const visitor = portal.visitor("localhost", user);
    expect((await visitor.post("/api/user/mfa/confirm", { code: "123456" })).body.errors).toEqual({
      code: [WRONG],
    });
    const first = (await visitor.post("/api/user/mfa/setup", { password: TEST_PASSWORD })).body
      .secret;
    const second = (await visitor.post("/api/user/mfa/setup", { password: TEST_PASSWORD })).body
      .secret;
    expect(second).not.toBe(first);
    expect((await logIn(user)).status).toBe(200);
    const refused = await visitor.post("/api/user/mfa/confirm", { code: codeOf(first) });
    expect([refused.status, refused.body.errors]).toEqual([400, { code: [WRONG] }]);
    expect((await visitor.post("/api/user/mfa/confirm", { code: codeOf(second) })).status).toBe(
      200,
    );
  });

  test("setting up a second factor is refused with a wrong password and while the second factor is on", async () => {
    const { cookie } = await enrolled();
    const visitor = portal.visitor("localhost", { cookie });
    const wrong = await visitor.post("/api/user/mfa/setup", { password: "not the password" });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      { password: ["This is not your current password"] },
    ]);
    const again = await visitor.post("/api/user/mfa/setup", { password: TEST_PASSWORD });
    expect([again.status, again.body.message]).toEqual([
      409,
      "Two-factor authentication is on already",
    ]);
    expect((await visitor.post("/api/user/mfa/confirm", { code: "123456" })).status).toBe(409);
  });

  test("of two concurrent confirmations of a second factor only one succeeds", async () => {
    const visitor = portal.visitor("localhost", await portal.user("user"));
    const { secret } = (await visitor.post("/api/user/mfa/setup", { password: TEST_PASSWORD }))
      .body;
    const replies = await Promise.all(
      [1, 2].map(() => visitor.post("/api/user/mfa/confirm", { code: codeOf(secret) })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test("after ten wrong codes the confirmation of a second factor gets 429 even with the right code", async () => {
    const visitor = portal.visitor("localhost", await portal.user("user"));
    const { secret } = (await visitor.post("/api/user/mfa/setup", { password: TEST_PASSWORD }))
      .body;
    for (let guess = 0; guess < 10; guess += 1)
      await visitor.post("/api/user/mfa/confirm", { code: "x" });
    expect((await visitor.post("/api/user/mfa/confirm", { code: codeOf(secret) })).status).toBe(
      429,
    );
  });
});

describe("signing in with a second factor", () => {
  test("the response to a login without a code says that a code is required only if the password is right", async () => {
    const { user } = await enrolled();
    const asked = await logIn(user);
    expect([asked.status, asked.body]).toEqual([
      401,
      { message: "Enter the code of your authenticator app", codeRequired: true },
    ]);
    expect(asked.headers["set-cookie"]).toBeUndefined();
    expect((await logIn(user, undefined, "not the password")).body).toEqual({
      message: "Invalid credentials",
    });
    expect((await logIn(user, "123456", "not the password")).body).toEqual({
      message: "Invalid credentials",
    });
  });

  test("an authenticator code is accepted only once, and only if it is at most one time step early or late", async () => {
    const { user, secret } = await enrolled();
    expect((await logIn(user, codeOf(secret, -2))).body).toEqual({
      message: WRONG,
      codeRequired: true,
    });
    expect((await logIn(user, codeOf(secret, 2))).status).toBe(401);
    const now = codeOf(secret);
    expect((await logIn(user, `${now.slice(0, 3)} ${now.slice(3)}`)).status).toBe(200);
    expect((await logIn(user, now)).status).toBe(401);
    expect((await logIn(user, codeOf(secret, 1))).status).toBe(200);
    expect((await logIn(user, now)).status).toBe(401);
  });

  test("of three concurrent logins with the same code only one succeeds", async () => {
    const { user, secret } = await enrolled();
    const code = codeOf(secret);
    const replies = await Promise.all([1, 2, 3].map(() => logIn(user, code)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  test("each recovery code works only once, and case, spaces and hyphens are ignored", async () => {
    const { user, cookie, recoveryCodes } = await enrolled();
    const [first = "", second = ""] = recoveryCodes;
    expect((await logIn(user, first.toUpperCase().replace("-", " "))).status).toBe(200);
    expect((await logIn(user, first)).status).toBe(401);
    expect((await logIn(user, second.replace("-", ""))).status).toBe(200);
    const { body } = await portal.visitor("localhost", { cookie }).get("/api/user/mfa");
    expect(body.recoveryCodesLeft).toBe(8);
    const other = await enrolled();
    expect((await logIn(other.user, recoveryCodes[2])).status).toBe(401);
  });

  test("an account accepts at most ten code attempts, counted over all client addresses", async () => {
    const { user, secret } = await enrolled();
    const places = await portal.anotherApp({ TRUST_PROXY: "1" });
    const guess = (place: number, code: string) =>
      places
        .visitor("localhost")
        .post(
          "/api/login",
          { username: user.username, password: TEST_PASSWORD, code },
          { "x-forwarded-for": `192.0.2.${String(place)}` },
        );
    const statuses: number[] = [];
    for (let place = 1; place <= 10; place += 1)
      statuses.push((await guess(place, "abcdef")).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect((await guess(11, codeOf(secret))).status).toBe(429);
    expect((await logIn(await portal.user("user"))).status).toBe(200);
  });

  test("the second factor is still required after a change of the password", async () => {
    const { user, cookie, secret } = await enrolled();
    const change = { currentPassword: TEST_PASSWORD, newPassword: "a password of my own" };
    expect(
      (await portal.visitor("localhost", { cookie }).post("/api/user/password", change)).status,
    ).toBe(200);
    expect((await logIn(user, undefined, "a password of my own")).body.codeRequired).toBe(true);
    expect((await logIn(user, codeOf(secret), "a password of my own")).status).toBe(200);
  });

  test("recovery codes are not stored in plain text, and no later response contains the authenticator key", async () => {
    const { cookie, user, secret, recoveryCodes } = await enrolled();
    const rows = await portal.sql<{ row: string }>(
      "select recovery_code::text as row from recovery_code where user_id = $1",
      [user.id],
    );
    expect(rows).toHaveLength(10);
    for (const code of recoveryCodes)
      expect(JSON.stringify(rows)).not.toContain(code.replace("-", ""));
    const visitor = portal.visitor("localhost", { cookie });
    for (const path of ["/api/user", "/api/user/mfa", "/api/user/sessions"]) {
      const { text } = await visitor.get(path);
      expect(text).not.toContain(secret);
      expect(text).not.toMatch(/hasMfa|salt|last_?step/i);
    }
  });
});

describe("turning the second factor off", () => {
  test("turning the second factor off requires password and code", async () => {
    const { user, cookie, secret, recoveryCodes } = await enrolled();
    const turnOff = (password: string, code: string) =>
      portal.visitor("localhost", { cookie }).post("/api/user/mfa/turn-off", { password, code });
    expect((await turnOff("not the password", codeOf(secret))).body.errors).toHaveProperty(
      "password",
    );
    expect((await turnOff(TEST_PASSWORD, "123456")).body.errors).toEqual({ code: [WRONG] });
    expect((await logIn(user)).status).toBe(401);
    expect((await turnOff(TEST_PASSWORD, recoveryCodes[0] ?? "")).status).toBe(204);
    expect((await logIn(user)).status).toBe(200);
    expect(await portal.sql("select 1 from recovery_code where user_id = $1", [user.id])).toEqual(
      [],
    );
  });
});

describe("renewing recovery codes", () => {
  test("new recovery codes replace the old codes after a check of both factors", async () => {
    const { user, cookie, secret, recoveryCodes } = await enrolled();
    const visitor = portal.visitor("localhost", { cookie });
    const renew = (password: string, code: string) =>
      visitor.post("/api/user/mfa/recovery-codes", { password, code });
    expect((await renew("not the password", codeOf(secret))).body.errors).toHaveProperty(
      "password",
    );
    expect((await renew(TEST_PASSWORD, "123456x")).body.errors).toEqual({ code: [WRONG] });
    const reply = await renew(TEST_PASSWORD, codeOf(secret));
    expect(reply.status).toBe(200);
    const renewed = reply.body.recoveryCodes as string[];
    expect(new Set([...renewed, ...recoveryCodes]).size).toBe(20);
    expect((await visitor.get("/api/user/mfa")).body).toMatchObject({
      isOn: true,
      recoveryCodesLeft: 10,
    });
    expect((await logIn(user, recoveryCodes[0])).status).toBe(401);
    expect((await logIn(user, renewed[0])).status).toBe(200);
    // A current recovery code is accepted as the second factor for the renewal. A code that was
    // replaced by a renewal is refused.
    expect((await renew(TEST_PASSWORD, renewed[1] ?? "")).status).toBe(200);
    expect((await renew(TEST_PASSWORD, renewed[2] ?? "")).status).toBe(400);
  });

  test("an account without a second factor cannot get recovery codes", async () => {
    const visitor = portal.visitor("localhost", await portal.user("user"));
    const body = { password: TEST_PASSWORD, code: "123456" };
    expect((await visitor.post("/api/user/mfa/recovery-codes", body)).status).toBe(400);
    expect(
      (await portal.visitor("localhost").post("/api/user/mfa/recovery-codes", body)).status,
    ).toBe(401);
  });
});

describe("turning off another user's second factor", () => {
  test("a super admin can turn off the second factor of another user, but not their own second factor, and the change is audited", async () => {
    const { user, cookie } = await enrolled();
    const admin = await portal.user("super_admin");
    const superAdmin = portal.visitor("localhost", admin);
    const hasMfa = async () =>
      (await superAdmin.get(`/api/admin/users?search=${user.username}`)).body[0].hasMfa as boolean;
    expect(await hasMfa()).toBe(true);
    expect((await superAdmin.delete(`/api/admin/users/${String(user.id)}/mfa`)).status).toBe(204);
    expect(await hasMfa()).toBe(false);
    expect((await portal.visitor("localhost", { cookie }).get("/api/user")).status).toBe(401);
    expect((await logIn(user)).status).toBe(200);
    expect((await siteAuditOf(portal)).at(-1)).toMatchObject({
      actor: admin.username,
      action: "user.mfa-off",
      subject: user.username,
    });
    expect((await superAdmin.delete(`/api/admin/users/${String(admin.id)}/mfa`)).status).toBe(409);
    expect((await superAdmin.delete("/api/admin/users/999999999/mfa")).status).toBe(404);
  });
});

describe("second factor required for admins", () => {
  const require = () => portal.sql("update site_settings set require_admin_mfa = true");

  test.each(["company_admin", "super_admin"] as const)(
    "a %s without the required second factor gets 403 for writes and for the list of sessions, and sees no private boards",
    async (role) => {
      const company = await portal.company();
      const board = await portal.board(company);
      const secretBoard = await portal.board(company, { isPrivate: true, name: "Hidden" });
      const user = await portal.user(role, company);
      const item = await portal.item(board);
      await require();
      const visitor = portal.visitor(company.host, user);
      const message = "Set up two-factor authentication first";
      const refused = [
        await visitor.post("/api/boards", { name: "New", slug: "new" }),
        await visitor.patch(`/api/boards/${String(secretBoard.id)}`, { name: "Mine" }),
        await visitor.post(`/api/feedback/${String(item.id)}/vote`),
        await visitor.get("/api/user/sessions"),
        ...(role === "super_admin" ? [await visitor.get("/api/admin/users")] : []),
      ];
      for (const { status, body } of refused)
        expect([status, body.message]).toEqual([403, message]);
      expect((await visitor.get("/api/boards")).text).not.toContain("Hidden");
      expect((await visitor.get("/api/user")).body).toMatchObject({
        id: user.id,
        mustSetUpMfa: true,
      });
      expect((await logIn(user)).body.mustSetUpMfa).toBe(true);
    },
  );

  test("an admin who sets up the required second factor gets access but cannot turn the second factor off", async () => {
    const company = await portal.company();
    const user = await portal.user("company_admin", company);
    await require();
    const visitor = portal.visitor(company.host, user);
    const { secret } = (await visitor.post("/api/user/mfa/setup", { password: TEST_PASSWORD }))
      .body;
    const reply = await visitor.post("/api/user/mfa/confirm", { code: codeOf(secret) });
    const admin = portal.visitor(company.host, cookieOf(reply));
    expect((await admin.get("/api/user")).body.mustSetUpMfa).toBe(false);
    expect((await admin.post("/api/boards", { name: "New", slug: "new" })).status).toBe(201);
    expect((await admin.get("/api/user/mfa")).body.isRequired).toBe(true);
    const off = { password: TEST_PASSWORD, code: codeOf(secret, 1) };
    expect((await admin.post("/api/user/mfa/turn-off", off)).status).toBe(403);
  });

  test("requiring a second factor of admins affects neither customers nor admins who already have a second factor", async () => {
    const company = await portal.company();
    const customer = await portal.user("user", company);
    const { cookie } = await enrolled("super_admin");
    await require();
    expect((await portal.visitor(company.host, customer).get("/api/user/sessions")).status).toBe(
      200,
    );
    expect((await portal.visitor("localhost", { cookie }).get("/api/admin/users")).status).toBe(
      200,
    );
  });

  test("a super admin can require a second factor of admins in the site settings, and saving the settings without this field does not change the requirement", async () => {
    const { cookie } = await enrolled("super_admin");
    const superAdmin = portal.visitor("localhost", { cookie });
    const settings = {
      siteName: "Voices",
      allowPublicRegistration: false,
      allowPublicFeedback: false,
      maxUploadSize: 5,
    };
    const save = (more: object) =>
      superAdmin.post("/api/admin/site-settings", { ...settings, ...more });
    expect((await save({ requireAdminMfa: true })).body.requireAdminMfa).toBe(true);
    expect((await save({})).body.requireAdminMfa).toBe(true);
    expect((await save({ requireAdminMfa: "yes" })).status).toBe(400);
    expect((await save({ requireAdminMfa: false })).body.requireAdminMfa).toBe(false);
    expect((await superAdmin.get("/api/admin/site-settings")).body.requireAdminMfa).toBe(false);
  });
});
