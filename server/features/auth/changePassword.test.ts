import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.sql("delete from throttle"));

const NEW = "a password of my own";

function change(
  by: { cookie: string } | null,
  currentPassword: unknown,
  newPassword: unknown,
): Promise<Reply> {
  return portal
    .visitor("localhost", by)
    .post("/api/user/password", { currentPassword, newPassword });
}

const logIn = ({ username }: TestUser, password: string) =>
  portal.visitor("localhost").post("/api/login", { username, password });

const isSignedIn = async (by: { cookie: string }) =>
  (await portal.visitor("localhost", by).get("/api/user")).status === 200;

describe("changing one's own password", () => {
  test("a new password replaces the old password and ends every other session of the account", async () => {
    const [user, other] = [await portal.user("user"), await portal.user("user")];
    const elsewhere = cookieOf(await logIn(user, TEST_PASSWORD));
    const reply = await change(user, TEST_PASSWORD, NEW);
    expect(reply).toMatchObject({ status: 200, body: { id: user.id, mustChangePassword: false } });
    expect(await isSignedIn(cookieOf(reply))).toBe(true);
    expect(await isSignedIn(user)).toBe(false);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(other)).toBe(true);
    expect((await logIn(user, TEST_PASSWORD)).status).toBe(401);
    expect((await logIn(user, NEW)).status).toBe(200);
    expect((await logIn(other, TEST_PASSWORD)).status).toBe(200);
  });

  test("a new password must have 8 to 128 characters, counting leading and trailing spaces", async () => {
    const user = await portal.user("user");
    for (const [password, message] of [
      ["1234567", "Password must be at least 8 characters"],
      ["x".repeat(129), "Password must be at most 128 characters"],
      [undefined, "Password is required"],
    ]) {
      const reply = await change(user, TEST_PASSWORD, password);
      expect([reply.status, reply.body]).toEqual([
        400,
        { message, errors: { newPassword: [message] } },
      ]);
    }
    const longest = ` ${"x".repeat(126)} `;
    const reply = await change(user, TEST_PASSWORD, longest);
    expect(reply.status).toBe(200);
    expect((await logIn(user, longest.trim())).status).toBe(401);
    expect((await logIn(user, longest)).status).toBe(200);
  });

  test("a new password must differ from the current password", async () => {
    const user = await portal.user("user");
    const message = "Choose a password that you do not have yet";
    const reply = await change(user, TEST_PASSWORD, TEST_PASSWORD);
    expect([reply.status, reply.body]).toEqual([
      400,
      { message, errors: { newPassword: [message] } },
    ]);
    expect(await isSignedIn(user)).toBe(true);
  });

  test("after ten wrong current passwords, a change of the password gets 429 even with the right password", async () => {
    const user = await portal.user("user");
    const message = "This is not your current password";
    for (let guess = 0; guess < 10; guess += 1) {
      const reply = await change(user, `guess ${String(guess)}`, NEW);
      expect([reply.status, reply.body]).toEqual([
        400,
        { message, errors: { currentPassword: [message] } },
      ]);
    }
    const limited = await change(user, TEST_PASSWORD, NEW);
    expect([limited.status, Number(limited.headers["retry-after"]) > 600]).toEqual([429, true]);
    expect((await change(await portal.user("user"), TEST_PASSWORD, NEW)).status).toBe(200);
    expect((await logIn(user, TEST_PASSWORD)).status).toBe(200);
  });

  test("the response to a change of password contains neither the password nor its hash", async () => {
    const user = await portal.user("user");
    expect((await change(user, TEST_PASSWORD, NEW)).text).not.toMatch(/password of my own|argon2/);
  });

  test("after two concurrent changes of a password exactly one of the two new passwords is valid", async () => {
    const user = await portal.user("user");
    const replies = await Promise.all([
      change(user, TEST_PASSWORD, `${NEW} 1`),
      change(user, TEST_PASSWORD, `${NEW} 2`),
    ]);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    const works = [(await logIn(user, `${NEW} 1`)).status, (await logIn(user, `${NEW} 2`)).status];
    expect(works.toSorted()).toEqual([200, 401]);
  });
});
