import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import { openChangeFeed } from "#server/platform/changes/changeFeed.ts";
import { openTenantReads } from "#server/platform/db/openTenantReads.ts";
import { isConcurrentChange } from "#server/platform/db/errors.ts";
import { refuseWrongReplica } from "#server/platform/replica/refuseWrongReplica.ts";
import { StartError } from "#server/platform/db/startError.ts";
import type { Statement } from "#server/platform/db/statement.ts";
import type { Community } from "./support/createCommunity.ts";
import { createCommunity } from "./support/createCommunity.ts";
import type { ExternalDatabase } from "./support/externalDatabase.ts";
import { startDatabase } from "./support/externalDatabase.ts";
import { call, MAX_RESPONSE_MS } from "./support/httpCall.ts";
import type { PortalProcess } from "./support/portalProcess.ts";
import { startPortal } from "./support/portalProcess.ts";
import { startReplica } from "./support/replica.ts";

/** Longer than a busy machine takes for a write and the read that follows it. */
const REPLAY_DELAY = "200ms";

let primary: ExternalDatabase;
let replica: ExternalDatabase;
let first: PortalProcess;
let portals: PortalProcess[];
/** The change feed of a process other than the portals. */
let otherFeed: ChangeFeed;
/**
 * The tests use two companies to check that one company's changes do not affect reads of the other
 * company.
 */
let busy: Community;
let quiet: Community;

/** Functions that stop everything that was started. They run even if a later start fails. */
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  primary = await startDatabase({ settings: { fsync: "off", wal_keep_size: "64MB" } });
  stops.push(() => primary.stop());
  await primary.sql("update site_settings set allow_public_registration = true");
  busy = await createCommunity(primary.sql, 1);
  quiet = await createCommunity(primary.sql, 1);
  replica = await startReplica(primary, { fsync: "off" });
  stops.push(() => replica.stop());
  // Without a replication delay, the replica would always be up to date, and tests could pass by
  // chance.
  await delayReplay(REPLAY_DELAY);
  const environment = {
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: replica.url,
    LOG_LEVEL: "info",
  };
  portals = [];
  for (let n = 0; n < 2; n += 1) {
    const portal = await startPortal({ environment });
    stops.push(() => portal.stop());
    portals.push(portal);
  }
  first = portals[0] as PortalProcess;
  otherFeed = openChangeFeed({ connectionString: primary.url, onError: () => undefined });
  stops.push(() => otherFeed.close());
});

afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

/** Returns the number of anonymous reads that a process has sent to each server. */
async function countReads({ port }: PortalProcess) {
  const { text } = await call({ port, host: "localhost", path: "/metrics" });
  const count = (server: string) =>
    Number(new RegExp(`anonymous_reads_total\\{server="${server}"\\} (\\d+)`).exec(text)?.[1]);
  return { replica: count("replica"), primary: count("primary") };
}

let requests = 0;
/** Makes a path unique, so that the response is not cached. */
const uniquePath = (path: string) =>
  `${path}${path.includes("?") ? "&" : "?"}visit=${String((requests += 1))}`;

/**
 * Reads a company's list and determines which server the portal read from. `from` is empty for a
 * signed-in user, whose reads are not counted.
 */
async function readList(portal: PortalProcess, { company }: Community, cookie?: string) {
  const before = await countReads(portal);
  const path = uniquePath("/api/feedback?sort=date");
  const { status, text, ms } = await call({
    port: portal.port,
    host: company.host,
    path,
    ...(cookie !== undefined && { cookie }),
  });
  const after = await countReads(portal);
  const from =
    after.replica > before.replica ? "replica" : after.primary > before.primary ? "primary" : "";
  return { status, text, ms, from };
}

