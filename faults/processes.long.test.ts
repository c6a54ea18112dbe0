import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import {
  waitForBlockedSessions,
  withOpenTransaction,
} from "#server/checks/fixtures/openTransaction.ts";
import { createCommunity } from "./support/createCommunity.ts";
import type { ExternalDatabase } from "./support/externalDatabase.ts";
import { startDatabase } from "./support/externalDatabase.ts";
import { findLostWrites } from "./support/findLostWrites.ts";
import type { Outcome } from "./support/httpCall.ts";
import { call, newAgent } from "./support/httpCall.ts";
import type { PortalProcess } from "./support/portalProcess.ts";
import { startPortal } from "./support/portalProcess.ts";
import { countAcknowledged, newLedger, writeLoad } from "./support/writeLoad.ts";

/** Number of processes that start concurrently on an empty database. */
const PROCESSES = 8;

let database: ExternalDatabase;
/** The processes that started concurrently. Each test that stops a process takes one of them. */
let portals: PortalProcess[];
/** All processes that were started, for the end of the tests. */
const started: PortalProcess[] = [];

async function newPortal(environment: Record<string, string> = {}): Promise<PortalProcess> {
  const portal = await startPortal({
    environment: { DATABASE_URL: database.url, LOG_LEVEL: "warn", ...environment },
  });
  started.push(portal);
  return portal;
}

/** Returns a running process that no other test uses from now on. */
const takePortal = async (): Promise<PortalProcess> => portals.pop() ?? newPortal();

beforeAll(async () => {
  database = await startDatabase({ isEmpty: true, settings: { max_connections: "200" } });
  portals = await Promise.all(Array.from({ length: PROCESSES }, () => newPortal()));
});
afterAll(async () => {
  await Promise.all(started.map((portal) => portal.stop()));
  await database.stop();
});

/** Locks the table of comments, which blocks all requests that post a comment. */
const COMMENTS_LOCK = { text: "lock table comment in access exclusive mode" };

/** Waits until a portal that is stopping accepts no new connections. */
const whenRefusing = ({ port }: PortalProcess) =>
  vi.waitUntil(
    async () =>
      (await call({ port, host: "localhost", path: "/api/health" })).failure === "ECONNREFUSED",
    { timeout: 5_000 },
  );

// This test comes first, because the other tests insert accounts.
test("processes that start concurrently on an empty database migrate and fill it only once", async () => {
  const ready = await Promise.all(
    portals.map(({ port }) => call({ port, host: "localhost", path: "/api/ready" })),
  );
  expect(ready.map(({ status }) => status)).toEqual(portals.map(() => 200));
  const outputs = portals.map((portal) => portal.output());
  expect(
    outputs.filter((output) => /already exists|duplicate|deadlock|failed/i.test(output)),
  ).toEqual([]);
  expect(await database.sql("select username from user_account")).toEqual([
    { username: "root@example.com" },
  ]);
  const [settings] = await database.sql<{ count: number }>(
    "select deployment_count as count from site_settings",
  );
  expect(settings?.count).toBe(1);
});

test("two processes on one database share sessions, rate limits and cache invalidation", async () => {
  const [first, second] = portals as [PortalProcess, PortalProcess];
  const { company, admin, users, board } = await createCommunity(database.sql, 3);
  const { host } = company;
  const logIn = (portal: PortalProcess, username: string, password: string) =>
    call({
      port: portal.port,
      host,
      method: "POST",
      path: "/api/login",
      body: { username, password },
    });

  const [user] = users;
  const signedIn = await logIn(first, user?.username ?? "", TEST_PASSWORD);
  const cookie = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";
  const whoAmI = () => call({ port: second.port, host, path: "/api/user", cookie });
  expect((await whoAmI()).status).toBe(200);
  await call({ port: first.port, host, method: "POST", path: "/api/logout", cookie });
  expect((await whoAmI()).status).toBe(401);

  const guesses: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const portal = n % 2 === 0 ? first : second;
    guesses.push((await logIn(portal, users[1]?.username ?? "", "wrong password")).status);
  }
  expect(guesses.filter((status) => status === 401)).toHaveLength(10);
  expect(guesses.slice(10)).toEqual([429, 429]);

  const page = (portal: PortalProcess) => call({ port: portal.port, host, path: "/feedback" });
  await page(second);
  expect((await page(second)).text).not.toContain("Seen by everyone");
  const body = { title: "Seen by everyone", description: "D", boardId: board.id };
  await call({
    port: first.port,
    host,
    method: "POST",
    path: "/api/feedback",
    body,
    cookie: admin.cookie,
  });
  expect((await page(first)).text).toContain("Seen by everyone");
  await vi.waitUntil(async () => (await page(second)).text.includes("Seen by everyone"), {
    timeout: 3_000,
  });
});

test("a process that gets SIGTERM still responds to requests in its socket backlog", async () => {
  const portal = await takePortal();
  const { company, users, items } = await createCommunity(database.sql, 20);
  // The process is suspended, so that it gets the requests and the signal at the same time.
  process.kill(portal.pid, "SIGSTOP");
  let sent = 0;
  const votes = users.map(({ cookie }) =>
    call({
      port: portal.port,
      host: company.host,
      method: "POST",
      path: `/api/feedback/${String(items[0])}/vote`,
      cookie,
      onSent: () => (sent += 1),
    }),
  );
  await vi.waitUntil(() => sent === votes.length, { timeout: 5_000 });
  const stopped = portal.stop();
  process.kill(portal.pid, "SIGCONT");
  expect((await Promise.all(votes)).map(({ status, failure }) => failure ?? status)).toEqual(
    votes.map(() => 200),
  );
  expect(await stopped).toBe(0);
});

