import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  utimes,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ScriptError, root } from "./runtime.mjs";
import { step } from "./step.mjs";

/** Folder for temporary files of builds and installations. */
export const CACHE = join(root, ".cache");

/**
 * This folder exists while a process installs or builds. It contains one file, whose name is the
 * process id.
 */
const LOCK = join(CACHE, "lock");

const POLL_MS = 100;

/** Milliseconds after which the process with the lock touches the lock's file again. */
const TOUCH_INTERVAL_MS = 5_000;

/**
 * A lock that was not touched for this many milliseconds is stale, even if a process with the id in
 * the lock exists.
 */
const STALE_AFTER_MS = 60_000;

/** Errors of a rename onto a folder that is not empty. EPERM occurs on Windows. */
const LOCK_TAKEN_CODES = new Set(["EEXIST", "ENOTEMPTY", "EPERM"]);

/** Errors that a user can resolve by changing the folder or the disk. */
const UNWRITABLE_CODES = new Set(["EACCES", "EDQUOT", "ENOSPC", "EPERM", "EROFS"]);

function isHolding(pid) {
  if (Number(pid) === process.pid) return false;
  const beat = statSync(join(LOCK, pid), { throwIfNoEntry: false });
  if (!beat || Date.now() - beat.mtimeMs > STALE_AFTER_MS) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Returns the names in a folder; none if the folder does not exist. */
export function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}

/** Removes locks of dead processes. A lock that another process has just taken is not removed. */
function removeStaleLocks() {
  for (const pid of namesIn(LOCK)) if (!isHolding(pid)) rmSync(join(LOCK, pid), { force: true });
  try {
    rmdirSync(LOCK);
  } catch (error) {
    if (error.code !== "ENOENT" && !LOCK_TAKEN_CODES.has(error.code)) throw error;
  }
}

/** Tries to take the lock. The rename is atomic, so the lock always contains a process id. */
function tryLock() {
  const draft = join(CACHE, `lock-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, String(process.pid)), "");
  try {
    removeStaleLocks();
    renameSync(draft, LOCK);
    return true;
  } catch (error) {
    if (!LOCK_TAKEN_CODES.has(error.code)) throw error;
    return false;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function takeLock() {
  if (tryLock()) return;
  await step("Waiting for another process that installs or builds", async () => {
    while (!tryLock()) await sleep(POLL_MS);
  });
}

/**
 * Runs `work` and touches the lock's file at intervals until the work is done. Then releases the
 * lock.
 */
async function holdLock(work) {
  const mine = join(LOCK, String(process.pid));
  const beat = setInterval(
    () => utimes(mine, new Date(), new Date(), () => undefined),
    TOUCH_INTERVAL_MS,
  );
  try {
    await work();
  } finally {
    clearInterval(beat);
    rmSync(mine, { force: true });
    removeStaleLocks();
  }
}

/**
 * Runs `work` on the project folder unless the work is already done. Only one process at a time
 * does the work. Other processes wait and then usually find that the work is done. The lock of a
 * dead process is taken over.
 * @param isDone called without the lock first, and then again with the lock. If the first call
 * returns true, nothing is written
 * @throws ScriptError if the folder is not writable or the disk is full
 */
export async function doOnce(isDone, work) {
  if (isDone()) return;
  try {
    await takeLock();
    await holdLock(async () => {
      if (!isDone()) await work();
    });
  } catch (error) {
    if (!UNWRITABLE_CODES.has(error.code)) throw error;
    throw new ScriptError(
      `The folder must be installed or built again, but it is not writable: ${error.message}`,
    );
  }
}