/** Counts the portal's log messages about the replica since this call. */
function watchReplicaLog(portal: PortalProcess) {
  const from = portal.output().length;
  const count = (text: string) => portal.output().slice(from).split(text).length - 1;
  return {
    back: () => count("the replica is used"),
    away: () => count("the replica is not used"),
    /**
     * Sends a request and waits until it is in the log. All earlier messages are then in the log as
     * well.
     */
    isWritten: async () => {
      const path = `/api/unknown-${String((requests += 1))}`;
      await call({ port: portal.port, host: "localhost", path });
      await vi.waitUntil(() => portal.output().includes(path), { timeout: 5_000 });
    },
  };
}

const whenReplicaAnswers = (portal: PortalProcess, community: Community) =>
  vi.waitUntil(async () => (await readList(portal, community)).from === "replica", {
    timeout: 20_000,
    interval: 200,
  });

async function submit(portal: PortalProcess, { company, admin, board }: Community, title: string) {
  const { status } = await call({
    port: portal.port,
    host: company.host,
    method: "POST",
    path: "/api/feedback",
    body: { title, description: "D", boardId: board.id },
    cookie: admin.cookie,
  });
  expect(status).toBe(201);
}

/** Inserts an item with SQL without publishing the change. */
const insertUnpublished = (
  server: ExternalDatabase,
  { company, board }: Community,
  title: string,
) =>
  server.sql(
    "insert into feedback_item (company_id, board_id, title, description) values ($1, $2, $3, 'D')",
    [company.id, board.id, title],
  );

/** Reads a page and a list, which come from the cache on repeated requests. */
const readCached = ({ port }: PortalProcess, { company: { host } }: Community) =>
  Promise.all(
    ["/feedback?sort=date", "/api/feedback?sort=date"].map(
      async (path) => (await call({ port, host, path })).text,
    ),
  );

const bothWith = (title: string): unknown[] => [
  expect.stringContaining(title),
  expect.stringContaining(title),
];

/** Sets the replication delay. */
async function delayReplay(delay: string): Promise<void> {
  await replica.sql(`alter system set recovery_min_apply_delay = '${delay}'`);
  await replica.sql("select pg_reload_conf()");
}

/**
 * Waits for a condition on the replica. Meanwhile writes WAL records that the replica can replay.
 */
const whenReplayed = (condition: () => Promise<boolean>) =>
  vi.waitUntil(
    async () => {
      await primary.sql("select pg_logical_emit_message(true, 'test', 'next')");
      return condition();
    },
    { timeout: 5_000, interval: 30 },
  );

/** Pauses the replica's replay, at the latest until the end of the test. */
async function pauseReplay(): Promise<void> {
  onTestFinished(resumeReplay);
  await replica.sql("select pg_wal_replay_pause()");
  await whenReplayed(async () => {
    const [row] = await replica.sql<{ state: string }>(
      "select pg_get_wal_replay_pause_state() as state",
    );
    return row?.state === "paused";
  });
}

/** Returns the replica's current time. */
async function replicaTime(): Promise<string> {
  const [row] = await replica.sql<{ now: string }>("select clock_timestamp()::text as now");
  return row?.now ?? "";
}

/**
 * Returns the number of an application's connections that have started a statement on the replica
 * since `time`.
 */
async function countStartedSince(time: string, application: string): Promise<number> {
  const started =
    "select 1 from pg_stat_activity where application_name = $1 and query_start > $2::timestamptz";
  return (await replica.sql(started, [application, time])).length;
}

/**
 * Waits until each portal has made a comparison of both servers' positions that began after this
 * call. This needs two comparisons, because the first may have read the primary's position before
 * the call.
 */
async function whenCompared(): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    const before = await replicaTime();
    await vi.waitUntil(
      async () => (await countStartedSince(before, "hearback replica")) >= portals.length,
      { timeout: 10_000, interval: 30 },
    );
  }
}

/**
 * Resumes replay. After a long pause, replay starts by cancelling queries whose snapshot conflicts
 * with it, which can include this one after it took effect. It is then sent again.
 */
async function resumeReplay(): Promise<void> {
  const resume = () => replica.sql("select pg_wal_replay_resume()");
  await resume().catch((error: unknown) => {
    if (!isConcurrentChange(error)) throw error;
    return resume();
  });
}

