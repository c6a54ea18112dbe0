import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Session } from "#contract/sessions.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import { nextOf, readPages } from "#server/checks/fixtures/readPages.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startProxiedPortal } from "#server/checks/fixtures/startProxiedPortal.ts";

let portal: TestPortal;
let behindProxy: TestApp;
beforeAll(async () => {
  ({ portal, behindProxy } = await startProxiedPortal());
});
beforeEach(() => portal.sql("delete from throttle"));

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

/**
 * Creates a user with three sessions: the session that `portal.user` opens, a desktop and a phone.
 */
async function scene() {
  const user = await portal.user("user");
  const guest = behindProxy.visitor("localhost");
  const logIn = async (userAgent: string, ip: string) => {
    const body = { username: user.username, password: TEST_PASSWORD };
    const reply = await guest.post("/api/login", body, {
      "user-agent": userAgent,
      "x-forwarded-for": ip,
    });
    return portal.visitor("localhost", cookieOf(reply));
  };
  const desktop = await logIn(FIREFOX, "192.0.2.1");
  const phone = await logIn(IPHONE, "2001:db8::7");
  return { user, desktop, phone, first: portal.visitor("localhost", user) };
}

const sessionsOf = async (visitor: Visitor) =>
  (await visitor.get("/api/user/sessions")).body as Session[];

describe("listing one's own sessions", () => {
  test("each listed session shows its device, IP address and times, and whether it is the current session", async () => {
    const { desktop } = await scene();
    const sessions = await sessionsOf(desktop);
    expect(sessions.map(({ device, ip, isCurrent }) => [device, ip, isCurrent])).toEqual([
      ["Firefox on Windows", "192.0.2.1", true],
      ["Safari on iPhone", "2001:db8::7", false],
      ["Unknown device", "", false],
    ]);
    for (const { createdAt, lastSeenAt } of sessions) {
      expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000);
      expect(Math.abs(Date.parse(lastSeenAt) - Date.now())).toBeLessThan(60_000);
    }
  });

  test("the list of sessions contains no token, no hash and no raw header", async () => {
    const { desktop, user } = await scene();
    const { text } = await desktop.get("/api/user/sessions");
    expect(text).not.toMatch(/hash|token|Mozilla/i);
    expect(text).not.toContain(user.cookie.split("=")[1]);
    expect(Object.keys((JSON.parse(text) as object[])[0] ?? {}).toSorted()).toEqual([
      "createdAt",
      "device",
      "host",
      "id",
      "ip",
      "isCurrent",
      "lastSeenAt",
    ]);
  });

  test("the list of sessions omits expired sessions, idle sessions and sessions of other users", async () => {
    const { desktop, user, phone } = await scene();
    await portal.user("user");
    const [, onPhone] = await sessionsOf(desktop);
    await portal.sql("update session set last_seen_at = now() - interval '15 days' where id = $1", [
      onPhone?.id,
    ]);
    await portal.sql(
      "update session set expires_at = now() - interval '1 second' where user_id = $1 and user_agent = ''",
      [user.id],
    );
    expect(await sessionsOf(desktop)).toHaveLength(1);
    expect((await phone.get("/api/user")).status).toBe(401);
  });

  test("a login with a very long User-Agent header succeeds and stores 300 characters of the header", async () => {
    const user = await portal.user("user");
    const body = { username: user.username, password: TEST_PASSWORD };
    const reply = await portal
      .visitor("localhost")
      .post("/api/login", body, { "user-agent": `<b>Firefox/1 ${"x".repeat(5000)}` });
    expect(reply.status).toBe(200);
    const [row] = await portal.sql<{ length: number }>(
      "select max(length(user_agent))::int as length from session where user_id = $1",
      [user.id],
    );
    expect(row?.length).toBe(300);
    const visitor = portal.visitor("localhost", cookieOf(reply));
    expect((await sessionsOf(visitor)).map(({ device }) => device)).toEqual([
      "Firefox",
      "Unknown device",
    ]);
  });

  test("the list of sessions shows the client address and the time of each session's last use", async () => {
    const { user, desktop } = await scene();
    await portal.sql(
      "update session set last_seen_at = now() - interval '6 minutes' where user_id = $1",
      [user.id],
    );
    await desktop.get("/api/user");
    const [current, ...others] = await sessionsOf(desktop);
    expect(current).toMatchObject({ ip: "127.0.0.1", isCurrent: true });
    expect(Date.parse(current?.lastSeenAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
    for (const { lastSeenAt } of others)
      expect(Date.parse(lastSeenAt)).toBeLessThan(Date.now() - 300_000);
  });
});

describe("pages of one's own sessions", () => {
  const LIST = "/api/user/sessions";

  /**
   * Creates a user with `count` sessions besides those of `scene`. Groups of five sessions were
   * last used at the same time.
   */
  async function withSessions(count: number) {
    const { user, first } = await scene();
    await portal.sql(
      `insert into session (token_hash, user_id, host, expires_at, last_seen_at)
       select sha256(('more ' || $1::bigint || ' ' || n)::bytea), $1, null, now() + interval '1 day',
         now() - make_interval(hours => 1 + n / 5)
       from generate_series(1, $2::integer) n`,
      [user.id, count],
    );
    return { user, first };
  }

  test("for every page size, the pages together list each of a user's sessions exactly once and begin with the current session", async () => {
    const { first } = await withSessions(25);
    const whole = await first.get(`${LIST}?limit=100`);
    const sessions = whole.body as Session[];
    expect([sessions.length, sessions[0]?.isCurrent]).toEqual([28, true]);
    expect((await first.get(LIST)).body).toEqual(sessions.slice(0, 20));
    for (const limit of [1, 7, 28]) {
      const { items, totals } = await readPages<Session>(first, `${LIST}?limit=${String(limit)}`);
      expect(items).toEqual(sessions);
      expect(new Set(totals)).toEqual(new Set([28]));
    }
  });

  test("opening or ending sessions while paging does not skip any other session", async () => {
    const { user, first } = await withSessions(10);
    const all = (await first.get(LIST)).body as Session[];
    const page = await first.get(`${LIST}?limit=4`);
    await portal.sql(
      `insert into session (token_hash, user_id, host, expires_at)
       values (sha256('late'), $1, null, now() + interval '1 day')`,
      [user.id],
    );
    await first.delete(`${LIST}/${String(page.body[3].id)}`);
    const { items } = await readPages<Session>(first, nextOf(page) ?? "");
    expect(items).toEqual(all.slice(4));
  });

  test("the list of sessions refuses an invalid limit and an invalid cursor", async () => {
    const { first } = await scene();
    for (const query of ["limit=101", "cursor=x"]) {
      const { status, body } = await first.get(`${LIST}?${query}`);
      const field = query.split("=")[0] ?? "";
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 400, [field]]);
    }
  });
});

