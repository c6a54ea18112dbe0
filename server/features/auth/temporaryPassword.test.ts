import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { UserRole } from "#contract/users.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.sql("delete from throttle"));

/** Creates a user who is signed in with a temporary password that expires after the time `left`. */
async function scene(role: UserRole = "company_admin", left = "23 hours") {
  const company = await portal.company();
  const board = await portal.board(company);
  const secret = await portal.board(company, { isPrivate: true });
  const item = await portal.item(board);
  const hidden = await portal.item(secret, { title: "Hidden" });
  const user = await portal.user(role, company);
  await portal.sql(
    "update user_account set temporary_password_until = now() + $2::interval where id = $1",
    [user.id, left],
  );
  const path = `/api/feedback/${String(item.id)}`;
  const visitor = portal.visitor(company.host, user);
  return { company, board, hidden, user, path, visitor, guest: portal.visitor(company.host) };
}

describe("temporary passwords", () => {
  test("a login with a temporary password succeeds and says that the password must be changed", async () => {
    const { user, guest } = await scene();
    const reply = await guest.post("/api/login", {
      username: user.username,
      password: TEST_PASSWORD,
    });
    expect(reply).toMatchObject({ status: 200, body: { id: user.id, mustChangePassword: true } });
  });

  test("a login with an expired temporary password gets 401", async () => {
    const { user, guest } = await scene("user", "-1 second");
    const reply = await guest.post("/api/login", {
      username: user.username,
      password: TEST_PASSWORD,
    });
    expect(reply.status).toBe(401);
    expect(reply.headers["set-cookie"]).toBeUndefined();
  });

  test("a session that was opened with a temporary password ends when the password expires", async () => {
    const { visitor } = await scene("user", "-1 second");
    expect((await visitor.get("/api/user")).status).toBe(401);
  });

  test.each(["user", "company_admin", "super_admin"] as const)(
    "a %s with a temporary password cannot vote, comment, submit items, change or delete an item, or create an account",
    async (role) => {
      const { visitor, board, path } = await scene(role);
      const words = { title: "T", description: "D", boardId: board.id };
      expect((await visitor.post(`${path}/vote`)).status).toBe(403);
      expect((await visitor.post(`${path}/comments`, { content: "Well" })).status).toBe(403);
      expect((await visitor.patch(path, { title: "Changed" })).status).toBe(403);
      expect((await visitor.delete(path)).status).toBe(403);
      expect((await visitor.post("/api/feedback", words)).status).toBe(403);
      const account = {
        username: "x@example.com",
        password: TEST_PASSWORD,
        fullName: "Xy",
        companyName: "Xyz",
      };
      expect((await visitor.post("/api/register", account)).status).toBe(403);
    },
  );

  test("an admin with a temporary password sees only what an anonymous visitor sees", async () => {
    const { visitor, hidden } = await scene();
    expect((await visitor.get("/api/feedback")).text).not.toContain("Hidden");
    expect((await visitor.get(`/api/feedback/${String(hidden.id)}`)).status).not.toBe(200);
    const boards = await visitor.get("/api/boards");
    expect(boards.text).not.toContain('"isPrivate":true');
  });

  test("changing the temporary password gives full access and ends every other session", async () => {
    const { company, user, visitor, guest, path } = await scene();
    const change = { currentPassword: TEST_PASSWORD, newPassword: "a password of my own" };
    const reply = await visitor.post("/api/user/password", change);
    expect(reply).toMatchObject({ status: 200, body: { id: user.id, mustChangePassword: false } });
    expect((await visitor.get("/api/user")).status).toBe(401);
    const renewed = portal.visitor(company.host, cookieOf(reply));
    expect((await renewed.post(`${path}/vote`)).status).toBe(200);
    const logIn = async (password: string) =>
      (await guest.post("/api/login", { username: user.username, password })).status;
    expect(await logIn(TEST_PASSWORD)).toBe(401);
    expect(await logIn("a password of my own")).toBe(200);
  });

  test("changing a temporary password requires the current password and an acceptable new password", async () => {
    const { visitor, guest } = await scene();
    const change = (currentPassword: string, newPassword: string) =>
      visitor.post("/api/user/password", { currentPassword, newPassword });
    expect((await change("wrong password", "a password of my own")).body.errors).toHaveProperty(
      "currentPassword",
    );
    expect((await change(TEST_PASSWORD, TEST_PASSWORD)).body.errors).toHaveProperty("newPassword");
    expect((await change(TEST_PASSWORD, "short")).body.errors).toHaveProperty("newPassword");
    expect((await guest.post("/api/user/password", {})).status).toBe(401);
    expect((await visitor.get("/api/user")).body.mustChangePassword).toBe(true);
  });
});