test("anonymous reads of a company use the replica only if it has all acknowledged changes of that company", async () => {
  for (const portal of portals) {
    await whenReplicaAnswers(portal, busy);
    await whenReplicaAnswers(portal, quiet);
  }
  await pauseReplay();
  await insertUnpublished(primary, quiet, "Not published");
  await submit(first, busy, "Acknowledged");

  const atOnce = await readList(first, busy);
  expect(atOnce).toMatchObject({ status: 200, from: "primary" });
  expect(atOnce.text).toContain("Acknowledged");
  expect(await readCached(first, busy)).toEqual(bothWith("Acknowledged"));

  // Reads still use the primary after another comparison of positions, in all processes.
  await whenCompared();
  for (const portal of portals) {
    const list = await readList(portal, busy);
    expect(list).toMatchObject({ status: 200, from: "primary" });
    expect(list.text).toContain("Acknowledged");
    expect(await readCached(portal, busy)).toEqual(bothWith("Acknowledged"));
  }

  // No change of the quiet company was published, so reads still use the replica, which has an
  // older state.
  for (const portal of portals) {
    const list = await readList(portal, quiet);
    expect(list).toMatchObject({ status: 200, from: "replica" });
    expect(list.text).not.toMatch(/Not published|Acknowledged/);
  }
  // Signed-in users always read from the primary.
  const signedIn = await readList(first, quiet, quiet.admin.cookie);
  expect(signedIn).toMatchObject({ status: 200, from: "" });
  expect(signedIn.text).toContain("Not published");

  // Another process publishes the change.
  otherFeed.publish({ companyId: quiet.company.id, isPrivate: false, events: [] });
  for (const portal of portals) {
    await vi.waitUntil(async () => (await readList(portal, quiet)).from === "primary", {
      timeout: 3_000,
    });
    expect((await readList(portal, quiet)).text).toContain("Not published");
    expect(await readCached(portal, quiet)).toEqual(bothWith("Not published"));
  }

  await resumeReplay();
  for (const portal of portals) {
    for (const community of [busy, quiet]) await whenReplicaAnswers(portal, community);
    expect((await readList(portal, busy)).text).toContain("Acknowledged");
    expect((await readList(portal, quiet)).text).toContain("Not published");
  }
});

test("an acknowledged change is visible at once, and no cached response lacks the change", async () => {
  let [fromReplica, fromPrimary] = [0, 0];
  for (let n = 0; n < 100; n += 1) {
    // Some rounds start with a response that was read from the replica and cached, other rounds
    // with a response from the primary.
    if (n % 3 === 0) await whenReplicaAnswers(first, busy);
    await readCached(first, busy);
    const title = `Acknowledged ${String(n)}.`;
    await submit(first, busy, title);
    const list = await readList(first, busy);
    expect(list.text).toContain(title);
    expect(await readCached(first, busy)).toEqual(bothWith(title));
    if (list.from === "replica") fromReplica += 1;
    else fromPrimary += 1;
    // Once the replica has caught up, a response from the replica contains the change as well.
    if (n % 3 === 1) {
      await whenReplicaAnswers(first, busy);
      expect(await readCached(first, busy)).toEqual(bothWith(title));
    }
  }
  expect(fromPrimary).toBeGreaterThan(fromReplica);

  // The second write follows when the portal knows which position the replica needs for the first
  // write. The portal must not use the replica before the replica has the second write as well.
  await delayReplay("600ms");
  await submit(first, busy, "The first of two");
  await whenCompared();
  await submit(first, busy, "The second of two");
  await vi.waitUntil(
    async () => {
      const list = await readList(first, busy);
      expect(list.text).toContain("The second of two");
      return list.from === "replica";
    },
    { timeout: 20_000, interval: 50 },
  );
  await delayReplay(REPLAY_DELAY);
});

/** Returns whether an anonymous visitor can read the company. */
async function findsCompany(portal: PortalProcess, subdomain: string, companyId: number) {
  const path = `/api/company/${String(companyId)}`;
  const { status } = await call({ port: portal.port, host: `${subdomain}.localhost`, path });
  return status === 200;
}

