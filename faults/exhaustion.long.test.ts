import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { findRunningEmbedded } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import type { Community } from "./support/createCommunity.ts";
import { createCommunity } from "./support/createCommunity.ts";
import type { ExternalDatabase } from "./support/externalDatabase.ts";
import { startDatabase } from "./support/externalDatabase.ts";
import { findLostWrites } from "./support/findLostWrites.ts";
import { makeDataFolder, removeDataFolder } from "./support/dataFolder.ts";
import { copyMigratedData } from "./support/migratedData.ts";
import type { Call, Outcome } from "./support/httpCall.ts";
import { call } from "./support/httpCall.ts";
import { countStatus, listUnacceptable } from "./support/listUnacceptable.ts";
import { ownerSql } from "./support/ownerSql.ts";
import type { PortalProcess } from "./support/portalProcess.ts";
import { startPortal } from "./support/portalProcess.ts";
import { countAcknowledged, newLedger, writeLoad } from "./support/writeLoad.ts";

let database: ExternalDatabase;
let portal: PortalProcess;
let community: Community;
beforeAll(async () => {
  database = await startDatabase({ settings: { max_connections: "40" } });
  portal = await startPortal({ environment: { DATABASE_URL: database.url } });
  community = await createCommunity(database.sql);
});
afterAll(async () => {
  await portal.stop();
  await database.stop();
});

/** Sends a request as user number `who`. */
function send(who: number, path: string, rest: Partial<Call> = {}): Promise<Outcome> {
  const { cookie } = community.users[who] ?? { cookie: "" };
  return call({ port: portal.port, host: community.company.host, path, cookie, ...rest });
}
const vote = (who: number) =>
  send(who, `/api/feedback/${String(community.items[who])}/vote`, { method: "POST" });

async function connectOwner(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

describe("an exhausted database", () => {
  test("while all database connections of the portal are busy, requests that wait too long get 503 and no request hangs", async () => {
    const owner = await connectOwner();
    await owner.query("begin; lock table user_vote in access exclusive mode");
    const outcomes: Outcome[] = [];
    const voting = community.users.map(async (_, who) => outcomes.push(await vote(who)));
    await vi.waitUntil(() => countStatus(outcomes, 503) > 0, { timeout: 15_000 });
    await owner.query("rollback");
    await owner.end();
    await Promise.all(voting);
    expect(listUnacceptable(outcomes)).toEqual([]);
    // Some requests got a database connection and succeeded, so the portal itself was working.
    expect(countStatus(outcomes, 200)).toBeGreaterThan(0);
    expect((await vote(0)).status).toBe(200);
  });

  test("while other clients use all connections of the database server, requests get 503 until connections are free again", async () => {
    const clients: pg.Client[] = [];
    onTestFinished(async () => void (await Promise.all(clients.map((client) => client.end()))));
    const others = async () => {
      for (;;) clients.push(await connectOwner());
    };
    await expect(others()).rejects.toThrow(/too many clients|remaining connection slots/);
    await database.sql("select 1").catch(() => undefined);
    // Terminates the portal's connections, so that the other clients can take the freed slots.
    await clients[0]?.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'hearback hearback%'",
    );
    await expect(others()).rejects.toThrow(/too many clients|remaining connection slots/);
    const outcomes = await Promise.all(community.users.map((_, who) => send(who, "/api/boards")));
    expect(listUnacceptable(outcomes)).toEqual([]);
    expect(countStatus(outcomes, 503)).toBeGreaterThan(0);
    await Promise.all(clients.splice(0).map((client) => client.end()));
    await vi.waitUntil(async () => (await send(1, "/api/boards")).status === 200, {
      timeout: 10_000,
    });
  });

  test("with a read-only database, a signed-in user's reads succeed and writes get 503", async () => {
    await database.sql("alter database postgres set default_transaction_read_only = on");
    // Terminates the portal's sessions, which would keep the old setting, and waits until they have
    // ended.
    const restart =
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name like 'hearback hearback%'";
    await database.sql(restart);
    await vi.waitUntil(async () => (await send(2, "/api/boards")).status === 200, {
      timeout: 10_000,
    });
    const reads = [
      "/api/boards",
      "/api/feedback",
      `/api/feedback/${String(community.items[0])}`,
      "/api/user",
      "/feedback",
    ];
    const read = await Promise.all(reads.map((path) => send(2, path)));
    const written = await Promise.all([
      vote(3),
      send(3, `/api/feedback/${String(community.items[0])}/comments`, {
        method: "POST",
        body: { content: "Hello" },
      }),
      send(3, "/api/feedback", {
        method: "POST",
        body: { title: "T", description: "D", boardId: community.board.id },
      }),
    ]);
    await database.sql(
      "begin; set transaction read write; alter database postgres reset default_transaction_read_only; commit",
    );
    await database.sql(restart);
    expect(read.map(({ status }) => status)).toEqual(reads.map(() => 200));
    expect(written.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(listUnacceptable(written)).toEqual([]);
    await vi.waitUntil(async () => (await vote(3)).status === 200, { timeout: 10_000 });
  });
});

/** Size of the small disk in megabytes. PostgreSQL's own files need about 60 MB. */
const DISK_MB = 160;

/** Mounts a small disk. Returns the reason if this machine cannot do so, otherwise undefined. */
function mountSmallDisk(folder: string): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "only root on Linux may mount a small disk";
  try {
    mkdirSync(folder, { recursive: true });
    execFileSync(
      "mount",
      ["-t", "tmpfs", "-o", `size=${String(DISK_MB)}m,mode=755`, "tmpfs", folder],
      {
        stdio: "pipe",
      },
    );
    return undefined;
  } catch (error) {
    return `this machine mounts no small disk: ${String(error).split("\n")[0] ?? ""}`;
  }
}

