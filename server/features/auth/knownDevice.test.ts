import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { Reply, TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startProxiedPortal } from "#server/checks/fixtures/startProxiedPortal.ts";

let portal: TestPortal;
let behindProxy: TestApp;
beforeAll(async () => {
  ({ portal, behindProxy } = await startProxiedPortal());
});
beforeEach(() => portal.sql("delete from throttle"));

const setCookies = (reply: Reply): string[] =>
  [reply.headers["set-cookie"] ?? []].flat().map(String);

/**
 * Returns the device cookie that a response sets, as a browser sends it back; undefined if the
 * response sets no device cookie.
 */
const deviceOf = (reply: Reply): string | undefined =>
  setCookies(reply)
    .find((cookie) => cookie.includes("hearback_device="))
    ?.split(";")[0];

function logIn(
  { username }: { username: string },
  cookie = "",
  password = TEST_PASSWORD,
): Promise<Reply> {
  return portal.visitor("localhost", { cookie }).post("/api/login", { username, password });
}

/**
 * Simulates an attack from many IP addresses. Afterwards unknown browsers get 429 for every attempt
 * on the attacked accounts.
 */
const underAttack = () => portal.sql("update throttle set hits = 1000");

async function knownDeviceOf(user: TestUser): Promise<string> {
  const device = deviceOf(await logIn(user));
  if (device === undefined) throw new Error("No device was remembered");
  return device;
}

describe("known devices", () => {
  test("a login sets a long-lived device cookie that is limited to the login's host and hidden from scripts", async () => {
    const user = await portal.user("user");
    const [session, device] = setCookies(await logIn(user));
    expect(session).toMatch(/^hearback_session=/);
    expect(device).toMatch(
      /^hearback_device=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
    );
    const https = await behindProxy
      .visitor("localhost")
      .post(
        "/api/login",
        { username: user.username, password: TEST_PASSWORD },
        { "x-forwarded-proto": "https" },
      );
    expect(setCookies(https)[1]).toMatch(/^__Host-hearback_device=.*; Secure$/);
  });

  test("while an account is under attack, its owner can sign in only from a known device", async () => {
    const user = await portal.user("user");
    const device = await knownDeviceOf(user);
    await logIn(user, "", "a wrong guess");
    await underAttack();
    expect((await logIn(user)).status).toBe(429);
    expect((await logIn(user, `hearback_device=${"x".repeat(43)}`)).status).toBe(429);
    expect((await logIn(user, device)).status).toBe(200);
  });

  test("a known device has ten attempts of its own, which are not counted for other devices", async () => {
    const user = await portal.user("user");
    const device = await knownDeviceOf(user);
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push((await logIn(user, device, "wrong guess")).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect((await logIn(user)).status).toBe(200);
  });

  test("a device is a known device only for users who have signed in on it", async () => {
    const [user, victim] = [await portal.user("user"), await portal.user("user")];
    const device = await knownDeviceOf(user);
    await logIn(victim, "", "a wrong guess");
    await underAttack();
    expect((await logIn(victim, device)).status).toBe(429);
  });

  test("a device keeps its token when a second account signs in, and a token that the server did not issue is replaced", async () => {
    const [first, second] = [await portal.user("user"), await portal.user("user")];
    const device = await knownDeviceOf(first);
    expect(deviceOf(await logIn(second, device))).toBeUndefined();
    await underAttack();
    expect((await logIn(first, device)).status).toBe(200);
    expect((await logIn(second, device)).status).toBe(200);
    await portal.sql("delete from throttle");
    const planted = `hearback_device=${"A".repeat(43)}`;
    const given = deviceOf(await logIn(first, planted));
    expect(given).toMatch(/^hearback_device=/);
    expect(given).not.toBe(planted);
  });

  test("a device token is stored only as a hash, and a failed login stores no device", async () => {
    const user = await portal.user("user");
    expect(setCookies(await logIn(user, "", "a wrong guess"))).toEqual([]);
    expect(await portal.sql("select 1 from known_device where user_id = $1", [user.id])).toEqual(
      [],
    );
    const device = await knownDeviceOf(user);
    const rows = await portal.sql<{ row: string }>(
      "select known_device::text || encode(token_hash, 'escape') as row from known_device where user_id = $1",
      [user.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(device.split("=")[1]);
  });

  test("a device stays known after logging out", async () => {
    const user = await portal.user("user");
    const reply = await logIn(user);
    const cookie = setCookies(reply)
      .map((pair) => pair.split(";")[0])
      .join("; ");
    const out = await portal.visitor("localhost", { cookie }).post("/api/logout");
    expect(setCookies(out).join()).not.toContain("hearback_device");
    await underAttack();
    expect((await logIn(user, deviceOf(reply))).status).toBe(200);
  });
});