test("a new company is visible at once although the replica does not have it yet", async () => {
  for (const portal of portals) await whenReplicaAnswers(portal, quiet);
  await pauseReplay();
  const subdomain = "opened-just-now";
  const { status, text } = await call({
    port: first.port,
    host: "localhost",
    method: "POST",
    path: "/api/register",
    body: {
      username: "founder@example.com",
      password: "correct horse battery",
      fullName: "Founder",
      companyName: "Opened just now",
      subdomain,
    },
  });
  expect(status).toBe(201);
  const { companyId } = JSON.parse(text) as { companyId: number };
  expect(await findsCompany(first, subdomain, companyId)).toBe(true);
  for (const portal of portals) {
    await vi.waitUntil(() => findsCompany(portal, subdomain, companyId), { timeout: 3_000 });
  }
  await resumeReplay();
});

test("after a write whose outcome is unknown, reads use the primary until the replica has caught up", async () => {
  const { company, users, items } = busy;
  const [itemId] = items;
  await whenReplicaAnswers(first, busy);
  await pauseReplay();
  const commitsWaitFor = async (name: string) => {
    await primary.sql(`alter system set synchronous_standby_names = '${name}'`);
    await primary.sql("select pg_reload_conf()");
  };
  onTestFinished(() => commitsWaitFor(""));
  // Commits are stored on the primary and then wait for a replica that never confirms.
  await commitsWaitFor("nobody");
  // Waits until the setting has taken effect.
  const commits: Promise<unknown>[] = [];
  await vi.waitUntil(
    async () => {
      commits.push(primary.sql("select pg_logical_emit_message(true, 'test', 'wait')"));
      return (
        (await primary.sql("select 1 from pg_stat_activity where wait_event = 'SyncRep'")).length >
        0
      );
    },
    { timeout: 5_000, interval: 30 },
  );
  const vote = call({
    port: first.port,
    host: company.host,
    method: "POST",
    path: `/api/feedback/${String(itemId)}/vote`,
    cookie: users[0]?.cookie ?? "",
  });
  const waiting = "wait_event = 'SyncRep' and application_name = 'hearback hearback_app'";
  const cutOff = `select pid, pg_terminate_backend(pid) from pg_stat_activity where ${waiting}`;
  let cut: { pid: number }[] = [];
  await vi.waitUntil(async () => (cut = await primary.sql<{ pid: number }>(cutOff)).length > 0, {
    timeout: 5_000,
    interval: 20,
  });
  // The backend must end before the setting is reset. Otherwise the backend would confirm the
  // commit to the portal.
  const pids = [cut.map(({ pid }) => pid)];
  const isThere = "select 1 from pg_stat_activity where pid = any($1)";
  await vi.waitUntil(async () => (await primary.sql(isThere, pids)).length === 0, {
    timeout: 5_000,
  });
  await commitsWaitFor("");
  await Promise.all(commits);
  expect((await vote).status).toBe(503);
  const read = () =>
    call({ port: first.port, host: company.host, path: `/api/feedback/${String(itemId)}` });
  expect(JSON.parse((await read()).text)).toMatchObject({ votes: 1 });
  await resumeReplay();
  await whenReplicaAnswers(first, busy);
  expect(JSON.parse((await read()).text)).toMatchObject({ votes: 1 });
});

test("row-level security and read-only mode apply on the replica", async () => {
  const open = (isRight: boolean) => {
    const reads = openTenantReads({
      connectionString: replica.url,
      onIdleError: () => undefined,
      isExpectedServer: async () => isRight,
    });
    onTestFinished(() => reads.close());
    return reads.tenant(quiet.company.id);
  };
  const listCompanies: Statement<object, { companyId: number }> = {
    name: "list_companies_of_items",
    text: "select distinct company_id from feedback_item",
    values: () => [],
  };
  const deleteItems = { ...listCompanies, name: "delete_items", text: "delete from feedback_item" };
  expect(await open(true).all(listCompanies, {})).toEqual([{ companyId: quiet.company.id }]);
  await expect(open(true).all(deleteItems, {})).rejects.toMatchObject({ code: "25006" });
  await expect(open(false).all(listCompanies, {})).rejects.toThrow("another server");
});

