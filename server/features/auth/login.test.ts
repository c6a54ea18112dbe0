import { createHash } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.sql("delete from throttle"));

const INVALID = '{"message":"Invalid credentials"}';

async function scene() {
  const company = await portal.company();
  const customer = await portal.user("user", company);
  return { company, customer, guest: portal.visitor(company.host) };
}

describe("logging in", () => {
  test("a login with the right password returns the user and sets a session cookie", async () => {
    const { company, customer, guest } = await scene();
    const reply = await guest.post("/api/login", {
      username: customer.username,
      password: TEST_PASSWORD,
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      id: customer.id,
      username: customer.username,
      fullName: customer.fullName,
      pictureUrl: null,
      role: "user",
      companyId: company.id,
      mustChangePassword: false,
      mustSetUpMfa: false,
      confirmedAt: expect.any(String),
      mustConfirmEmail: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect((await portal.visitor(company.host, cookieOf(reply)).get("/api/user")).body).toEqual(
      reply.body,
    );
  });

  test("a wrong password and an unknown user get the same response", async () => {
    const { customer, guest } = await scene();
    const wrong = await guest.post("/api/login", {
      username: customer.username,
      password: "wrong password",
    });
    const unknown = await guest.post("/api/login", {
      username: "nobody@example.com",
      password: TEST_PASSWORD,
    });
    for (const reply of [wrong, unknown]) {
      expect(reply).toMatchObject({ status: 401, text: INVALID });
      expect(reply.headers["set-cookie"]).toBeUndefined();
    }
    const [names, otherNames] = [wrong, unknown].map(({ headers }) => Object.keys(headers));
    expect(names).toEqual(otherNames);
  });

  test("a login with an unknown username takes about as long as a login with a wrong password", async () => {
    const { customer, guest } = await scene();
    const took = async (username: string) => {
      const started = performance.now();
      await guest.post("/api/login", { username, password: "wrong password" });
      return performance.now() - started;
    };
    await took("first@example.com");
    const pairs: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const known = await took(customer.username);
      pairs.push((await took("nobody@example.com")) / known);
    }
    expect(pairs.toSorted((a, b) => a - b)[3]).toBeGreaterThan(0.5);
  });

  test("the e-mail address of a login is compared ignoring case and surrounding spaces", async () => {
    const { customer, guest } = await scene();
    const username = ` ${customer.username.toUpperCase()} `;
    const reply = await guest.post("/api/login", { username, password: TEST_PASSWORD });
    expect(reply).toMatchObject({
      status: 200,
      body: { id: customer.id, username: customer.username },
    });
  });

  test("an address whose domain is in another script signs in as it is typed and as it is stored", async () => {
    const { customer, guest } = await scene();
    const stored = "ann@xn--bcher-kva.example";
    await portal.sql("update user_account set username = $1 where id = $2", [stored, customer.id]);
    for (const username of ["ann@bücher.example", "Ann@BÜCHER.example", stored])
      expect(
        await guest.post("/api/login", { username, password: TEST_PASSWORD }),
        username,
      ).toMatchObject({ status: 200, body: { id: customer.id, username: stored } });
  });

  test("the password of a login is compared exactly", async () => {
    const { customer, guest } = await scene();
    const { username } = customer;
    for (const password of [
      TEST_PASSWORD.toUpperCase(),
      ` ${TEST_PASSWORD}`,
      `${TEST_PASSWORD} `,
    ]) {
      expect((await guest.post("/api/login", { username, password })).status).toBe(401);
    }
  });

  test("an admin of another company can sign in on a company's host, and the account keeps its role and company", async () => {
    const { guest } = await scene();
    const home = await portal.company();
    const stranger = await portal.user("company_admin", home);
    const reply = await guest.post("/api/login", {
      username: stranger.username,
      password: TEST_PASSWORD,
    });
    expect(reply.body).toMatchObject({ role: "company_admin", companyId: home.id });
  });

  test("a login without e-mail address and password gets an error for each of the two fields", async () => {
    const { guest } = await scene();
    const reply = await guest.post("/api/login", {});
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toEqual({
      username: ["Email is required"],
      password: ["Password is required"],
    });
  });

  test("a login with a username that no account can have gets 400 or 401", async () => {
    const { guest } = await scene();
    for (const username of [
      "a\u0000b@example.com",
      "\ud800@example.com",
      "x".repeat(254),
      "'; drop table session; --",
    ]) {
      const reply = await guest.post("/api/login", { username, password: TEST_PASSWORD });
      expect([username, [400, 401].includes(reply.status)]).toEqual([username, true]);
    }
  });

  test("a wrong password with unusual characters gets 'Invalid credentials'", async () => {
    const { customer, guest } = await scene();
    for (const password of ["a\u0000b", "\ud800", "🔑".repeat(200)]) {
      const reply = await guest.post("/api/login", { username: customer.username, password });
      expect(reply).toMatchObject({ status: 401, text: INVALID });
    }
  });

  test("no password is stored in plain text, and no hash is sent to clients", async () => {
    const { customer, guest } = await scene();
    const reply = await guest.post("/api/login", {
      username: customer.username,
      password: TEST_PASSWORD,
    });
    expect(reply.text).not.toMatch(/passwordHash|password_hash|argon2/i);
    expect(reply.text).not.toContain(TEST_PASSWORD);
    const [row] = await portal.sql<{ passwordHash: string }>(
      `select password_hash as "passwordHash" from user_account where id = $1`,
      [customer.id],
    );
    const [, memory, time, lanes] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(row?.passwordHash ?? "") ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
    expect(Number(time)).toBeGreaterThanOrEqual(2);
    expect(Number(lanes)).toBe(1);
  });

  test("the database contains the hash of a session token but not the token", async () => {
    const { customer, guest } = await scene();
    const reply = await guest.post("/api/login", {
      username: customer.username,
      password: TEST_PASSWORD,
    });
    const token = cookieOf(reply).cookie.split("=")[1] ?? "";
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const stored = await portal.sql<{ hash: string; row: string }>(
      "select encode(token_hash, 'hex') as hash, session::text as row from session where user_id = $1",
      [customer.id],
    );
    expect(stored.map(({ hash }) => hash)).toContain(
      createHash("sha256").update(token).digest("hex"),
    );
    const tokenInHex = Buffer.from(token, "base64url").toString("hex");
    for (const { row } of stored) {
      expect(row).not.toContain(token);
      expect(row).not.toContain(tokenInHex);
    }
  });
});
