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
  /** Absolute path; made when missing. */
  dataDir: string;
  log?: (message: string) => void;
  /** PostgreSQL settings beyond the defaults, such as `{ fsync: "off" }` in tests. */
  settings?: Record<string, string>;
  /** Ends the waits for what may live in another container, and with them the start. */
  signal?: AbortSignal;
}

/** A running embedded database. */
export interface EmbeddedPostgres {
  /** Stays the same when PostgreSQL has to be started again. */
  port: number;
  /** Connection string of the superuser for a database of this server. */
  connectionUrl(database: string): string;
  /** Ends all connections, stops PostgreSQL cleanly and gives the data folder free. */
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 60_000;
const POLL_MS = 20;
const WATCH_MS = 200;
const LAUNCHES = 5;
const LONGEST_PAUSE_MS = 5_000;

/** `wrong password` and its like: no waiting makes these go away. */
const HOPELESS = new Set(["28P01", "28000", "3D000"]);

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
    if (HOPELESS.has(errorCode(error))) {
      throw new StartError("The embedded PostgreSQL refuses the password in postgres-password.", {
        cause: error,
      });
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Waits until the server takes connections; false when it ended before. */
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
 * Takes up the server that a killed portal left behind, else starts one. A few launches may fail for reasons that pass: the port was taken
 * in between, or the last processes of a killed server are still ending.
 */
async function bringUp(
  cluster: EmbeddedCluster,
  options: EmbeddedOptions,
  report: (current: Postmaster) => void,
): Promise<Postmaster> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (let launch = 0; launch < LAUNCHES; launch++) {
    const left = findPostmaster(cluster);
    if (left)
      options.log?.(
        `taking up the embedded PostgreSQL that is still running (process ${String(left.pid)})`,
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

/** Starts the server again, at the port that everybody knows, whenever it ends before it is told to. */
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

/** What is to be ended when the data folder is lost. */
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
    mayBeThere: lock.mayHideServer,
    log,
    signal: options.signal,
  });
  const first = await bringUp(cluster, options, report);
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
 * The address of a database that another process has started on this folder; undefined while it does not run.
 * @throws StartError when its password file is missing
 */
export function findRunningEmbedded(dataDir: string): string | undefined {
  const folder = realpathSync(dataDir);
  const running = lookUpPostmaster(join(folder, "postgres"));
  return running && urlOf({ password: readPassword(folder) }, running.port, "postgres");
}

/**
 * Starts PostgreSQL from the npm packages on a data folder: initialised when new, taken up where it still runs, started again when it
 * dies. One portal a folder: should another have taken it over while this one stood still (a container that was paused, say), this process
 * ends at once with one line. Unix-domain sockets are off; it listens on the loopback address, at a free port.
 * @throws StartError with one line for a person when that is not possible; the signal's AbortError
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const running: Running = {};
  const lock = await lockDataDir(options.dataDir, {
    log: options.log ?? (() => {}),
    signal: options.signal,
    onLost: () => {
      if (running.postmaster) abandonPostmaster(running.postmaster);
      process.stderr.write(
        `${options.dataDir} was taken over by another portal while this one stood still.\n`,
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
