import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EmbeddedPostgres } from "#server/db/embedded.ts";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import { StartError } from "#server/db/startError.ts";

let dataDir: string;
let running: EmbeddedPostgres | undefined;

const pidFile = () => join(dataDir, "postgres", "postmaster.pid");
const postmasterPid = () => Number(readFileSync(pidFile(), "utf8").split("\n")[0]);

async function start() {
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

/** A portal in a process of its own, killed without warning; its PostgreSQL lives on. */
async function startAndKillPortal() {
  const script = `
    const { startEmbeddedPostgres } = await import("#server/db/embedded.ts");
    const postgres = await startEmbeddedPostgres({ dataDir: process.argv[1], settings: { fsync: "off" } });
    console.log(postgres.port);
    setInterval(() => {}, 1000);`;
  const portal = spawn(process.execPath, ["--input-type=module", "--eval", script, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(portal.stdout, "data")) as [Buffer];
  portal.kill("SIGKILL");
  await once(portal, "exit");
  return Number(port.toString());
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "hearback-embedded-"));
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

test("what was written is there after the next start", async () => {
  const first = await start();
  await query(first, "create table kept as select 'ä'::text as letter");
  await first.stop();
  expect(await query(await start(), "select upper(letter) as letter from kept")).toEqual([{ letter: "Ä" }]);
});

test("a second portal on the same data folder is refused with one line", async () => {
  await start();
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(StartError);
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    /^[^\n]+is in use by another portal[^\n]+$/,
  );
});

test("the PostgreSQL of a killed portal is taken up again", async () => {
  const port = await startAndKillPortal();
  const left = postmasterPid();
  const postgres = await start();
  expect(postgres.port).toBe(port);
  expect(postmasterPid()).toBe(left);
  expect(await query(postgres, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a killed PostgreSQL comes back at the same address", async () => {
  const postgres = await start();
  process.kill(postmasterPid(), "SIGKILL");
  await expect.poll(() => query(postgres, "select 1").catch(() => "down"), { timeout: 10_000 }).toBe("down");
  await vi.waitFor(() => query(postgres, "select 1"), { timeout: 15_000, interval: 50 });
});

test("files left by dead processes are no obstacle, even when their numbers live again", async () => {
  await (await start()).stop();
  writeFileSync(
    pidFile(),
    `${String(process.pid)}\n${join(dataDir, "postgres")}\n1\n5432\n\n127.0.0.1\n1 1\nready\n`,
  );
  writeFileSync(join(dataDir, "portal.lock"), `${String(process.pid)}\nsome other time\n`);
  expect(await query(await start(), "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a data folder that cannot be written stops the start with one line", async () => {
  writeFileSync(join(dataDir, "file"), "");
  await expect(startEmbeddedPostgres({ dataDir: join(dataDir, "file", "data") })).rejects.toThrow(
    /^DATA_DIR: [^\n]+ cannot be written \(ENOTDIR\)\.$/,
  );
});