describe("ending one's own sessions", () => {
  test("ending one session does not end the user's other sessions", async () => {
    const { desktop, phone, first } = await scene();
    const onPhone = (await sessionsOf(desktop)).find(({ device }) => device === "Safari on iPhone");
    const reply = await desktop.delete(`/api/user/sessions/${String(onPhone?.id)}`);
    expect([reply.status, reply.text, reply.headers["set-cookie"]]).toEqual([204, "", undefined]);
    expect((await phone.get("/api/user")).status).toBe(401);
    expect((await desktop.get("/api/user")).status).toBe(200);
    expect((await first.get("/api/user")).status).toBe(200);
  });

  test("ending all other sessions does not end the current session", async () => {
    const { desktop, phone, first } = await scene();
    const stranger = portal.visitor("localhost", await portal.user("user"));
    expect((await desktop.delete("/api/user/sessions")).status).toBe(204);
    expect((await desktop.get("/api/user")).status).toBe(200);
    expect((await phone.get("/api/user")).status).toBe(401);
    expect((await first.get("/api/user")).status).toBe(401);
    expect((await stranger.get("/api/user")).status).toBe(200);
  });

  test("ending the current session removes its cookie", async () => {
    const { desktop } = await scene();
    const [current] = await sessionsOf(desktop);
    const reply = await desktop.delete(`/api/user/sessions/${String(current?.id)}`);
    expect(reply.status).toBe(204);
    expect(String(reply.headers["set-cookie"])).toMatch(/^hearback_session=; .*Max-Age=0/);
    expect((await desktop.get("/api/user")).status).toBe(401);
  });

  test("a user with a temporary password can neither list nor end sessions", async () => {
    const user = await portal.user("user");
    await portal.sql(
      "update user_account set temporary_password_until = now() + interval '1 day' where id = $1",
      [user.id],
    );
    const visitor = portal.visitor("localhost", user);
    expect((await visitor.get("/api/user/sessions")).status).toBe(403);
    expect((await visitor.delete("/api/user/sessions")).status).toBe(403);
    expect((await visitor.delete("/api/user/sessions/1")).status).toBe(403);
  });
});

test("a session ends after sixty days even if the session is in use", async () => {
  const user = await portal.user("user");
  const reply = await portal
    .visitor("localhost")
    .post("/api/login", { username: user.username, password: TEST_PASSWORD });
  const visitor = portal.visitor("localhost", cookieOf(reply));
  const age = (interval: string) =>
    portal.sql(
      `update session set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval,
       last_seen_at = now() where user_id = $1 and user_agent <> ''`,
      [user.id, interval],
    );
  await age("59 days 23 hours");
  expect((await visitor.get("/api/user")).status).toBe(200);
  await age("1 hour");
  expect((await visitor.get("/api/user")).status).toBe(401);
});