test("the primary executes statements that are blocked on the replica, and after several blocked statements the portal suspends the replica and logs one line", async () => {
  await whenReplicaAnswers(first, quiet);
  const replicaLog = watchReplicaLog(first);
  const holder = new pg.Client({ connectionString: primary.url });
  await holder.connect();
  try {
    await holder.query("begin; lock table feedback_item in access exclusive mode");
    const locked =
      "select 1 from pg_locks where mode = 'AccessExclusiveLock' and relation = $1::regclass";
    await whenReplayed(async () => (await replica.sql(locked, ["feedback_item"])).length > 0);
    await pauseReplay();
  } finally {
    await holder.end();
  }
  const list = await readList(first, quiet);
  expect(list).toMatchObject({ status: 200, from: "primary" });
  expect(list.ms).toBeGreaterThan(400);
  expect(list.ms).toBeLessThan(2_000);
  await replicaLog.isWritten();
  expect(replicaLog.away()).toBe(0);

  const readAtOnce = async () => {
    const lists = await Promise.all(Array.from({ length: 4 }, () => readList(first, quiet)));
    expect(lists.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  };
  // On a busy machine, four requests may not overlap enough to suspend the replica, and log lines
  // arrive with a delay. So the requests are repeated until the log says that the replica is
  // suspended.
  await vi.waitUntil(
    async () => {
      await readAtOnce();
      return replicaLog.away() > 0;
    },
    { timeout: 20_000, interval: 20 },
  );
  // After the suspension, the portal tries the replica again and then suspends it again.
  for (const isTried of [true, false]) {
    await vi.waitUntil(
      async () => {
        const before = await replicaTime();
        await readAtOnce();
        expect((await readList(first, quiet)).from).toBe("primary");
        return (await countStartedSince(before, "hearback reads")) > 0 === isTried;
      },
      { timeout: 20_000, interval: 200 },
    );
  }
  await replicaLog.isWritten();
  expect([replicaLog.away(), replicaLog.back()]).toEqual([1, 0]);
  await resumeReplay();
  await whenReplicaAnswers(first, quiet);
  await vi.waitUntil(() => replicaLog.back() === 1, { timeout: 20_000 });
  expect(replicaLog.away()).toBe(1);
});

/**
 * Slows down each read of a company's boards until the end of the test.
 * @param seconds delay on each server
 */
async function slowDown({ company }: Community, seconds: { replica: number; primary: number }) {
  onTestFinished(async () => {
    await primary.sql("drop policy test_pause on board; drop function test_pause");
    await whenReplayed(async () => (await replica.sql(isSlow)).length === 0);
  });
  const isSlow = "select 1 from pg_policies where policyname = 'test_pause'";
  await primary.sql(`
    create function test_pause() returns boolean language plpgsql as $$
      begin
        perform pg_sleep(case when pg_is_in_recovery() then ${String(seconds.replica)} else ${String(seconds.primary)} end);
        return true;
      end $$;
    grant execute on function test_pause to hearback_app;
    create policy test_pause on board as restrictive for select to hearback_app
      using (company_id <> ${String(company.id)} or test_pause())`);
  await whenReplayed(async () => (await replica.sql(isSlow)).length > 0);
}

const readBoards = ({ company: { host } }: Community) =>
  call({ port: first.port, host, path: uniquePath("/api/boards") });

test("a read that finds all replica connections busy uses the primary, and another company's reads still use the replica", async () => {
  for (const community of [busy, quiet]) await whenReplicaAnswers(first, community);
  // The delay is long enough that ten requests overlap on a busy machine, and shorter than the
  // replica's time limit.
  await slowDown(busy, { replica: 2.3, primary: 0 });
  const replicaLog = watchReplicaLog(first);
  const before = await countReads(first);
  const burst = await Promise.all(Array.from({ length: 10 }, () => readBoards(busy)));
  expect(burst.map(({ status }) => status)).toEqual(burst.map(() => 200));
  const after = await countReads(first);
  expect(after.replica - before.replica).toBe(6);
  expect(after.primary - before.primary).toBe(4);
  expect((await readList(first, quiet)).from).toBe("replica");
  expect(replicaLog.away()).toBe(0);
});

test("a statement that exceeds the replica's time limit is repeated on the primary", async () => {
  for (const community of [busy, quiet]) await whenReplicaAnswers(first, community);
  await slowDown(busy, { replica: 6, primary: 0 });
  const replicaLog = watchReplicaLog(first);
  const slow = await readBoards(busy);
  expect(slow.status).toBe(200);
  expect(slow.ms).toBeGreaterThan(2_500);
  expect(slow.ms).toBeLessThan(MAX_RESPONSE_MS / 2);
  expect((await readList(first, quiet)).from).toBe("replica");
  expect(replicaLog.away()).toBe(0);
});

test("slow anonymous reads use at most three connections to the primary, so other requests stay fast", async () => {
  for (const community of [busy, quiet]) await whenReplicaAnswers(first, community);
  await slowDown(busy, { replica: 2.5, primary: 2.5 });
  const countSlow = async () =>
    (
      await primary.sql(
        "select 1 from pg_stat_activity where application_name = 'hearback hearback_app' and wait_event = 'PgSleep'",
      )
    ).length;
  let isOver = false;
  const burst = Promise.all(Array.from({ length: 30 }, () => readBoards(busy))).finally(
    () => (isOver = true),
  );
  let most = 0;
  const countMost = async () => {
    most = Math.max(most, await countSlow());
    return isOver;
  };
  const watching = vi.waitUntil(countMost, { timeout: 60_000, interval: 50 });
  await vi.waitUntil(() => most === 3, { timeout: 10_000 });
  const began = performance.now();
  await submit(first, quiet, "While others are slow");
  expect(performance.now() - began).toBeLessThan(1_500);
  const outcomes = await burst;
  await watching;
  expect(most).toBe(3);
  const refused = outcomes.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(22);
  for (const { status, headers } of refused) {
    expect(status).toBe(503);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
  expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(MAX_RESPONSE_MS);
});

/**
 * Returns whether the connection from this port has bytes that the server process has not read.
 * Linux only.
 */
function hasUnreadBytes(clientPort: number): boolean {
  const remote = `:${clientPort.toString(16).toUpperCase().padStart(4, "0")}`;
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .some(([, , to, , queues]) => to?.endsWith(remote) && /:.*[1-9A-F]/.test(queues ?? ""));
}

const onLinux = test.runIf(process.platform === "linux");

onLinux(
  "a lost primary connection during a position query does not suspend the replica",
  async () => {
    await whenReplicaAnswers(first, busy);
    const replicaLog = watchReplicaLog(first);
    const halted = await primary.sql<{ pid: number; port: number }>(
      "select pid, client_port as port from pg_stat_activity where application_name = 'hearback changes'",
    );
    expect(halted.length).toBe(portals.length + 1);
    for (const { pid } of halted) process.kill(pid, "SIGSTOP");
    try {
      await submit(first, busy, "Published without a known position");
      await vi.waitUntil(() => halted.some(({ port }) => hasUnreadBytes(port)), { timeout: 5_000 });
      await primary.sql("select pg_terminate_backend(pid) from unnest($1::int[]) pid", [
        halted.map(({ pid }) => pid),
      ]);
    } finally {
      for (const { pid } of halted) process.kill(pid, "SIGCONT");
    }
    await whenReplicaAnswers(first, busy);
    expect((await readList(first, busy)).text).toContain("Published without a known position");
    await replicaLog.isWritten();
    expect(replicaLog.away()).toBe(0);
  },
);

test("a replica that does not respond delays only a single request, and by less than five seconds", async () => {
  await whenReplicaAnswers(first, quiet);
  const halted = await replica.sql<{ pid: number }>(
    "select pid from pg_stat_activity where application_name in ('hearback reads', 'hearback replica')",
  );
  expect(halted.length).toBeGreaterThan(1);
  for (const { pid } of halted) process.kill(pid, "SIGSTOP");
  try {
    const list = await readList(first, quiet);
    expect(list).toMatchObject({ status: 200, from: "primary" });
    expect(list.ms).toBeLessThan(MAX_RESPONSE_MS / 2);
    expect((await readList(first, quiet)).ms).toBeLessThan(1_000);
    // The portal replaces the suspended connections, so that reads use the replica again.
    await whenReplicaAnswers(first, quiet);
  } finally {
    for (const { pid } of halted) process.kill(pid, "SIGCONT");
  }
});

test("reads stop using a replica that lags too far behind, even if the change feed has published no change", async () => {
  await whenReplicaAnswers(first, quiet);
  await pauseReplay();
  await insertUnpublished(primary, quiet, "Not published, seen in the end");
  expect((await readList(first, quiet)).from).toBe("replica");
  await vi.waitUntil(async () => (await readList(first, quiet)).from === "primary", {
    timeout: 40_000,
    interval: 500,
  });
  expect((await readList(first, quiet)).text).toContain("Not published, seen in the end");
  await resumeReplay();
  await whenReplicaAnswers(first, quiet);
});

test("requests succeed while the replica is down, and reads use the replica again after its restart", async () => {
  await whenReplicaAnswers(first, quiet);
  const { host } = quiet.company;
  const outcomes: Awaited<ReturnType<typeof call>>[] = [];
  const warnings = () => first.output().match(/the replica is not used/g)?.length ?? 0;
  const before = warnings();
  const stopping = new AbortController();
  const readers = Array.from({ length: 3 }, async () => {
    while (!stopping.signal.aborted) {
      outcomes.push(await call({ port: first.port, host, path: uniquePath("/api/feedback") }));
      await sleep(40);
    }
  });
  await vi.waitUntil(() => outcomes.length > 10, { timeout: 5_000 });
  replica.kill();
  expect((await call({ port: first.port, host: "localhost", path: "/api/ready" })).status).toBe(
    200,
  );
  await vi.waitUntil(() => warnings() > before, { timeout: 10_000 });
  await vi.waitUntil(
    () => /the replica is used/.test(first.output().split("is not used").at(-1) ?? ""),
    {
      timeout: 20_000,
    },
  );
  stopping.abort();
  await Promise.all(readers);
  expect(outcomes.filter(({ status }) => status !== 200)).toEqual([]);
  expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(MAX_RESPONSE_MS);
  await whenReplicaAnswers(first, quiet);
});

test("a portal does not use a server as a replica if the server accepts writes, at the start or after a promotion", async () => {
  const refusal =
    "DATABASE_READ_URL cannot be used: the server is no replica: it takes writes itself.";
  await expect(refuseWrongReplica(primary.url, primary.url)).rejects.toThrow(
    new StartError(refusal),
  );
  const environment = { DATABASE_URL: primary.url, DATABASE_READ_URL: primary.url };
  await expect(startPortal({ environment })).rejects.toThrow(`did not start: ${refusal}\n`);
  await expect(
    refuseWrongReplica("postgres://nobody@127.0.0.1:1/nothing", primary.url),
  ).resolves.toBe(undefined);

  for (const portal of portals) await whenReplicaAnswers(portal, busy);
  await replica.sql("select pg_promote()");
  await insertUnpublished(replica, quiet, "Of another history");
  await submit(first, busy, "After the promotion");
  for (const portal of portals) {
    await vi.waitUntil(() => portal.output().includes("the server is no replica"), {
      timeout: 10_000,
    });
    const list = await readList(portal, quiet);
    expect(list).toMatchObject({ status: 200, from: "primary" });
    expect(list.text).not.toContain("Of another history");
    expect((await readList(portal, busy)).text).toContain("After the promotion");
  }
});
