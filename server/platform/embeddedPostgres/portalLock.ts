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
import { findProcess, findProcessPlace } from "./processIdentity.ts";
import { StartError, errorCode, isAbort } from "#server/platform/db/startError.ts";

/** How often the holder of a lock touches it, for those who cannot look its process up. */
const BEAT_MS = 2_500;

/** Who cannot be looked up and has not touched its lock for so long, by the clock of whoever waits, is dead. */
const SILENT_MS = 15_000;

const LOOK_MS = 200;

/** Readable by the account of the database too, which has to reach its own folder below. */
const FOLDER_MODE = 0o755;

/** Makes a folder and those above it. Node's own recursive way never returns below `/proc`. */
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
  /** Another number than before: its holder has touched it. */
  touchedAt: number;
}

function readLock(file: string): Lock | undefined {
  let opened: number | undefined;
  try {
    // Opened each time: by its name alone, a network's file system may tell what it remembers.
    opened = openSync(file, "r");
    return { content: readFileSync(opened, "utf8"), touchedAt: fstatSync(opened).mtimeMs };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** Who made a lock. Versions before the place was written looked every process up in their own. */
function makerOf(content: string) {
  const [pid = "", startedAt = "", boot = "", room = ""] = content.split("\n");
  const here = findProcessPlace();
  const isHere = room === "" || (boot === here.boot && room === here.room);
  return { pid: Number(pid), startedAt, isHere, isSameBoot: boot === here.boot };
}

/** The live process that made a lock, where that can be known at once. */
function holderOf(content: string) {
  const { pid, startedAt, isHere } = makerOf(content);
  const holder = isHere ? findProcess(pid) : undefined;
  return holder?.startedAt === startedAt ? holder : undefined;
}

/** What becomes of a lock, seen by watching and not by its age: the clocks of two machines differ, and any clock may jump. */
async function watchLock(file: string, { content, touchedAt }: Lock, signal?: AbortSignal) {
  const end = performance.now() + SILENT_MS;
  while (performance.now() < end) {
    await sleep(LOOK_MS, undefined, { signal });
    const now = readLock(file);
    if (now?.content !== content) return "replaced";
    if (now.touchedAt !== touchedAt) return "touched";
  }
  return "silent";
}

/** Moves a dead portal's lock out of the way; gives it back when another starter was faster and it is alive. */
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

/** Whether the lock is made; false where one is. */
function tryMake(file: string, mine: string) {
  // Not named after the process: another container's may have the same number.
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, mine, { flag: "wx" });
    // A link appears with its content, and fails where a file of that name is.
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

/** Gives the content of the last lock that was taken over. */
async function acquire(
  dataDir: string,
  file: string,
  mine: string,
  { log, signal }: Pick<LockOptions, "log" | "signal">,
) {
  let left: string | undefined;
  makeFolder(dataDir);
  while (!tryMake(file, mine)) {
    const lock = readLock(file);
    if (!lock) continue;
    const { content } = lock;
    const holder = holderOf(content);
    if (holder) throw inUse(dataDir, `process ${String(holder.pid)}`);
    if (!makerOf(content).isHere) {
      const seconds = String(SILENT_MS / 1000);
      log(
        `the data folder has the lock of a portal in another container, of another machine, or from before this one's start: waiting up to ${seconds} s for a sign of its life`,
      );
      const becomes = await watchLock(file, lock, signal);
      if (becomes === "touched")
        throw inUse(dataDir, "in another container, or on another machine");
      if (becomes === "replaced") continue;
    }
    removeStale(file, content);
    left = content;
  }
  return left;
}

export interface LockOptions {
  log: (line: string) => void;
  /** Another portal has taken the lock over, because this one stood still for long: it must not touch the data any more. */
  onLost: () => void;
  /** Ends the wait for a sign of another portal's life; its lock stays as it was. */
  signal?: AbortSignal | undefined;
}

export interface DataDirLock {
  /**
   * Whether a database of the portal that had the lock before may still run where it cannot be seen: it outlives its portal, but not its
   * container, nor its machine.
   */
  mayHideServer: boolean;
  /** Gives the folder free again. */
  release(): void;
}

function mayHideServer(left: string) {
  const { pid, isHere, isSameBoot } = makerOf(left);
  // A container ends with its first process.
  return !isHere && isSameBoot && pid !== 1;
}

/**
 * Makes this process the only portal on a data folder, which is created when missing. A lock left by a killed portal is taken over: at once
 * where the holder can be looked up (its process number and start time, so that a number used again is not mistaken for it), else once it has
 * not been touched for `SILENT_MS`. This one is touched until it is given free.
 * @throws StartError when another live portal holds it, or the folder cannot be written; the signal's AbortError
 */
export async function lockDataDir(
  dataDir: string,
  { log, onLost, signal }: LockOptions,
): Promise<DataDirLock> {
  const file = join(dataDir, "portal.lock");
  const { boot, room } = findProcessPlace();
  const mine = `${[process.pid, findProcess(process.pid)?.startedAt ?? "", boot, room].join("\n")}\n`;
  let left: string | undefined;
  try {
    left = await acquire(dataDir, file, mine, { log, signal });
  } catch (error) {
    if (error instanceof StartError || isAbort(error)) throw error;
    throw new StartError(`DATA_DIR: ${dataDir} cannot be written (${errorCode(error)}).`, {
      cause: error,
    });
  }
  const beating = setInterval(() => {
    if (keep(file, mine)) return;
    clearInterval(beating);
    onLost();
  }, BEAT_MS).unref();
  return {
    mayHideServer: left !== undefined && mayHideServer(left),
    release: () => {
      clearInterval(beating);
      if (readLock(file)?.content === mine) rmSync(file, { force: true });
    },
  };
}

/** Touches the own lock, and makes it again where it was taken away. False once it is somebody else's. */
function keep(file: string, mine: string) {
  try {
    const lock = readLock(file);
    if (lock && lock.content !== mine) return false;
    if (!lock) return tryMake(file, mine) || readLock(file)?.content === mine;
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // A file system that fails now may answer the next time.
  }
  return true;
}

/** Whether a live process, one that can be looked up from here, holds the data folder. */
export function isDataDirInUse(dataDir: string): boolean {
  const lock = readLock(join(dataDir, "portal.lock"));
  return lock !== undefined && holderOf(lock.content) !== undefined;
}
