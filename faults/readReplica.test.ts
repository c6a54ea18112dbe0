import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import { openChangeFeed } from "#server/platform/changes/changeFeed.ts";
import { openTenantReads } from "#server/platform/db/database.ts";
import { refuseWrongReplica } from "#server/platform/replica/refuseWrongReplica.ts";
import { StartError } from "#server/platform/db/startError.ts";
import type { Statement } from "#server/platform/db/statement.ts";
import type { Community } from "./support/community.ts";
import { settleCommunity } from "./support/community.ts";
import type { ExternalDatabase } from "./support/externalDatabase.ts";
import { startDatabase } from "./support/externalDatabase.ts";
import { call, PATIENCE_MS } from "./support/httpCall.ts";
import type { PortalProcess } from "./support/portalProcess.ts";
import { startPortal } from "./support/portalProcess.ts";
import { startReplica } from "./support/replica.ts";
import { bySize, isLong } from "#server/checks/fixtures/testSize.ts";

let primary: ExternalDatabase;
let replica: ExternalDatabase;
let first: PortalProcess;
/** All portals: a second one costs a second, and what it does to the first a feed of changes does as well. */
let portals: PortalProcess[];
/** Another process, as far as the portals can tell. */
let elsewhere: ChangeFeed;
/** What happens to one must not send the other's visitors elsewhere. */
let busy: Community;
let quiet: Community;

/** What has been started, also where the rest could not be. */
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  primary = await startDatabase({ settings: { fsync: "off", wal_keep_size: "64MB" } });
  stops.push(() => primary.stop());
  await primary.sql("update site_settings set allow_public_registration = true");
  busy = await settleCommunity(primary.sql, 1);
  quiet = await settleCommunity(primary.sql, 1);
  replica = await startReplica(primary, { fsync: "off" });
  stops.push(() => replica.stop());
  // So that nothing is right by luck.
  await delayReplay("40ms");
  const environment = {
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: replica.url,
    LOG_LEVEL: "info",
  };
  portals = [];
  for (let n = 0; n < bySize(1, 2); n += 1) {
    const portal = await startPortal({ environment });
    stops.push(() => portal.stop());
    portals.push(portal);
  }
  first = portals[0] as PortalProcess;
  elsewhere = openChangeFeed({ connectionString: primary.url, onError: () => undefined });
  stops.push(() => elsewhere.close());
});

afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

/** Statements of anonymous visitors that a process has sent to each server. */
async function countReads({ port }: PortalProcess) {
  const { text } = await call({ port, host: "localhost", path: "/metrics" });
  const count = (server: string) =>
    Number(new RegExp(`anonymous_reads_total\\{server="${server}"\\} (\\d+)`).exec(text)?.[1]);
  return { replica: count("replica"), primary: count("primary") };
}

let visits = 0;
/** An address that nobody has asked before: nothing is kept for it, so that somebody has to be asked. */
const anew = (path: string) =>
  `${path}${path.includes("?") ? "&" : "?"}visit=${String((visits += 1))}`;

