import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startProxiedPortal } from "#server/checks/fixtures/startProxiedPortal.ts";

let portal: TestPortal;
let behindProxy: TestApp;
beforeAll(async () => {
  ({ portal, behindProxy } = await startProxiedPortal());
});
beforeEach(() => portal.sql("delete from throttle"));

const WINDOW_SECONDS = 15 * 60;

async function scene() {
  const company = await portal.company();
  const customer = await portal.user("user", company);
  return { company, customer, guest: portal.visitor(company.host) };
}

async function guessWrong(guest: Visitor, username: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < times; attempt += 1) {
    statuses.push(
      (await guest.post("/api/login", { username, password: `guess ${String(attempt)}` })).status,
    );
  }
  return statuses;
}

describe("limits on login attempts", () => {
  test("after ten wrong passwords for an account the client gets 429 even with the right password", async () => {
    const { customer, guest } = await scene();
    const { username } = customer;
    expect(new Set(await guessWrong(guest, username, 10))).toEqual(new Set([401]));
    const reply = await guest.post("/api/login", { username, password: TEST_PASSWORD });
    expect(reply).toMatchObject({
      status: 429,
      body: { message: "Too many attempts. Try again in 15 minutes." },
    });
    const wait = Number(reply.headers["retry-after"]);
    expect(wait).toBeGreaterThan(WINDOW_SECONDS - 60);
    expect(wait).toBeLessThanOrEqual(WINDOW_SECONDS);
    expect(reply.headers["set-cookie"]).toBeUndefined();
  });

  test("two server processes share the counters of login attempts", async () => {
    const { company, customer, guest } = await scene();
    const elsewhere = (await portal.anotherApp()).visitor(company.host);
    const { username } = customer;
    await guessWrong(guest, username, 5);
    expect(await guessWrong(elsewhere, username, 6)).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await guest.post("/api/login", { username, password: TEST_PASSWORD })).status).toBe(
      429,
    );
  });

  test("of thirty concurrent login attempts on an account only ten are checked", async () => {
    const { customer, guest } = await scene();
    const statuses = (
      await Promise.all(Array.from({ length: 30 }, () => guessWrong(guest, customer.username, 1)))
    ).flat();
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  test("login attempts on one account are not counted for other accounts", async () => {
    const { company, customer, guest } = await scene();
    const colleague = await portal.user("user", company);
    await guessWrong(guest, customer.username, 11);
    const reply = await guest.post("/api/login", {
      username: colleague.username,
      password: TEST_PASSWORD,
    });
    expect(reply.status).toBe(200);
  });

  test("a successful login resets the counter of login attempts", async () => {
    const { customer, guest } = await scene();
    const { username } = customer;
    await guessWrong(guest, username, 9);
    expect((await guest.post("/api/login", { username, password: TEST_PASSWORD })).status).toBe(
      200,
    );
    expect(await guessWrong(guest, username, 10)).toEqual(Array.from({ length: 10 }, () => 401));
  });

  test("an account accepts login attempts again after the time window of the limit", async () => {
    const { customer, guest } = await scene();
    const { username } = customer;
    await guessWrong(guest, username, 11);
    await portal.sql("update throttle set window_started_at = now() - interval '16 minutes'");
    expect((await guest.post("/api/login", { username, password: TEST_PASSWORD })).status).toBe(
      200,
    );
  });

  test("all spellings of an e-mail address share one counter of login attempts", async () => {
    const { customer, guest } = await scene();
    await guessWrong(guest, customer.username, 10);
    for (const username of [customer.username.toUpperCase(), ` ${customer.username}`]) {
      expect((await guest.post("/api/login", { username, password: TEST_PASSWORD })).status).toBe(
        429,
      );
    }
  });

  test("a login whose e-mail address contains a non-ASCII lookalike of a Latin letter matches no account and does not reveal whether the account exists", async () => {
    const { company, customer, guest } = await scene();
    const known = `kiki${String(company.id)}@example.com`;
    const unknown = `kiki${String(company.id)}-unknown@example.com`;
    await portal.sql("update user_account set username = $1 where id = $2", [known, customer.id]);
    const statuses: number[][] = [];
    for (const username of [known, unknown]) {
      const disguised = username.replace("i", "\u0130");
      const password = TEST_PASSWORD;
      const reply = await guest.post("/api/login", { username: disguised, password });
      await portal.sql("update throttle set hits = 10 where key like 'login-account-ip:%'");
      statuses.push([reply.status, ...(await guessWrong(guest, username, 1))]);
    }
    expect(statuses).toEqual([
      [401, 401],
      [401, 401],
    ]);
    const kelvin = { username: known.replace("k", "\u212a"), password: TEST_PASSWORD };
    expect((await guest.post("/api/login", kelvin)).status).toBe(401);
  });

  test("after 100 login attempts a client address gets 429 for every account, and other addresses do not", async () => {
    const { company, customer } = await scene();
    const guest = behindProxy.visitor(company.host);
    const post = (ip: string, username: string, password = "wrong password") =>
      guest.post("/api/login", { username, password }, { "x-forwarded-for": ip });
    await post("192.0.2.1", "user1@example.com");
    await portal.sql("update throttle set hits = 98 where key like 'login-ip:%'");
    const statuses = await Promise.all(
      [2, 3, 4, 5].map((n) => post("192.0.2.1", `user${String(n)}@example.com`)),
    );
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([401, 401, 429, 429]);
    expect((await post("192.0.2.1", customer.username, TEST_PASSWORD)).status).toBe(429);
    expect((await post("192.0.2.2", customer.username, TEST_PASSWORD)).status).toBe(200);
  });

  test("a forged IP address in X-Forwarded-For does not get a counter of its own", async () => {
    const { company, customer } = await scene();
    await portal.sql("update throttle set hits = 100");
    const guest = behindProxy.visitor(company.host);
    const login = (forwarded: string) =>
      guest.post(
        "/api/login",
        { username: customer.username, password: TEST_PASSWORD },
        { "x-forwarded-for": forwarded },
      );
    expect((await login("192.0.2.7")).status).toBe(200);
    await portal.sql("update throttle set hits = 100 where key like 'login-ip:%'");
    expect((await login("203.0.113.9, 192.0.2.7")).status).toBe(429);
    expect((await login("192.0.2.7, 192.0.2.8")).status).toBe(200);
  });

  test("all addresses of an IPv6 /64 network share a counter of login attempts", async () => {
    const { company, customer } = await scene();
    const guest = behindProxy.visitor(company.host);
    const login = (ip: string) =>
      guest.post(
        "/api/login",
        { username: customer.username, password: TEST_PASSWORD },
        { "x-forwarded-for": ip },
      );
    expect((await login("2001:db8:1:2::1")).status).toBe(200);
    await portal.sql("update throttle set hits = 100 where key like 'login-ip:%'");
    expect((await login("2001:db8:1:2:ffff:ffff:ffff:ffff")).status).toBe(429);
    expect((await login("2001:db8:1:3::1")).status).toBe(200);
  });

  test("an account accepts at most 40 login attempts from one IPv6 /56 network and at most 160 from one /48 network", async () => {
    const { company, customer } = await scene();
    const guest = behindProxy.visitor(company.host);
    const guess = async (ip: string) =>
      (
        await guest.post(
          "/api/login",
          { username: customer.username, password: "wrong password" },
          { "x-forwarded-for": ip },
        )
      ).status;
    expect(await guess("2001:db8:1:200::1")).toBe(401);
    // An account accepts 40 attempts (4 × 10) from one /56 network and 160 (16 × 10) from one /48
    // network.
    await portal.sql("update throttle set hits = 39 where key like 'login-account-ip-56:%'");
    expect(await guess("2001:db8:1:201::1")).toBe(401);
    expect(await guess("2001:db8:1:2ff::1")).toBe(429);
    expect(await guess("2001:db8:1:3ff::1")).toBe(401);
    await portal.sql("update throttle set hits = 159 where key like 'login-account-ip-48:%'");
    expect(await guess("2001:db8:1:ee00::1")).toBe(401);
    expect(await guess("2001:db8:1:ff00::1")).toBe(429);
    expect(await guess("2001:db8:2::1")).toBe(401);
  });

  test("a successful login resets the counters of all networks that contain the client's IPv6 address", async () => {
    const { company, customer } = await scene();
    const guest = behindProxy.visitor(company.host);
    const { username } = customer;
    const headers = { "x-forwarded-for": "2001:db8:1:2::1" };
    await guest.post("/api/login", { username, password: "wrong password" }, headers);
    await guest.post("/api/login", { username, password: TEST_PASSWORD }, headers);
    expect(await portal.sql("select key from throttle where key like 'login-account-ip%'")).toEqual(
      [],
    );
  });

  test("the keys of the counters of login attempts contain neither e-mail addresses nor client addresses", async () => {
    const { customer, guest } = await scene();
    await guessWrong(guest, customer.username, 1);
    const keys = (await portal.sql<{ key: string }>("select key from throttle")).map(
      ({ key }) => key,
    );
    expect(keys).toHaveLength(3);
    expect(keys.join()).not.toMatch(/example|127\.0\.0\.1/);
  });
});