test("during its shutdown delay, a process reports that it is unhealthy and still serves open and new connections", async () => {
  const portal = await newPortal({ SHUTDOWN_DELAY_SECONDS: "5" });
  const { port } = portal;
  const { company, users, items } = await createCommunity(database.sql, 2);
  const agent = newAgent();
  onTestFinished(() => agent.destroy());
  const vote = (user: number) =>
    call({
      port,
      host: company.host,
      method: "POST",
      path: `/api/feedback/${String(items[0])}/vote`,
      cookie: users[user]?.cookie,
      agent,
    });
  expect((await vote(0)).headers.connection).toBe("keep-alive");
  const stopped = portal.stop();
  await vi.waitUntil(
    async () => (await call({ port, host: "localhost", path: "/api/health" })).status === 503,
    { timeout: 5_000 },
  );
  const { status, headers, failure } = await vote(1);
  expect([failure ?? status, headers.connection]).toEqual([200, "close"]);
  expect(await stopped).toBe(0);
});

describe("shutdown under load", () => {
  test("a process that gets SIGTERM under load responds to all requests that it has accepted and then ends", async () => {
    const portal = await takePortal();
    const community = await createCommunity(database.sql);
    const ledger = newLedger();
    const stopping = new AbortController();
    const load = writeLoad({
      port: portal.port,
      community,
      ledger,
      signal: stopping.signal,
      writers: 24,
    });
    await vi.waitUntil(() => countAcknowledged(ledger) > 50, { timeout: 20_000 });
    // Slow requests wait for a lock, and the shutdown waits for these requests.
    const path = `/api/feedback/${String(community.items[0])}/comments`;
    const { host } = community.company;
    const agent = newAgent();
    const transaction = { connectionString: database.url };
    await withOpenTransaction(transaction, COMMENTS_LOCK, async (commit) => {
      let sent = 0;
      const slow: Promise<Outcome>[] = community.users.slice(0, 4).map(({ cookie }) =>
        call({
          port: portal.port,
          host,
          path,
          method: "POST",
          body: { content: "Slow" },
          cookie,
          agent,
          onSent: () => (sent += 1),
        }),
      );
      await vi.waitUntil(() => sent === slow.length, { timeout: 5_000 });
      // The portal responds to this request after it has received the slow requests.
      await call({ port: portal.port, host, path: "/api/health" });
      const signalledAt = performance.now();
      const stopped = portal.stop();
      await whenRefusing(portal);
      await commit();
      const outcomes = await Promise.all(slow);
      stopping.abort();
      const code = await stopped;
      // Idle connections must not delay the shutdown.
      expect(performance.now() - signalledAt).toBeLessThan(8_000);
      expect(outcomes.map(({ status, failure }) => failure ?? status)).toEqual(slow.map(() => 201));
      expect(code).toBe(0);
    });
    await load;
    // Requests that the process no longer accepts get a connection error. No response is incomplete
    // or has an error status.
    const odd = ledger.outcomes.filter(
      ({ status, failure }) =>
        !(status >= 200 && status < 300) && !["ECONNREFUSED", "ECONNRESET"].includes(failure ?? ""),
    );
    expect(odd.map(({ status, failure }) => failure ?? status)).toEqual([]);
    expect(await findLostWrites(database.sql, ledger)).toEqual({
      lost: 0,
      duplicated: 0,
      miscounted: [],
    });
    agent.destroy();
  });
});

test("a lost database connection is logged in one short line while the portal runs, and is not logged during its shutdown", async () => {
  const portal = await takePortal();
  // The test closes the connections of all processes, so no other process may have connections.
  await Promise.all(started.filter((other) => other !== portal).map((other) => other.stop()));
  const { company, users, items } = await createCommunity(database.sql, 1);
  const comment = () =>
    call({
      port: portal.port,
      host: company.host,
      path: `/api/feedback/${String(items[0])}/comments`,
      method: "POST",
      body: { content: "Slow" },
      cookie: users[0]?.cookie,
    });
  const closeIdleConnections = () =>
    database.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'hearback%' and state = 'idle'",
    );
  const losses = () =>
    portal
      .output()
      .split("\n")
      .filter((line) => line.includes("connection was lost"));
  await comment();
  await closeIdleConnections();
  await vi.waitUntil(() => losses().length >= 2, { timeout: 5_000 });
  for (const line of losses()) {
    const loss: { code?: string } = JSON.parse(line);
    expect(loss).toMatchObject({ level: 40, reason: expect.any(String) });
    // The driver may notice the closed socket before it reads the server's message. In this case,
    // the error has no code or a code of Node.
    expect(["57P01", "ECONNRESET", "EPIPE", "", undefined]).toContain(loss.code);
    expect(line.length).toBeLessThan(300);
  }
  await vi.waitUntil(async () => (await comment()).status === 201, { timeout: 5_000 });
  // The test closes idle database connections while the shutdown waits for a blocked request.
  await withOpenTransaction({ connectionString: database.url }, COMMENTS_LOCK, async (commit) => {
    const slow = comment();
    await waitForBlockedSessions(database, 1);
    const before = losses().length;
    const stopped = portal.stop();
    await whenRefusing(portal);
    expect(await closeIdleConnections()).not.toEqual([]);
    await commit();
    expect([(await slow).status, await stopped]).toEqual([201, 0]);
    expect(losses().slice(before)).toEqual([]);
  });
});
