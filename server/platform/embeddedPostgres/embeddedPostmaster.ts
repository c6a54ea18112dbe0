import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedCluster } from "./embeddedCluster.ts";
import { findProcess } from "./processIdentity.ts";
import type { ProcessIdentity } from "./processIdentity.ts";
import { StartError, errorCode } from "#server/platform/db/startError.ts";

/** The server process of an embedded database, started by this portal or found alive. */
export interface Postmaster {
  pid: number;
  port: number;
  /** False once the process is gone. */
  isAlive(): boolean;
}

const LOG_LIMIT_BYTES = 10_000_000;
const FAST_STOP_MS = 30_000;
const IMMEDIATE_STOP_MS = 10_000;

const DEFAULT_SETTINGS = {
  shared_buffers: "128MB",
  max_connections: "50",
  fsync: "on",
  synchronous_commit: "on",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
};

/** A free TCP port of the loopback address. Somebody else may take it before PostgreSQL does; starting is retried. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => {
    server.once("error", fail).listen(0, "127.0.0.1", done);
  });
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === "string") throw new Error("no TCP address");
  return address.port;
}

interface PidFile {
  file: string;
  /** Process on line 1, port on line 4. */
  lines: string[];
}

function readPidFile(dir: string): PidFile | undefined {
  const file = join(dir, "postmaster.pid");
  try {
    return { file, lines: readFileSync(file, "utf8").split("\n") };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw new StartError(`${file} cannot be read (${errorCode(error)}).`, { cause: error });
  }
}

function isServerOf(dir: string, { command }: ProcessIdentity) {
  return command === "" || command.includes(`-D ${dir} `);
}

/** Whoever has the folder keeps the server; anybody else only looks, and changes nothing. */
export function lookUpPostmaster(dir: string): { pid: number; port: number } | undefined {
  const [pid = "", , , port = ""] = readPidFile(dir)?.lines ?? [];
  const found = findProcess(Number(pid));
  return found && isServerOf(dir, found) && Number(port) > 0
    ? { pid: found.pid, port: Number(port) }
    : undefined;
}

/** The live server of this cluster, from what it wrote into `postmaster.pid`. The file of a dead one is made harmless. */
export function findPostmaster({ dir }: EmbeddedCluster): Postmaster | undefined {
  const written = readPidFile(dir);
  if (!written) return undefined;
  const { file, lines } = written;
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  const found = findProcess(pid);
  if (found && isServerOf(dir, found)) {
    return port > 0
      ? { pid, port, isAlive: () => findProcess(pid)?.startedAt === found.startedAt }
      : undefined;
  }
  // It is dead, a zombie that nobody collects, or its number went to another program. PostgreSQL itself tells only the first from a live
  // server; naming ourselves, its parent, makes it call the file stale, and keeps the rest, by which it sees whether children of the dead
  // server still use the data.
  writeFileSync(file, [String(process.pid), ...lines.slice(1)].join("\n"));
  return undefined;
}

/** PostgreSQL looks every minute whether its `postmaster.pid` still names it, and ends at once where it does not. */
const NOTICED_WITHIN_MS = 65_000;
const HIDDEN_LOOK_MS = 500;

/** No number at all: in its container a hidden server may have the very number that this process has here. */
const NOBODY = "0";

interface HiddenOptions {
  /** Whether there may be one, as far as the lock tells. */
  mayBeThere: boolean;
  log: (line: string) => void;
  /** Ends the wait. The next start waits instead. */
  signal?: AbortSignal | undefined;
}

/**
 * Ends a server of this cluster that may still run where it cannot be seen, in a container whose portal is dead: by the file that it looks
 * at, so it takes a minute, unless there is none. One that an earlier start has told so is waited for, whatever the lock tells: that start may
 * have been ended before the server was.
 */
export async function endHiddenPostmaster(
  { dir }: EmbeddedCluster,
  { mayBeThere, log, signal: stopping }: HiddenOptions,
) {
  const written = readPidFile(dir);
  if (!written || lookUpPostmaster(dir)) return;
  if (!mayBeThere && written.lines[0] !== NOBODY) return;
  const seconds = String(NOTICED_WITHIN_MS / 1000);
  log(
    `a PostgreSQL of that portal may still run where it cannot be seen: it ends within ${seconds} s`,
  );
  writeFileSync(written.file, [NOBODY, ...written.lines.slice(1)].join("\n"));
  const end = performance.now() + NOTICED_WITHIN_MS;
  // One that has noticed takes the file away.
  while (performance.now() < end && readPidFile(dir))
    await sleep(HIDDEN_LOOK_MS, undefined, { signal: stopping });
}

/** Ends it without a last word, which would overwrite what another server has written by now. */
export function abandonPostmaster({ pid }: Postmaster) {
  signal(pid, "SIGQUIT");
}

function openLog(file: string) {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, "a", 0o600);
}

/** Starts the server in a session of its own: a terminal's Ctrl-C reaches the portal alone, which stops it after its last request. */
export function launchPostmaster(
  { binaries, account, dir, logFile }: EmbeddedCluster,
  port: number,
  settings: Record<string, string> = {},
): Postmaster {
  const all = {
    ...DEFAULT_SETTINGS,
    ...settings,
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [program, args] = account.command(binaries.postgres, ["-D", dir, ...flags]);
  const log = openLog(logFile);
  const child = spawn(program, args, {
    ...account.options,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let alive = child.pid !== undefined;
  child.once("exit", () => (alive = false));
  child.once("error", () => (alive = false));
  child.unref();
  return { pid: child.pid ?? 0, port, isAlive: () => alive };
}

/** Waits until the process is gone. Says whether it is. */
async function isGoneWithin(postmaster: Postmaster, milliseconds: number) {
  const deadline = Date.now() + milliseconds;
  while (postmaster.isAlive() && Date.now() < deadline) await sleep(10);
  return !postmaster.isAlive();
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

/** Stops the server cleanly (at most 30 s), else at once, which it recovers from at its next start. */
export async function stopPostmaster({ binaries, dir }: EmbeddedCluster, postmaster: Postmaster) {
  if (!postmaster.isAlive()) return;
  // Windows has no signals; pg_ctl has its own way there.
  if (process.platform === "win32")
    spawnSync(binaries.pgCtl, ["stop", "-W", "-m", "fast", "-D", dir]);
  else signal(postmaster.pid, "SIGINT");
  if (await isGoneWithin(postmaster, FAST_STOP_MS)) return;
  signal(postmaster.pid, "SIGQUIT");
  if (await isGoneWithin(postmaster, IMMEDIATE_STOP_MS)) return;
  signal(postmaster.pid, "SIGKILL");
}

/** What the server said last, for the message of a start that failed. */
export function lastLogLines({ logFile }: EmbeddedCluster): string {
  try {
    const lines = readFileSync(logFile, "utf8").trim().split("\n").slice(-12);
    const telling = lines.filter((line) => /(?:FATAL|PANIC|ERROR|DETAIL|error): /.test(line));
    return (telling.length > 0 ? telling : lines)
      .slice(-2)
      .map((line) => line.replace(/^.*?(?=FATAL|PANIC|ERROR|DETAIL)/, "").replace(/\s+/g, " "))
      .join(" ");
  } catch {
    return "it wrote no log";
  }
}
