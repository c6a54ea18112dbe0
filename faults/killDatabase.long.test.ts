import { randomInt } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { findRunningEmbedded } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { lookUpPostmaster } from "#server/platform/embeddedPostgres/embeddedPostmaster.ts";
import { createCommunity, MANY_USERS } from "./support/createCommunity.ts";
import { startDatabase } from "./support/externalDatabase.ts";
import { findLostWrites } from "./support/findLostWrites.ts";
import { removeDataFolder } from "./support/dataFolder.ts";
import { makeMigratedFolder } from "./support/migratedData.ts";
import { countStatus, listUnacceptable } from "./support/listUnacceptable.ts";
import type { Sql } from "./support/ownerSql.ts";
import { ownerSql } from "./support/ownerSql.ts";
import type { PortalProcess } from "./support/portalProcess.ts";
import { startPortal } from "./support/portalProcess.ts";
import { killTree } from "./support/processTree.ts";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import { WRITERS, countAcknowledged, newLedger, writeLoad } from "./support/writeLoad.ts";

const ROUNDS = 100;
const RECOVERED_WITHIN_MS = 30_000;

interface PortalWithDatabase {
  portal: PortalProcess;
  sql: Sql;
  kill(): void;
}

async function startWithEmbedded(): Promise<PortalWithDatabase> {
  const dataDir = await makeMigratedFolder();
  onTestFinished(() => removeDataFolder(dataDir));
  const portal = await startPortal({ environment: { DATA_DIR: dataDir } });
  onTestFinished(async () => void (await portal.stop()));
  return {
    portal,
    sql: ownerSql(() => findRunningEmbedded(dataDir) ?? ""),
    kill: () => {
      const running = lookUpPostmaster(join(dataDir, "postgres"));
      if (running) killTree(running.pid);
    },
  };
}

async function startWithExternal(
  settings: Record<string, string> = {},
): Promise<PortalWithDatabase> {
  const database = await startDatabase({ settings });
  onTestFinished(() => database.stop());
  const portal = await startPortal({ environment: { DATABASE_URL: database.url } });
  onTestFinished(async () => void (await portal.stop()));
  return { portal, sql: database.sql, kill: database.kill };
}

/**
 * Kills the database repeatedly under load. Returns all sent writes and the outcomes of the
 * requests.
 */
async function killUnderLoad({ portal, sql, kill }: PortalWithDatabase, rounds: number) {
  const community = await createCommunity(sql, MANY_USERS);
  const ledger = newLedger();
  const stopping = new AbortController();
  const load = writeLoad({ port: portal.port, community, ledger, signal: stopping.signal });
  try {
    for (let round = 0; round < rounds; round += 1) {
      await sleep(randomInt(100, 600));
      kill();
      // Waits for more acknowledged writes than requests were in flight at the kill, so that some
      // of them were sent after the portal reconnected.
      const enough = countAcknowledged(ledger) + 2 * WRITERS;
      await vi.waitUntil(() => countAcknowledged(ledger) > enough, {
        timeout: RECOVERED_WITHIN_MS,
        interval: 10,
      });
    }
  } finally {
    stopping.abort();
    await load;
  }
  return ledger;
}

describe("a killed PostgreSQL under load", () => {
  test.each([
    ["a portal restarts its own killed PostgreSQL", startWithEmbedded],
    ["a portal reconnects to a killed external PostgreSQL", () => startWithExternal()],
  ])(
    "%s, no request hangs or gets a 500, and no acknowledged write is lost",
    { timeout: LONG_TIMEOUT },
    async (_, site) => {
      const started = await site();
      const ledger = await killUnderLoad(started, ROUNDS);
      expect(listUnacceptable(ledger.outcomes)).toEqual([]);
      expect(await findLostWrites(started.sql, ledger)).toEqual({
        lost: 0,
        duplicated: 0,
        miscounted: [],
      });
      const refused = countStatus(ledger.outcomes, 503);
      const slowest = Math.max(...ledger.outcomes.map(({ ms }) => ms));
      console.log(
        `${String(ROUNDS)} kills: ${String(ledger.outcomes.length)} requests, ${String(refused)} got 503, slowest ${String(Math.round(slowest))} ms`,
      );
      // Some requests got 503, so the kills did interrupt the load.
      expect(refused).toBeGreaterThan(0);
    },
  );

  test(
    "findLostWrites detects acknowledged writes that a database without synchronous_commit loses",
    { timeout: LONG_TIMEOUT },
    async () => {
      const { portal, sql, kill } = await startWithExternal({ synchronous_commit: "off" });
      const community = await createCommunity(sql);
      await sql("checkpoint");
      // Suspends the WAL writer, because it might otherwise store the last writes just before the
      // kill.
      const [walWriter] = await sql<{ pid: number }>(
        "select pid from pg_stat_activity where backend_type = 'walwriter'",
      );
      if (!walWriter) throw new Error("PostgreSQL has no WAL writer.");
      process.kill(walWriter.pid, "SIGSTOP");
      const ledger = newLedger();
      const stopping = new AbortController();
      const load = writeLoad({
        port: portal.port,
        community,
        ledger,
        signal: stopping.signal,
      });
      await vi.waitUntil(() => countAcknowledged(ledger) > 50, { timeout: 20_000, interval: 2 });
      kill();
      stopping.abort();
      await load;
      await vi.waitUntil(
        () =>
          sql("select 1").then(
            () => true,
            () => false,
          ),
        { timeout: RECOVERED_WITHIN_MS },
      );
      expect((await findLostWrites(sql, ledger)).lost).toBeGreaterThan(0);
    },
  );
});
