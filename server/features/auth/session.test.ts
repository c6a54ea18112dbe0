import { createHash } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startProxiedPortal } from "#server/checks/fixtures/startProxiedPortal.ts";

let portal: TestPortal;
let behindProxy: TestApp;
beforeAll(async () => {
  ({ portal, behindProxy } = await startProxiedPortal());
});
beforeEach(() => portal.sql("delete from throttle"));

const HTTPS = { "x-forwarded-proto": "https" };

async function scene() {
  const company = await portal.company();
  const customer = await portal.user("user", company);
  const credentials = { username: customer.username, password: TEST_PASSWORD };
  return { company, customer, credentials, guest: portal.visitor(company.host) };
}

async function logIn(guest: Visitor, credentials: object, headers?: Record<string, string>) {
  const reply = await guest.post("/api/login", credentials, headers);
  expect(reply.status).toBe(200);
  return {
    ...cookieOf(reply),
    setCookie: [reply.headers["set-cookie"]].flat().map(String)[0] ?? "",
  };
}

function hashOf({ cookie }: { cookie: string }): Buffer {
  return createHash("sha256")
    .update(cookie.split("=")[1] ?? "")
    .digest();
}

function attributesOf(setCookie: string): string[] {
  return setCookie.split(/; */).slice(1).toSorted();
}

describe("the session cookie", () => {
  test("the session cookie is limited to its host, hidden from scripts and not sent with forms of other sites", async () => {
    const { guest, credentials } = await scene();
    const { cookie, setCookie } = await logIn(guest, credentials);
    expect(cookie).toMatch(/^hearback_session=/);
    expect(attributesOf(setCookie)).toEqual([
      "HttpOnly",
      "Max-Age=5184000",
      "Path=/",
      "SameSite=Lax",
    ]);
  });

  test("over https the session cookie has the prefix __Host- and the attribute Secure", async () => {
    const { company, credentials } = await scene();
    const guest = behindProxy.visitor(company.host);
    const { cookie, setCookie } = await logIn(guest, credentials, HTTPS);
    expect(cookie).toMatch(/^__Host-hearback_session=/);
    expect(attributesOf(setCookie)).toEqual([
      "HttpOnly",
      "Max-Age=5184000",
      "Path=/",
      "SameSite=Lax",
      "Secure",
    ]);
    expect(
      (await behindProxy.visitor(company.host, { cookie }).get("/api/user", HTTPS)).status,
    ).toBe(200);
  });

  test("over https a session cookie without the prefix __Host- is ignored, because a sibling host could set it", async () => {
    const { company, customer } = await scene();
    const visitor = behindProxy.visitor(company.host, customer);
    expect((await visitor.get("/api/user")).status).toBe(200);
    expect((await visitor.get("/api/user", HTTPS)).status).toBe(401);
  });

  test("an X-Forwarded-Proto header of an untrusted proxy does not make the session cookie Secure", async () => {
    const { guest, credentials } = await scene();
    expect((await logIn(guest, credentials, HTTPS)).setCookie).not.toContain("Secure");
    const { company, credentials: others } = await scene();
    const strict = (await portal.anotherApp({ TRUST_PROXY: "192.0.2.1" })).visitor(company.host);
    expect((await logIn(strict, others, HTTPS)).setCookie).not.toContain("Secure");
  });

  test("the session cookie is found among other cookies", async () => {
    const { company, customer } = await scene();
    const cookie = `theme=dark; ${customer.cookie}; xhearback_session=${"x".repeat(43)}`;
    expect((await portal.visitor(company.host, { cookie }).get("/api/user")).body.id).toBe(
      customer.id,
    );
  });
});

