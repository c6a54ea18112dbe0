import { rmSync } from "node:fs";
import { join } from "node:path";
import { makeScratchFolder } from "#server/checks/fixtures/scratchFolder.ts";
import { lookUpPostmaster } from "#server/platform/embeddedPostgres/embeddedPostmaster.ts";
import { killTree } from "./processTree.ts";

const PREFIX = "hearback-faults-";

/**
 * Creates a temporary data folder, in memory if possible, because the disk's caches need no test,
 * and a start after a kill syncs a thousand files.
 */
export const makeDataFolder = () => makeScratchFolder(PREFIX);

/** Removes a data folder and ends the database of a killed portal that still runs in the folder. */
export function removeDataFolder(dataDir: string): void {
  const left = lookUpPostmaster(join(dataDir, "postgres"));
  if (left) killTree(left.pid);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
