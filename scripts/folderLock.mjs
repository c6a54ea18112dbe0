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

/** Where the project's own unfinished things lie. */
export const CACHE = join(root, ".cache");

/** There while a process installs or builds; holds one file, named by its process number. */
const LOCK = join(CACHE, "lock");

const POLL_MS = 100;

/** How often a holder says that it lives. */
const BEAT_MS = 5_000;

/** A process that has not said so for this long is another program, which got the number of a dead holder. */
const DEAD_AFTER_MS = 60_000;

/** What systems say of a folder that is there and not empty; Windows the last. */
const IN_THE_WAY = new Set(["EEXIST", "ENOTEMPTY", "EPERM"]);

/** What a person can put right, with the folder or the disk. */
const UNWRITABLE = new Set(["EACCES", "EDQUOT", "ENOSPC", "EPERM", "EROFS"]);

function isHolding(pid) {
  if (Number(pid) === process.pid) return false;
  const beat = statSync(join(LOCK, pid), { throwIfNoEntry: false });
  if (!beat || Date.now() - beat.mtimeMs > DEAD_AFTER_MS) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** The names in a folder; none where it is not there. */
export function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}

/** Takes away what the dead have left, by their numbers: whoever has taken the lock meanwhile keeps it. */
function clearDead() {
  for (const pid of namesIn(LOCK)) if (!isHolding(pid)) rmSync(join(LOCK, pid), { force: true });
  try {
    rmdirSync(LOCK);
  } catch (error) {
    if (error.code !== "ENOENT" && !IN_THE_WAY.has(error.code)) throw error;
  }
}

/** Whether this process holds the lock now. The folder comes with the number in it, or not at all. */
function tryLock() {
  const draft = join(CACHE, `lock-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, String(process.pid)), "");
  try {
    clearDead();
    renameSync(draft, LOCK);
    return true;
  } catch (error) {
    if (!IN_THE_WAY.has(error.code)) throw error;
    return false;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function takeLock() {
  if (tryLock()) return;
  await step("Waiting for another process that installs or builds here", async () => {
    while (!tryLock()) await sleep(POLL_MS);
  });
}

/** Keeps the lock while work is done. */
async function holdLock(work) {
  const mine = join(LOCK, String(process.pid));
  const beat = setInterval(() => utimes(mine, new Date(), new Date(), () => undefined), BEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(beat);
    rmSync(mine, { force: true });
    clearDead();
  }
}

/**
 * Does work on the project's folder unless it is done, one process at a time: a second one waits, says so, and mostly finds it done. The
 * lock of a process that has died is taken over.
 * @param isDone asked first, and again once nobody else works; when it says yes, nothing is written
 * @throws ScriptError when the folder cannot be written
 */
export async function doOnce(isDone, work) {
  if (isDone()) return;
  try {
    await takeLock();
    await holdLock(async () => {
      if (!isDone()) await work();
    });
  } catch (error) {
    if (!UNWRITABLE.has(error.code)) throw error;
    throw new ScriptError(
      `Hearback has to be installed or built anew, and its folder cannot be written: ${error.message}`,
    );
  }
}
