import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedCluster } from "./embeddedCluster.ts";
import { findProcess } from "./processIdentity.ts";
import type { ProcessIdentity } from "./processIdentity.ts";
import { StartError, errorCode } from "#server/platform/db/startError.ts";

/** The server process of an embedded database, started by this portal or found running. */
export interface Postmaster {
  pid: number;
  port: number;
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
  unix_socket_directories: "",
};

/**
 * Finds a free TCP port on the loopback address. Another process can take the port before
 * PostgreSQL does, so the start must be retried.
 */
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
  /** Line 1 is the process id, line 4 the port. */
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

/**
 * Finds the running server of a data directory without changing anything, for processes that do not
 * hold the portal's lock.
 */
export function lookUpPostmaster(dir: string): { pid: number; port: number } | undefined {
  const [pid = "", , , port = ""] = readPidFile(dir)?.lines ?? [];
  const found = findProcess(Number(pid));
  return found && isServerOf(dir, found) && Number(port) > 0
    ? { pid: found.pid, port: Number(port) }
    : undefined;
}

/**
 * Finds the running server of this cluster by its `postmaster.pid`. Changes the file of a dead
 * server so that a new server can start.
 */
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
  // The process in the file is dead or a zombie, or its id was reused by another program.
  // PostgreSQL recognises only the first case. This process will be the new server's parent. Its id
  // is written into the file, because PostgreSQL treats a file with the id of the server's parent
  // as stale. The other lines are not changed, because PostgreSQL uses them to detect child
  // processes of the dead server that still use the data.
  writeFileSync(file, [String(process.pid), ...lines.slice(1)].join("\n"));
  return undefined;
}

/**
 * Maximum milliseconds until a hidden server (`endHiddenPostmaster`) stops. Once a minute,
 * PostgreSQL checks whether `postmaster.pid` still contains its process id, and shuts down
 * immediately if not.
 */
const PID_FILE_CHECK_MS = 65_000;
const HIDDEN_POLL_MS = 500;

/**
 * A process id that no process has. The id of this process is not used, because the hidden server
 * possibly has the same id in its own container.
 */
const NO_PROCESS = "0";

interface HiddenOptions {
  /** Whether the lock indicates that a hidden server may exist. */
  mayExist: boolean;
  log: (line: string) => void;
  /** Aborts the wait. The next start waits instead. */
  signal?: AbortSignal | undefined;
}

/**
 * Stops a PostgreSQL server of this cluster that may still run in another container after its
 * portal has died. This process cannot see that server, so this function overwrites
 * `postmaster.pid`. The server checks this file once a minute and stops if the file has changed.
 * This function waits for that check. It also waits if an earlier start has already overwritten the
 * file, because that start may have been aborted before the server stopped.
 */
export async function endHiddenPostmaster(
  { dir }: EmbeddedCluster,
  { mayExist, log, signal: stopping }: HiddenOptions,
) {
  const written = readPidFile(dir);
  if (!written || lookUpPostmaster(dir)) return;
  if (!mayExist && written.lines[0] !== NO_PROCESS) return;
  const seconds = String(PID_FILE_CHECK_MS / 1000);
  log(
    `a PostgreSQL server of that portal may still run in another container: it stops within ${seconds} s`,
  );
  writeFileSync(written.file, [NO_PROCESS, ...written.lines.slice(1)].join("\n"));
  const end = performance.now() + PID_FILE_CHECK_MS;
  // The server deletes `postmaster.pid` when it stops.
  while (performance.now() < end && readPidFile(dir))
    await sleep(HIDDEN_POLL_MS, undefined, { signal: stopping });
}

/**
 * Kills the server without a shutdown checkpoint, which would overwrite data that another server
 * has written since.
 */
export function abandonPostmaster({ pid }: Postmaster) {
  signal(pid, "SIGQUIT");
}

function openLog(file: string) {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, "a", 0o600);
}

/**
 * Starts the server in its own session, so that Ctrl-C reaches only the portal, which stops the
 * server after the last request.
 */
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

/** Waits until the process has ended. @returns whether the process has ended in time */
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

/**
 * Stops the server cleanly. A server that is still running after 30 s is stopped immediately and
 * recovers at its next start.
 */
export async function stopPostmaster({ binaries, dir }: EmbeddedCluster, postmaster: Postmaster) {
  if (!postmaster.isAlive()) return;
  // Windows has no signals, so pg_ctl stops the server there.
  if (process.platform === "win32")
    spawnSync(binaries.pgCtl, ["stop", "-W", "-m", "fast", "-D", dir]);
  else signal(postmaster.pid, "SIGINT");
  if (await isGoneWithin(postmaster, FAST_STOP_MS)) return;
  signal(postmaster.pid, "SIGQUIT");
  if (await isGoneWithin(postmaster, IMMEDIATE_STOP_MS)) return;
  signal(postmaster.pid, "SIGKILL");
}

/** Returns the last log lines, for the message of a failed start. */
export function lastLogLines({ logFile }: EmbeddedCluster): string {
  try {
    const lines = readFileSync(logFile, "utf8").trim().split("\n").slice(-12);
    const relevant = lines.filter((line) => /(?:FATAL|PANIC|ERROR|DETAIL|error): /.test(line));
    return (relevant.length > 0 ? relevant : lines)
      .slice(-2)
      .map((line) => line.replace(/^.*?(?=FATAL|PANIC|ERROR|DETAIL)/, "").replace(/\s+/g, " "))
      .join(" ");
  } catch {
    return "it wrote no log";
  }
}
