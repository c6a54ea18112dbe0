import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findProcess } from "#server/db/processIdentity.ts";
import { StartError, errorCode } from "#server/db/startError.ts";

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

function holderOf(content: string) {
  const [pid = "", startedAt = ""] = content.split("\n");
  const holder = findProcess(Number(pid));
  return holder?.startedAt === startedAt ? holder : undefined;
}

function readLock(file: string) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Moves a dead portal's lock out of the way; gives it back when another starter was faster and it is alive. */
function removeStale(file: string, stale: string) {
  const aside = `${file}.${String(process.pid)}.stale`;
  try {
    renameSync(file, aside);
    if (readLock(aside) !== stale) linkSync(aside, file);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes(errorCode(error))) throw error;
  }
  rmSync(aside, { force: true });
}

function acquire(dataDir: string, file: string, mine: string) {
  const draft = `${file}.${String(process.pid)}`;
  makeFolder(dataDir);
  writeFileSync(draft, mine);
  try {
    for (;;) {
      try {
        // A link appears with its content, and fails where a file of that name is.
        linkSync(draft, file);
        return;
      } catch (error) {
        if (errorCode(error) !== "EEXIST") throw error;
      }
      const content = readLock(file);
      const holder = content === undefined ? undefined : holderOf(content);
      if (holder) {
        throw new StartError(
          `${dataDir} is in use by another portal (process ${String(holder.pid)}): stop that one, or set another DATA_DIR.`,
        );
      }
      if (content !== undefined) removeStale(file, content);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Makes this process the only portal on a data folder, which is created when missing. A lock left by a killed portal is taken over: the
 * holder is its process number and start time, so that a number used again is not mistaken for it.
 * @returns gives the folder free again
 * @throws StartError when another live portal holds it, or the folder cannot be written
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, "portal.lock");
  const mine = `${String(process.pid)}\n${findProcess(process.pid)?.startedAt ?? ""}\n`;
  try {
    acquire(dataDir, file, mine);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATA_DIR: ${dataDir} cannot be written (${errorCode(error)}).`, { cause: error });
  }
  return () => {
    if (readLock(file) === mine) rmSync(file, { force: true });
  };
}

/** Whether a live process holds the data folder. */
export function isDataDirInUse(dataDir: string): boolean {
  const content = readLock(join(dataDir, "portal.lock"));
  return content !== undefined && holderOf(content) !== undefined;
}