/** A company's list, and who has answered it. */
async function readList(portal: PortalProcess, { company }: Community, cookie?: string) {
  const before = await countReads(portal);
  const path = anew("/api/feedback?sort=date");
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

/** How often a portal has said, since this was called, that the replica is read, and that it is not. */
function listen(portal: PortalProcess) {
  const from = portal.output().length;
  const count = (text: string) => portal.output().slice(from).split(text).length - 1;
  return { back: () => count("the replica is used"), away: () => count("the replica is not used") };
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

/** Past the portal, so that nothing is announced. */
const insertSecretly = (server: ExternalDatabase, { company, board }: Community, title: string) =>
  server.sql(
    "insert into feedback_item (company_id, board_id, title, description) values ($1, $2, $3, 'D')",
    [company.id, board.id, title],
  );

/** A page and a list, as they are kept once somebody has asked for them. */
const kept = ({ port }: PortalProcess, { company: { host } }: Community) =>
  Promise.all(
    ["/feedback?sort=date", "/api/feedback?sort=date"].map(
      async (path) => (await call({ port, host, path })).text,
    ),
  );

const bothWith = (title: string): unknown[] => [
  expect.stringContaining(title),
  expect.stringContaining(title),
];

/** How much later a commit is seen on the replica. */
async function delayReplay(delay: string): Promise<void> {
  await replica.sql(`alter system set recovery_min_apply_delay = '${delay}'`);
  await replica.sql("select pg_reload_conf()");
}

/** Waits for something to be so on the replica, and gives it something to replay until then. */
const whenReplayed = (isSo: () => Promise<boolean>) =>
  vi.waitUntil(
    async () => {
      await primary.sql("select pg_logical_emit_message(true, 'test', 'next')");
      return isSo();
    },
    { timeout: 5_000, interval: 30 },
  );

/** Holds the replica where it is, until the end of the test at the longest. */
async function pauseReplay(): Promise<void> {
  onTestFinished(async () => void (await resumeReplay()));
  await replica.sql("select pg_wal_replay_pause()");
  await whenReplayed(async () => {
    const [row] = await replica.sql<{ state: string }>(
      "select pg_get_wal_replay_pause_state() as state",
    );
    return row?.state === "paused";
  });
}

const resumeReplay = () => replica.sql("select pg_wal_replay_resume()");

test("anonymous reads come from the replica as long as it has all that was acknowledged of their company", async () => {
  for (const portal of portals) {
    await whenReplicaAnswers(portal, busy);
    await whenReplicaAnswers(portal, quiet);
  }
  await pauseReplay();
  await insertSecretly(primary, quiet, "Announced by nobody");
  await submit(first, busy, "Acknowledged");

  const atOnce = await readList(first, busy);
  expect(atOnce).toMatchObject({ status: 200, from: "primary" });
  expect(atOnce.text).toContain("Acknowledged");
  expect(await kept(first, busy)).toEqual(bothWith("Acknowledged"));

  // That stays so, however long it takes; other processes have heard of it, too.
  await sleep(500);
  for (const portal of portals) {
    const list = await readList(portal, busy);
    expect(list).toMatchObject({ status: 200, from: "primary" });
    expect(list.text).toContain("Acknowledged");
    expect(await kept(portal, busy)).toEqual(bothWith("Acknowledged"));
  }

  // The other company has not changed for all anyone was told, so that the replica still answers, as of then.
  for (const portal of portals) {
    const list = await readList(portal, quiet);
    expect(list).toMatchObject({ status: 200, from: "replica" });
    expect(list.text).not.toMatch(/Announced by nobody|Acknowledged/);
  }
  // Whoever is signed in reads the primary.
  const signedIn = await readList(first, quiet, quiet.admin.cookie);
  expect(signedIn).toMatchObject({ status: 200, from: "" });
  expect(signedIn.text).toContain("Announced by nobody");

  // Now somebody is told, in another process.
  elsewhere.publish({ companyId: quiet.company.id, isPrivate: false, events: [] });
  for (const portal of portals) {
    await vi.waitUntil(async () => (await readList(portal, quiet)).from === "primary", {
      timeout: 3_000,
    });
    expect((await readList(portal, quiet)).text).toContain("Announced by nobody");
    expect(await kept(portal, quiet)).toEqual(bothWith("Announced by nobody"));
  }

  await resumeReplay();
  for (const portal of portals) {
    for (const community of [busy, quiet]) await whenReplicaAnswers(portal, community);
    expect((await readList(portal, busy)).text).toContain("Acknowledged");
    expect((await readList(portal, quiet)).text).toContain("Announced by nobody");
  }
});

test("what is acknowledged is there at once, and what lacks it is not kept", async () => {
  let [fromReplica, fromPrimary] = [0, 0];
  for (let n = 0; n < bySize(6, 100); n += 1) {
    // Sometimes made from the replica, sometimes before it has caught up; kept in either case.
    if (n % 3 === 0) await whenReplicaAnswers(first, busy);
    await kept(first, busy);
    const title = `Acknowledged ${String(n)}.`;
    await submit(first, busy, title);
    const list = await readList(first, busy);
    expect(list.text).toContain(title);
    expect(await kept(first, busy)).toEqual(bothWith(title));
    if (list.from === "replica") fromReplica += 1;
    else fromPrimary += 1;
    // Once the replica has it, the answer is made from there and must not go back.
    if (n % 3 === 1) {
      await whenReplicaAnswers(first, busy);
      expect(await kept(first, busy)).toEqual(bothWith(title));
    }
  }
  expect(fromPrimary).toBeGreaterThan(fromReplica);

  // The second comes when it is known how far the replica has to be for the first.
  await delayReplay("600ms");
  await submit(first, busy, "The first of two");
  await sleep(300);
  await submit(first, busy, "The second of two");
  let list: Awaited<ReturnType<typeof readList>>;
  do {
    list = await readList(first, busy);
    expect(list.text).toContain("The second of two");
    await sleep(50);
  } while (list.from === "primary");
  await delayReplay("40ms");
});

/** Whether an anonymous visitor finds a company that is new. */
async function findsCompany(portal: PortalProcess, subdomain: string, companyId: number) {
  const path = `/api/company/${String(companyId)}`;
  const { status } = await call({ port: portal.port, host: `${subdomain}.localhost`, path });
  return status === 200;
}

test("a company that has just been opened is there", async () => {
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

test("a write of which nobody knows whether it succeeded is looked for on the primary", async () => {
  const { company, users, items } = busy;
  const [itemId] = items;
  await whenReplicaAnswers(first, busy);
  await pauseReplay();
  const commitsWaitFor = async (name: string) => {
    await primary.sql(`alter system set synchronous_standby_names = '${name}'`);
    await primary.sql("select pg_reload_conf()");
  };
  onTestFinished(() => commitsWaitFor(""));
  // Commits are done, and wait for a replica that never says so.
  await commitsWaitFor("nobody");
  // In force some time after it was set.
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
  // Told that nobody waits any more before it sees that it is to end, it would still answer.
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

test("on the replica, too, a company sees its own rows even in a statement that names none, and changes nothing", async () => {
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

test("statements that the replica holds up are answered by the primary; it rests when they are several, which is told once", async () => {
  await whenReplicaAnswers(first, quiet);
  const told = listen(first);
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
  await sleep(1_000);
  expect(told.away()).toBe(0);

  const readAtOnce = async () => {
    const lists = await Promise.all(Array.from({ length: 4 }, () => readList(first, quiet)));
    expect(lists.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  };
  // A busy machine answers four that are asked at once one after another, too late to be several; and what is told comes through a pipe.
  await vi.waitUntil(
    async () => {
      await readAtOnce();
      return told.away() > 0;
    },
    { timeout: 20_000, interval: 20 },
  );
  // For longer than it rests, so that it has to rest again.
  const began = performance.now();
  while (performance.now() - began < 8_000) {
    await readAtOnce();
    expect(told.away()).toBe(1);
    expect((await readList(first, quiet)).from).toBe("primary");
    await sleep(200);
  }
  expect(told.back()).toBe(0);
  await resumeReplay();
  await whenReplicaAnswers(first, quiet);
  await vi.waitUntil(() => told.back() === 1, { timeout: 20_000 });
  expect(told.away()).toBe(1);
});

/** Makes each read of a company's boards take so many seconds on either server, until the end of the test. */
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
  call({ port: first.port, host, path: anew("/api/boards") });

test("a read that finds the replica busy goes to the primary, and nobody else does", async () => {
  for (const community of [busy, quiet]) await whenReplicaAnswers(first, community);
  // Long enough for all ten to arrive meanwhile on a machine with other work, and not yet too long for the replica.
  await slowDown(busy, { replica: 2.3, primary: 0 });
  const told = listen(first);
  const before = await countReads(first);
  const burst = await Promise.all(Array.from({ length: 10 }, () => readBoards(busy)));
  expect(burst.map(({ status }) => status)).toEqual(burst.map(() => 200));
  const after = await countReads(first);
  expect(after.replica - before.replica).toBe(6);
  expect(after.primary - before.primary).toBe(4);
  expect((await readList(first, quiet)).from).toBe("replica");
  expect(told.away()).toBe(0);
});

test("a statement that takes too long on the replica is asked of the primary, and nothing else is", async () => {
  for (const community of [busy, quiet]) await whenReplicaAnswers(first, community);
  await slowDown(busy, { replica: 6, primary: 0 });
  const told = listen(first);
  const slow = await readBoards(busy);
  expect(slow.status).toBe(200);
  expect(slow.ms).toBeGreaterThan(2_500);
  expect(slow.ms).toBeLessThan(PATIENCE_MS / 2);
  expect((await readList(first, quiet)).from).toBe("replica");
  expect(told.away()).toBe(0);
});

test("slow reads by anonymous visitors leave connections to the primary for everyone else", async () => {
  for (const community of [busy, quiet]) await whenReplicaAnswers(first, community);
  await slowDown(busy, { replica: 2.5, primary: 2.5 });
  const countSlow = async () =>
    (
      await primary.sql(
        "select 1 from pg_stat_activity where application_name = 'hearback hearback_app' and wait_event = 'PgSleep'",
      )
    ).length;
  const over = new AbortController();
  const burst = Promise.all(Array.from({ length: 30 }, () => readBoards(busy))).finally(() =>
    over.abort(),
  );
  let most = 0;
  const watching = (async () => {
    while (!over.signal.aborted) most = Math.max(most, await countSlow());
  })();
  await vi.waitUntil(() => most > 0, { timeout: 5_000 });
  await sleep(300);
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
  expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(PATIENCE_MS);
});

test("a primary that is lost while it is asked for its position takes the replica from nobody", async () => {
  await whenReplicaAnswers(first, busy);
  const told = listen(first);
  const halted = await primary.sql<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'hearback changes'",
  );
  expect(halted.length).toBe(portals.length + 1);
  for (const { pid } of halted) process.kill(pid, "SIGSTOP");
  try {
    await submit(first, busy, "Announced, and no position known");
    await sleep(300);
    await primary.sql("select pg_terminate_backend(pid) from unnest($1::int[]) pid", [
      halted.map(({ pid }) => pid),
    ]);
  } finally {
    for (const { pid } of halted) process.kill(pid, "SIGCONT");
  }
  await sleep(300);
  await whenReplicaAnswers(first, busy);
  expect((await readList(first, busy)).text).toContain("Announced, and no position known");
  expect(told.away()).toBe(0);
});

test("a replica that does not answer costs one visitor some seconds", async () => {
  await whenReplicaAnswers(first, quiet);
  const halted = await replica.sql<{ pid: number }>(
    "select pid from pg_stat_activity where application_name in ('hearback reads', 'hearback replica')",
  );
  expect(halted.length).toBeGreaterThan(1);
  for (const { pid } of halted) process.kill(pid, "SIGSTOP");
  try {
    const list = await readList(first, quiet);
    expect(list).toMatchObject({ status: 200, from: "primary" });
    expect(list.ms).toBeLessThan(PATIENCE_MS / 2);
    expect((await readList(first, quiet)).ms).toBeLessThan(1_000);
    // By connections of its own, which answer.
    await whenReplicaAnswers(first, quiet);
  } finally {
    for (const { pid } of halted) process.kill(pid, "SIGCONT");
  }
});

test.runIf(isLong)(
  "a replica that is far behind is not read, even if nobody told of a change",
  async () => {
    await whenReplicaAnswers(first, quiet);
    await pauseReplay();
    await insertSecretly(primary, quiet, "Announced by nobody, seen in the end");
    expect((await readList(first, quiet)).from).toBe("replica");
    await vi.waitUntil(async () => (await readList(first, quiet)).from === "primary", {
      timeout: 40_000,
      interval: 500,
    });
    expect((await readList(first, quiet)).text).toContain("Announced by nobody, seen in the end");
    await resumeReplay();
    await whenReplicaAnswers(first, quiet);
  },
);

test("nobody notices that the replica dies, and it is read again when it is back", async () => {
  await whenReplicaAnswers(first, quiet);
  const { host } = quiet.company;
  const outcomes: Awaited<ReturnType<typeof call>>[] = [];
  const warnings = () => first.output().match(/the replica is not used/g)?.length ?? 0;
  const before = warnings();
  const stopping = new AbortController();
  const readers = Array.from({ length: 3 }, async () => {
    while (!stopping.signal.aborted) {
      outcomes.push(await call({ port: first.port, host, path: anew("/api/feedback") }));
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
  expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(PATIENCE_MS);
  await whenReplicaAnswers(first, quiet);
});

test("a server that takes writes is no replica: neither at the start, nor once it is promoted", async () => {
  const refusal =
    "DATABASE_READ_URL cannot be used: the server is no replica: it takes writes itself.";
  await expect(refuseWrongReplica(primary.url, primary.url)).rejects.toThrow(
    new StartError(refusal),
  );
  if (isLong) {
    const environment = { DATABASE_URL: primary.url, DATABASE_READ_URL: primary.url };
    await expect(startPortal({ environment })).rejects.toThrow(`did not start: ${refusal}\n`);
  }
  await expect(
    refuseWrongReplica("postgres://nobody@127.0.0.1:1/nothing", primary.url),
  ).resolves.toBe(undefined);

  for (const portal of portals) await whenReplicaAnswers(portal, busy);
  await replica.sql("select pg_promote()");
  await insertSecretly(replica, quiet, "Of another history");
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
