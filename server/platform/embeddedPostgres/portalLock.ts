import { randomUUID } from "node:crypto";
import {
  closeSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findProcess, findProcessScope } from "./processIdentity.ts";
import { StartError, errorCode, isAbort } from "#server/platform/db/startError.ts";

/**
 * Milliseconds between two updates of the lock's modification time by its holder. The updates show
 * that the holder is alive to processes that cannot look up the holder's process.
 */
const REFRESH_MS = 2_500;

/**
 * Milliseconds without an update of the lock after which a holder that cannot be looked up is
 * treated as dead. The waiting process measures this time.
 */
const STALE_AFTER_MS = 15_000;

const POLL_MS = 200;

/**
 * Mode of new data folders. All accounts are allowed to enter them, because the database possibly
 * runs under another account and must reach its own folder inside the data folder.
 */
const FOLDER_MODE = 0o755;

/**
 * Creates a folder and its parents. Node's recursive mkdir never returns for folders below `/proc`.
 */
function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
  } catch (error) {
    if (errorCode(error) === "EEXIST") return;
    if (errorCode(error) !== "ENOENT") throw error;
    makeFolder(dirname(folder));
    mkdirSync(folder, { mode: FOLDER_MODE });
  }
}

interface Lock {
  content: string;
  /** Modification time. It changes while the holder is alive. */
  touchedAt: number;
}

