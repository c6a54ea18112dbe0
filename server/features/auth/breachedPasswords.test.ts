import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { isBreachedPassword } from "./breachedPasswords.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.site({ allowPublicRegistration: true });
});
beforeEach(() => portal.sql("delete from throttle"));

const message = "This password is known from data breaches. Choose another one.";

describe("passwords known from data breaches", () => {
  test.each(["password", "12345678", "iloveyou1", "Trustno1", "QWERTYUIOP", "sunshine1"])(
    "the password %s is recognized as breached, ignoring case",
    async (password) => {
      expect(await isBreachedPassword(password)).toBe(true);
    },
  );

  test.each([TEST_PASSWORD, "password of mine", "demo-password", "trustno1 ", "密码密码密码密码"])(
    "the password %s is not recognized as breached",
    async (password) => {
      expect(await isBreachedPassword(password)).toBe(false);
    },
  );

  test("no account can be created with a breached password on a company's host or the product's host", async () => {
    const company = await portal.company();
    const account = { username: "new@example.com", fullName: "New Person", password: "password1" };
    const founder = { ...account, companyName: "New Company", subdomain: "new-company" };
    for (const [host, body] of [
      [company.host, account],
      ["localhost", founder],
    ] as const) {
      const reply = await portal.visitor(host).post("/api/register", body);
      expect([reply.status, reply.body]).toEqual([
        400,
        { message, errors: { password: [message] } },
      ]);
    }
    expect(
      await portal.sql("select 1 from user_account where username = 'new@example.com'"),
    ).toEqual([]);
  });

  test("a password cannot be changed to a breached password", async () => {
    const user = await portal.user("user");
    const reply = await portal
      .visitor("localhost", user)
      .post("/api/user/password", { currentPassword: TEST_PASSWORD, newPassword: "football1" });
    expect([reply.status, reply.body]).toEqual([
      400,
      { message, errors: { newPassword: [message] } },
    ]);
  });

  test("a temporary password is allowed to be a breached password, because it is valid for only 24 hours", async () => {
    const superAdmin = portal.visitor("localhost", await portal.user("super_admin"));
    const account = {
      username: "made@example.com",
      fullName: "Made Person",
      companyName: "Made Company",
      password: "password1",
    };
    expect((await superAdmin.post("/api/register", account)).status).toBe(201);
  });
});
