import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestContext } from "vitest";
import { describe, expect, test } from "vitest";
import { startEmbeddedPostgres } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { makeDataFolder, removeDataFolder } from "./support/dataFolder.ts";
import { lockFromContainer } from "./support/lockFromContainer.ts";
import { copyMigratedData } from "./support/migratedData.ts";
import { ownerSql } from "./support/ownerSql.ts";
import { spawnPortal } from "./support/portalProcess.ts";

type OnTestFinished = TestContext["onTestFinished"];

/** Creates a data folder with this lock file, for one test. */
async function makeLockedFolder(onTestFinished: OnTestFinished, lock = lockFromContainer()) {
  const dataDir = await makeDataFolder();
  onTestFinished(() => removeDataFolder(dataDir));
  const lockFile = join(dataDir, "portal.lock");
  writeFileSync(lockFile, lock);
  return { dataDir, lockFile };
}

/** Starts an embedded PostgreSQL, runs a statement and stops the server. */
async function selectOne(dataDir: string, log: (line: string) => void) {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" }, log });
  try {
    return await ownerSql(() => postgres.connectionUrl("postgres"))("select 1 as one");
  } finally {
    await postgres.stop();
  }
}

/**
 * Starts a portal that has to wait for another portal's lock or database. Returns when the portal
 * has logged this message.
 */
async function startWaitingPortal(
  dataDir: string,
  message: RegExp,
  onTestFinished: OnTestFinished,
) {
  const { child, exited, output } = spawnPortal({
    environment: { DATA_DIR: dataDir, LOG_LEVEL: "info" },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await expect.poll(output, { timeout: 40_000, interval: 50 }).toMatch(message);
  /**
   * Sends the signal and returns exit code and signal of the portal, which must end within five
   * seconds.
   */
  const end = async (signal: "SIGINT" | "SIGTERM") => {
    child.kill(signal);
    return Promise.race([exited, sleep(5_000, "still there")]);
  };
  return { end, output };
}

// The portals wait for 15 seconds, so the tests run at the same time, each with its own folder.
describe.concurrent("a lock of a portal in another container", () => {
  test(
    "a portal takes over the stale lock of a killed container, after a wait that it logs",
    { timeout: 60_000 },
    async ({ onTestFinished }) => {
      const { dataDir } = await makeLockedFolder(onTestFinished);
      copyMigratedData(dataDir);
      const logged: string[] = [];
      const rows = await selectOne(dataDir, (line) => logged.push(line));
      expect(logged[0]).toMatch(/waiting up to \d+ s to see whether it is alive/);
      expect(rows).toEqual([{ one: 1 }]);
    },
  );

  test.for(["SIGINT", "SIGTERM"] as const)(
    "%s ends a portal that waits for another portal's lock, and the lock file stays unchanged",
    { timeout: 30_000 },
    async (signal, { onTestFinished }) => {
      const { dataDir, lockFile } = await makeLockedFolder(onTestFinished);
      const { mtimeMs } = statSync(lockFile);
      const { end, output } = await startWaitingPortal(
        dataDir,
        /waiting up to \d+ s to see whether it is alive/,
        onTestFinished,
      );
      expect(await end(signal)).toEqual([0, null]);
      expect(output()).not.toMatch(/running|Error/);
      expect([readFileSync(lockFile, "utf8"), statSync(lockFile).mtimeMs]).toEqual([
        lockFromContainer(),
        mtimeMs,
      ]);
      expect(readdirSync(dataDir)).toEqual(["portal.lock"]);
    },
  );

  test(
    "SIGTERM ends a portal that waits for another portal's database, and the next portal waits as well",
    { timeout: 90_000 },
    async ({ onTestFinished }) => {
      // The portal in the lock file is not process 1 of its container, so its database may still
      // run after the portal has ended.
      const lock = lockFromContainer().replace("1", "7");
      const { dataDir } = await makeLockedFolder(onTestFinished, lock);
      copyMigratedData(dataDir);
      const pidFile = join(dataDir, "postgres", "postmaster.pid");
      writeFileSync(
        pidFile,
        `4194304\n${join(dataDir, "postgres")}\n1\n5432\n\n127.0.0.1\n1 1\nready\n`,
      );
      const { end, output } = await startWaitingPortal(
        dataDir,
        /may still run in another container/,
        onTestFinished,
      );
      expect(await end("SIGTERM")).toEqual([0, null]);
      expect(output()).not.toMatch(/running|Error/);
      const logged: string[] = [];
      // Removes the PID file, as a database does when it shuts down.
      const log = (line: string) => {
        logged.push(line);
        if (line.includes("may still run")) setTimeout(() => rmSync(pidFile), 500);
      };
      const rows = await selectOne(dataDir, log);
      expect(logged.filter((line) => line.includes("may still run"))).toHaveLength(1);
      expect(rows).toEqual([{ one: 1 }]);
    },
  );
});