function readLock(file: string): Lock | undefined {
  let opened: number | undefined;
  try {
    // The file is opened each time, because a network file system can return cached attributes for
    // a path.
    opened = openSync(file, "r");
    return { content: readFileSync(opened, "utf8"), touchedAt: fstatSync(opened).mtimeMs };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/**
 * Returns which process wrote a lock. Older versions wrote only the process id and the start time,
 * not the container.
 */
function parseLock(content: string) {
  const [pid = "", startedAt = "", boot = "", namespace = ""] = content.split("\n");
  const here = findProcessScope();
  const isHere = namespace === "" || (boot === here.boot && namespace === here.namespace);
  return { pid: Number(pid), startedAt, isHere, isSameBoot: boot === here.boot };
}

/** Returns the live process that holds a lock, if this process can look it up. */
function holderOf(content: string) {
  const { pid, startedAt, isHere } = parseLock(content);
  const holder = isHere ? findProcess(pid) : undefined;
  return holder?.startedAt === startedAt ? holder : undefined;
}

/**
 * Observes a lock for at most `STALE_AFTER_MS` milliseconds. Returns whether the lock was replaced
 * or deleted, its modification time has changed, or nothing has happened. The age of the lock is
 * not used, because the clocks of two machines differ and any clock may be adjusted.
 */
async function watchLock(file: string, { content, touchedAt }: Lock, signal?: AbortSignal) {
  const end = performance.now() + STALE_AFTER_MS;
  while (performance.now() < end) {
    await sleep(POLL_MS, undefined, { signal });
    const now = readLock(file);
    if (now?.content !== content) return "replaced";
    if (now.touchedAt !== touchedAt) return "touched";
  }
  return "silent";
}

/**
 * Deletes the lock of a dead portal. If another process has replaced the lock in the meantime, the
 * new lock is kept.
 */
function removeStale(file: string, stale: string) {
  const aside = `${file}.${randomUUID()}.stale`;
  try {
    renameSync(file, aside);
    if (readLock(aside)?.content !== stale) linkSync(aside, file);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes(errorCode(error))) throw error;
  }
  rmSync(aside, { force: true });
}

/** Creates the lock. Returns false if a lock exists. */
function tryMake(file: string, ownContent: string) {
  // The name is random, because a process in another container can have the same process id.
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, ownContent, { flag: "wx" });
    // Creating a hard link fails if the file exists, and the new file is complete at once.
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function inUse(dataDir: string, by: string) {
  return new StartError(
    `${dataDir} is in use by another portal (${by}): stop that one, or set another DATA_DIR.`,
  );
}

/** Takes the lock. Returns the content of the stale lock that was replaced, if any. */
async function acquire(
  dataDir: string,
  file: string,
  ownContent: string,
  { log, signal }: Pick<LockOptions, "log" | "signal">,
) {
  let staleContent: string | undefined;
  makeFolder(dataDir);
  while (!tryMake(file, ownContent)) {
    const lock = readLock(file);
    if (!lock) continue;
    const { content } = lock;
    const holder = holderOf(content);
    if (holder) throw inUse(dataDir, `process ${String(holder.pid)}`);
    if (!parseLock(content).isHere) {
      const seconds = String(STALE_AFTER_MS / 1000);
      log(
        `the data folder is locked by a portal in another container, on another machine, or from before the last boot: waiting up to ${seconds} s to see whether it is alive`,
      );
      const becomes = await watchLock(file, lock, signal);
      if (becomes === "touched")
        throw inUse(dataDir, "in another container, or on another machine");
      if (becomes === "replaced") continue;
    }
    removeStale(file, content);
    staleContent = content;
  }
  return staleContent;
}

export interface LockOptions {
  log: (line: string) => void;
  /**
   * Called when another portal has taken over the lock because this process was paused for too
   * long. This process must not access the data any more.
   */
  onLost: () => void;
  /** Aborts the wait for another portal's lock, which is left unchanged. */
  signal?: AbortSignal | undefined;
}

export interface DataDirLock {
  /**
   * Whether a database server of the previous holder may still run in another container, where this
   * process cannot see it. Such a server outlives its portal, but not its container or machine.
   */
  mayHideServer: boolean;
  /** Deletes the lock. */
  release(): void;
}

function mayHideServer(staleContent: string) {
  const { pid, isHere, isSameBoot } = parseLock(staleContent);
  // A container ends when its process 1 ends, and so does a server in that container.
  return !isHere && isSameBoot && pid !== 1;
}

/**
 * Makes this process the only portal on a data folder, which is created if missing. The lock of a
 * killed portal is taken over at once if this process can check whether the holder is alive. The
 * check compares id and start time, because ids are reused. Otherwise, the lock is taken over after
 * `STALE_AFTER_MS` without an update. This process updates its lock until the lock is released.
 * @throws StartError if another live portal holds the lock or the folder is not writable; the
 * signal's AbortError
 */
export async function lockDataDir(
  dataDir: string,
  { log, onLost, signal }: LockOptions,
): Promise<DataDirLock> {
  const file = join(dataDir, "portal.lock");
  const { boot, namespace } = findProcessScope();
  const ownContent = `${[process.pid, findProcess(process.pid)?.startedAt ?? "", boot, namespace].join("\n")}\n`;
  let staleContent: string | undefined;
  try {
    staleContent = await acquire(dataDir, file, ownContent, { log, signal });
  } catch (error) {
    if (error instanceof StartError || isAbort(error)) throw error;
    throw new StartError(`DATA_DIR: ${dataDir} cannot be written (${errorCode(error)}).`, {
      cause: error,
    });
  }
  const refreshing = setInterval(() => {
    if (refreshLock(file, ownContent)) return;
    clearInterval(refreshing);
    onLost();
  }, REFRESH_MS).unref();
  return {
    mayHideServer: staleContent !== undefined && mayHideServer(staleContent),
    release: () => {
      clearInterval(refreshing);
      if (readLock(file)?.content === ownContent) rmSync(file, { force: true });
    },
  };
}

/**
 * Updates the modification time of this process's lock, and creates the lock again if it was
 * deleted. Returns false if another process holds the lock.
 */
function refreshLock(file: string, ownContent: string) {
  try {
    const lock = readLock(file);
    if (lock && lock.content !== ownContent) return false;
    if (!lock) return tryMake(file, ownContent) || readLock(file)?.content === ownContent;
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // A failing file system may recover before the next update.
  }
  return true;
}

/** Whether a live process that this process can look up holds the lock of the data folder. */
export function isDataDirInUse(dataDir: string): boolean {
  const lock = readLock(join(dataDir, "portal.lock"));
  return lock !== undefined && holderOf(lock.content) !== undefined;
}
