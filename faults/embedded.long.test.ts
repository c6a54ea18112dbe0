import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { EmbeddedPostgres } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { startEmbeddedPostgres } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { StartError } from "#server/platform/db/startError.ts";
import { makeDataFolder } from "./support/dataFolder.ts";
import { copyMigratedData } from "./support/migratedData.ts";
import { lockFromContainer } from "./support/lockFromContainer.ts";

let dataDir: string;
let running: EmbeddedPostgres | undefined;

const pidFile = () => join(dataDir, "postgres", "postmaster.pid");
const lockFile = () => join(dataDir, "portal.lock");
const postmasterPid = () => Number(readFileSync(pidFile(), "utf8").split("\n")[0]);

async function start() {
  if (!existsSync(join(dataDir, "postgres"))) copyMigratedData(dataDir);
  running = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  return running;
}

async function query(postgres: EmbeddedPostgres, sql: string) {
  const client = new Client({ connectionString: postgres.connectionUrl("postgres") });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Starts an embedded PostgreSQL in another process.
 * @param within a command that runs the process, such as `CONTAINER`
 */
async function startPortal(...within: string[]) {
  copyMigratedData(dataDir);
  const script = `
    const { startEmbeddedPostgres } = await import("#server/platform/embeddedPostgres/startEmbeddedPostgres.ts");
    const postgres = await startEmbeddedPostgres({ dataDir: process.argv[1], settings: { fsync: "off" } });
    console.log(postgres.port);
    setInterval(() => {}, 1000);`;
  const [program = process.execPath, ...words] = within;
  if (within.length > 0) words.push(process.execPath);
  const portal = spawn(program, [...words, "--input-type=module", "--eval", script, dataDir], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void portal.kill("SIGKILL"));
  let logged = "";
  portal.stderr.on("data", (chunk: Buffer) => (logged += chunk.toString()));
  const [port] = (await once(portal.stdout, "data")) as [Buffer];
  return { portal, port: Number(port.toString()), logged: () => logged };
}

/**
 * Starts a portal process and kills it with SIGKILL. The process's PostgreSQL keeps running.
 * Returns the port of PostgreSQL.
 */
async function startAndKillPortal() {
  const { portal, port } = await startPortal();
  portal.kill("SIGKILL");
  await once(portal, "exit");
  return port;
}

/** A command that runs another command in a PID namespace of its own, like a container. */
const CONTAINER = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--ipc"];
const hasContainers = spawnSync(CONTAINER[0] ?? "", [...CONTAINER.slice(1), "true"]).status === 0;

beforeEach(async () => {
  dataDir = await makeDataFolder();
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  // The database of a killed container may still write files, so the removal is repeated.
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

test("a second portal on the same data folder fails to start with an error message of one line", async () => {
  await start();
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(StartError);
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    /^[^\n]+is in use by another portal[^\n]+$/,
  );
});

test("the PostgreSQL of a killed portal is reused by the next portal", async () => {
  const port = await startAndKillPortal();
  const left = postmasterPid();
  const postgres = await start();
  expect(postgres.port).toBe(port);
  expect(postmasterPid()).toBe(left);
  expect(await query(postgres, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a killed PostgreSQL is restarted on the same port", async () => {
  const postgres = await start();
  process.kill(postmasterPid(), "SIGKILL");
  await expect
    .poll(() => query(postgres, "select 1").catch(() => "down"), { timeout: 10_000 })
    .toBe("down");
  await vi.waitFor(() => query(postgres, "select 1"), { timeout: 15_000, interval: 50 });
});

test("a portal does not take over a lock that a portal in another container updates", async () => {
  writeFileSync(lockFile(), lockFromContainer());
  // Sets the time of the lock file to the past and decreases it, as if the other container's clock
  // was wrong and ran backwards.
  let seconds = 1_000_000;
  const touching = setInterval(() => utimesSync(lockFile(), (seconds -= 1), seconds), 1_000);
  try {
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /^[^\n]+ is in use by another portal \(in another container, or on another machine\)[^\n]+$/,
    );
  } finally {
    clearInterval(touching);
  }
  expect(readFileSync(lockFile(), "utf8")).toBe(lockFromContainer());
  expect(readdirSync(dataDir)).toEqual(["portal.lock"]);
});

test.skipIf(!hasContainers)(
  "a portal does not start a second database on a data folder that a container uses (needs unshare)",
  async () => {
    const { portal } = await startPortal(...CONTAINER);
    const left = readFileSync(pidFile(), "utf8");
    try {
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
        /is in use by another portal/,
      );
      expect(readFileSync(pidFile(), "utf8")).toBe(left);
    } finally {
      portal.kill("SIGKILL");
      await once(portal, "exit");
    }
  },
);

test("a running portal updates the time of its lock file", async () => {
  await start();
  const { mtimeMs } = statSync(lockFile());
  await expect.poll(() => statSync(lockFile()).mtimeMs, { timeout: 10_000 }).not.toBe(mtimeMs);
});

test("a portal whose data folder another portal has taken over stops itself and its database", async () => {
  const { portal, port, logged } = await startPortal();
  const exited = once(portal, "exit");
  writeFileSync(lockFile(), lockFromContainer());
  expect(await exited).toEqual([1, null]);
  expect(logged()).toMatch(
    /^[^\n]+ was taken over by another portal while this one was paused\.\n$/,
  );
  const isListening = () =>
    fetch(`http://127.0.0.1:${String(port)}`).then(
      () => true,
      (error: Error) => !String(error.cause).includes("ECONNREFUSED"),
    );
  await expect.poll(isListening, { timeout: 10_000 }).toBe(false);
  expect(readFileSync(lockFile(), "utf8")).toBe(lockFromContainer());
});

test("lock files of dead processes are ignored, even if another process has the same process id", async () => {
  await (await start()).stop();
  writeFileSync(
    pidFile(),
    `${String(process.pid)}\n${join(dataDir, "postgres")}\n1\n5432\n\n127.0.0.1\n1 1\nready\n`,
  );
  writeFileSync(lockFile(), `${String(process.pid)}\nsome other time\n`);
  expect(await query(await start(), "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a portal whose data folder cannot be created fails to start with an error message of one line", async () => {
  writeFileSync(join(dataDir, "file"), "");
  await expect(startEmbeddedPostgres({ dataDir: join(dataDir, "file", "data") })).rejects.toThrow(
    /^DATA_DIR: [^\n]+ cannot be written \(ENOTDIR\)\.$/,
  );
});