describe("the lifetime of a session", () => {
  test("each login issues a new token and ends the browser's previous session", async () => {
    const { company, guest, credentials } = await scene();
    const first = await logIn(guest, credentials);
    const again = portal.visitor(company.host, first);
    const second = await logIn(again, credentials);
    expect(second.cookie).not.toBe(first.cookie);
    expect((await again.get("/api/user")).status).toBe(401);
    expect((await portal.visitor(company.host, second).get("/api/user")).status).toBe(200);
  });

  test("a login does not end the user's session on another device", async () => {
    const { company, guest, credentials } = await scene();
    const phone = await logIn(guest, credentials);
    await logIn(guest, credentials);
    expect((await portal.visitor(company.host, phone).get("/api/user")).status).toBe(200);
  });

  test("a session token that a client made up never becomes valid", async () => {
    const { company, credentials } = await scene();
    const madeUp = { cookie: `hearback_session=${"A".repeat(43)}` };
    const visitor = portal.visitor(company.host, madeUp);
    expect((await visitor.get("/api/user")).status).toBe(401);
    const { cookie } = await logIn(visitor, credentials);
    expect(cookie).not.toBe(madeUp.cookie);
    expect((await visitor.get("/api/user")).status).toBe(401);
  });

  test("a request with an expired session gets 401", async () => {
    const { company, customer } = await scene();
    await portal.sql(
      "update session set expires_at = now() - interval '1 second' where token_hash = $1",
      [hashOf(customer)],
    );
    expect((await portal.visitor(company.host, customer).get("/api/user")).status).toBe(401);
  });

  test("a session ends after 14 days without requests", async () => {
    const { company, customer } = await scene();
    const visitor = portal.visitor(company.host, customer);
    const lastSeen = (age: string) =>
      portal.sql("update session set last_seen_at = now() - $2::interval where token_hash = $1", [
        hashOf(customer),
        age,
      ]);
    await lastSeen("13 days 23 hours");
    expect((await visitor.get("/api/user")).status).toBe(200);
    await lastSeen("14 days 1 minute");
    expect((await visitor.get("/api/user")).status).toBe(401);
  });

  test("a request updates the time of the session's last use", async () => {
    const { company, customer } = await scene();
    const hash = hashOf(customer);
    await portal.sql(
      "update session set last_seen_at = now() - interval '10 days' where token_hash = $1",
      [hash],
    );
    await portal.visitor(company.host, customer).get("/api/boards");
    const [row] = await portal.sql<{ isFresh: boolean }>(
      `select last_seen_at > now() - interval '1 minute' as "isFresh" from session where token_hash = $1`,
      [hash],
    );
    expect(row?.isFresh).toBe(true);
  });

  test("a session reflects changes of its user immediately", async () => {
    const { company, customer } = await scene();
    const visitor = portal.visitor(company.host, customer);
    await portal.sql("update user_account set role = 'company_admin' where id = $1", [customer.id]);
    expect((await visitor.get("/api/user")).body.role).toBe("company_admin");
    await portal.sql("delete from user_account where id = $1", [customer.id]);
    expect((await visitor.get("/api/user")).status).toBe(401);
  });
});

describe("logging out", () => {
  test("logging out ends the session and removes the cookie", async () => {
    const { company, customer } = await scene();
    const visitor = portal.visitor(company.host, customer);
    const reply = await visitor.post("/api/logout");
    expect(reply).toMatchObject({ status: 204, text: "" });
    expect(String(reply.headers["set-cookie"])).toMatch(/^hearback_session=; .*Max-Age=0/);
    expect((await visitor.get("/api/user")).status).toBe(401);
    expect(
      await portal.sql("select 1 from session where token_hash = $1", [hashOf(customer)]),
    ).toEqual([]);
  });

  test("logging out succeeds repeatedly and without a session", async () => {
    const { company, customer, guest } = await scene();
    const visitor = portal.visitor(company.host, customer);
    await visitor.post("/api/logout");
    expect((await visitor.post("/api/logout")).status).toBe(204);
    expect((await guest.post("/api/logout")).status).toBe(204);
  });

  test("logging out does not end sessions of other users or on other devices", async () => {
    const { company, customer, guest, credentials } = await scene();
    const other = await portal.user("user", company);
    const phone = await logIn(guest, credentials);
    await portal.visitor(company.host, customer).post("/api/logout");
    expect((await portal.visitor(company.host, phone).get("/api/user")).status).toBe(200);
    expect((await portal.visitor(company.host, other).get("/api/user")).status).toBe(200);
  });
});

describe("the current user", () => {
  test("GET /api/user returns the same user on every host", async () => {
    const { company, customer } = await scene();
    const home = await portal.visitor(company.host, customer).get("/api/user");
    const other = await portal.company();
    for (const host of ["localhost", other.host]) {
      expect((await portal.visitor(host, customer).get("/api/user")).body).toEqual(home.body);
    }
  });
});
