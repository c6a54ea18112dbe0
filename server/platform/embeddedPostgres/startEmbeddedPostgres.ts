import { realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { EMBEDDED_USER, openCluster, readPassword } from "./embeddedCluster.ts";
import type { EmbeddedCluster } from "./embeddedCluster.ts";
import {
  abandonPostmaster,
  endHiddenPostmaster,
  findFreePort,
  findPostmaster,
  lastLogLines,
  launchPostmaster,
  lookUpPostmaster,
  stopPostmaster,
} from "./embeddedPostmaster.ts";
import type { Postmaster } from "./embeddedPostmaster.ts";
import { lockDataDir } from "./portalLock.ts";
import type { DataDirLock } from "./portalLock.ts";
import { StartError, errorCode, isAbort } from "#server/platform/db/startError.ts";

export interface EmbeddedOptions {
  /** Absolute path of the data folder, which is created if missing. */
  dataDir: string;
  log?: (message: string) => void;
  /**
   * PostgreSQL settings that replace or extend the default settings, for example `{ fsync: "off" }`
   * in tests.
   */
  settings?: Record<string, string>;
  /** Aborts the start while it waits for processes that may run in another container. */
  signal?: AbortSignal;
}

/** A running embedded database. */
export interface EmbeddedPostgres {
  /** The port. It does not change when PostgreSQL is restarted. */
  port: number;
  /** Returns the superuser's connection string for a database of this server. */
  connectionUrl(database: string): string;
  /** Closes all connections, stops PostgreSQL cleanly and releases the data folder. */
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 60_000;
const POLL_MS = 20;
const WATCH_MS = 200;
const LAUNCHES = 5;
const LONGEST_PAUSE_MS = 5_000;

/** SQLSTATE codes of errors that no retry can resolve, such as `invalid_password`. */
const PERMANENT_ERRORS = new Set(["28P01", "28000", "3D000"]);

function urlOf({ password }: Pick<EmbeddedCluster, "password">, port: number, database: string) {
  return `postgres://${EMBEDDED_USER}:${password}@127.0.0.1:${String(port)}/${encodeURIComponent(database)}`;
}

async function tryConnect(connectionString: string) {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (PERMANENT_ERRORS.has(errorCode(error))) {
      throw new StartError("The embedded PostgreSQL refuses the password in postgres-password.", {
        cause: error,
      });
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Waits until the server accepts connections. Returns false if the server ends first. */
async function isReady(cluster: EmbeddedCluster, postmaster: Postmaster, deadline: number) {
  while (postmaster.isAlive()) {
    if (await tryConnect(urlOf(cluster, postmaster.port, "postgres"))) return true;
    if (Date.now() > deadline) {
      const seconds = String(READY_WITHIN_MS / 1000);
      throw new StartError(
        `The embedded PostgreSQL was not ready after ${seconds} s: ${lastLogLines(cluster)} (${cluster.logFile})`,
      );
    }
    await sleep(POLL_MS);
  }
  return false;
}

/**
 * Takes over the server that a killed portal left running, or starts a new server. Retries a few
 * times, because another process has possibly taken the port, or child processes of a killed server
 * are possibly still ending.
 */
async function startServer(
  cluster: EmbeddedCluster,
  options: EmbeddedOptions,
  report: (current: Postmaster) => void,
): Promise<Postmaster> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (let launch = 0; launch < LAUNCHES; launch++) {
    const left = findPostmaster(cluster);
    if (left)
      options.log?.(
        `taking over the embedded PostgreSQL that is still running (process ${String(left.pid)})`,
      );
    const postmaster = left ?? launchPostmaster(cluster, await findFreePort(), options.settings);
    report(postmaster);
    try {
      if (await isReady(cluster, postmaster, deadline)) return postmaster;
    } catch (error) {
      if (!left) await stopPostmaster(cluster, postmaster);
      throw error;
    }
    await sleep(100 * launch);
  }
  throw new StartError(
    `The embedded PostgreSQL does not start: ${lastLogLines(cluster)} (${cluster.logFile})`,
  );
}

/** Restarts the server on the same port whenever it ends unexpectedly. */
async function supervise(
  cluster: EmbeddedCluster,
  first: Postmaster,
  options: EmbeddedOptions,
  stopping: AbortSignal,
  report: (current: Postmaster) => void,
) {
  let current = first;
  let pause = 50;
  while (!stopping.aborted) {
    await sleep(current.isAlive() ? WATCH_MS : pause, undefined, { ref: false, signal: stopping });
    if (current.isAlive()) continue;
    options.log?.("the embedded PostgreSQL ended unexpectedly; starting it again");
    current = findPostmaster(cluster) ?? launchPostmaster(cluster, first.port, options.settings);
    report(current);
    const ready = await isReady(cluster, current, Date.now() + READY_WITHIN_MS).catch(() => false);
    pause = ready ? 50 : Math.min(pause * 2, LONGEST_PAUSE_MS);
    if (ready) options.log?.("the embedded PostgreSQL is back");
  }
}

/** The server to stop when the data folder's lock is lost. */
interface Running {
  postmaster?: Postmaster;
}

async function start(
  options: EmbeddedOptions,
  lock: DataDirLock,
  running: Running,
): Promise<EmbeddedPostgres> {
  const dataDir = realpathSync(options.dataDir);
  const log = options.log ?? (() => {});
  const cluster = openCluster(dataDir, log);
  const report = (current: Postmaster) => {
    running.postmaster = current;
  };
  await endHiddenPostmaster(cluster, {
    mayExist: lock.mayHideServer,
    log,
    signal: options.signal,
  });
  const first = await startServer(cluster, options, report);
  const stopping = new AbortController();
  const watch = supervise(cluster, first, options, stopping.signal, report).catch(
    (error: unknown) => {
      if (!stopping.signal.aborted)
        log(`the embedded PostgreSQL is no longer watched: ${String(error)}`);
    },
  );
  return {
    port: first.port,
    connectionUrl: (database) => urlOf(cluster, first.port, database),
    async stop() {
      stopping.abort();
      await stopPostmaster(cluster, running.postmaster ?? first);
      await watch;
      lock.release();
    },
  };
}

/**
 * Returns the connection string of a database that another process runs on this folder; undefined
 * if no database runs.
 * @throws StartError if the password file is missing
 */
export function findRunningEmbedded(dataDir: string): string | undefined {
  const folder = realpathSync(dataDir);
  const running = lookUpPostmaster(join(folder, "postgres"));
  return running && urlOf({ password: readPassword(folder) }, running.port, "postgres");
}

/**
 * Starts PostgreSQL from the npm packages on a data folder. A new folder is initialised, a server
 * that still runs is taken over, and a server that dies is restarted. Only one portal can use a
 * folder. If another portal took over the folder while this process was paused (for example with
 * its container), this process exits. PostgreSQL listens on a free port of the loopback address. It
 * has no Unix-domain sockets unless the settings name a folder for them.
 * @throws StartError with a one-line message for the operator; the signal's AbortError
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const running: Running = {};
  const lock = await lockDataDir(options.dataDir, {
    log: options.log ?? (() => {}),
    signal: options.signal,
    onLost: () => {
      if (running.postmaster) abandonPostmaster(running.postmaster);
      process.stderr.write(
        `${options.dataDir} was taken over by another portal while this one was paused.\n`,
      );
      process.exit(1);
    },
  });
  try {
    return await start(options, lock, running);
  } catch (error) {
    lock.release();
    if (error instanceof StartError || isAbort(error)) throw error;
    if (!(error instanceof Error) || errorCode(error) === "") throw error;
    throw new StartError(`The data folder cannot be used: ${error.message}.`, { cause: error });
  }
}