test("while the disk is full, writes get 503, and afterwards writes succeed again and no acknowledged write is lost", async (context) => {
  const outer = await makeDataFolder();
  const disk = join(outer, "disk");
  const refusal = mountSmallDisk(disk);
  onTestFinished(() => {
    if (refusal === undefined) execFileSync("umount", ["-l", disk]);
    rmSync(outer, { recursive: true, force: true });
  });
  if (refusal !== undefined) {
    console.log(`Skipped: ${refusal}.`);
    context.skip(refusal);
  }
  const dataDir = join(disk, "data");
  copyMigratedData(dataDir);
  const small = await startPortal({ environment: { DATA_DIR: dataDir } });
  onTestFinished(async () => {
    await small.stop();
    removeDataFolder(dataDir);
  });
  const sql = ownerSql(() => findRunningEmbedded(dataDir) ?? "");
  const people = await createCommunity(sql);
  const ledger = newLedger();
  const stopping = new AbortController();
  const load = writeLoad({ port: small.port, community: people, ledger, signal: stopping.signal });
  try {
    await vi.waitUntil(() => countAcknowledged(ledger) > 20, { timeout: 20_000 });
    const ballast = join(disk, "ballast");
    const fill = () => {
      const { bavail, bsize } = statfsSync(disk);
      if (bavail > 0) writeFileSync(ballast, Buffer.alloc(bavail * bsize), { flag: "a" });
    };
    // Fills the disk completely, including space that PostgreSQL has freed. Returns whether more
    // than five requests have got 503.
    const full = () => {
      try {
        fill();
      } catch {
        // The write failed because the disk is full.
      }
      return countStatus(ledger.outcomes, 503) > 5;
    };
    // This large table uses up the remaining disk space, so that other writes fail soon.
    const grow = sql(
      "create table ballast as select repeat('x', 1000) from generate_series(1, 200000)",
    ).catch(() => undefined);
    await vi.waitUntil(full, { timeout: 30_000, interval: 50 });
    await grow;
    rmSync(ballast);
    const before = countAcknowledged(ledger);
    await vi.waitUntil(() => countAcknowledged(ledger) > before + 50, { timeout: 60_000 });
  } finally {
    stopping.abort();
    await load;
  }
  expect(listUnacceptable(ledger.outcomes)).toEqual([]);
  expect(await findLostWrites(sql, ledger)).toEqual({ lost: 0, duplicated: 0, miscounted: [] });
});
