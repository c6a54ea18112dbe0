import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeScratchFolder } from "#server/checks/fixtures/scratchFolder.ts";
import { isLong } from "#server/checks/fixtures/testSize.ts";
import { lookUpPostmaster } from "#server/platform/embeddedPostgres/embeddedPostmaster.ts";
import { killTree } from "./processTree.ts";

const PREFIX = "hearback-faults-";

/**
 * Creates a temporary data folder. A short run creates it in memory if possible, because the disk's
 * caches need no test, and a start after a kill syncs a thousand files. A long run uses the disk,
 * because its databases grow large.
 */
export async function makeDataFolder(): Promise<string> {
  return isLong ? mkdtempSync(join(tmpdir(), PREFIX)) : makeScratchFolder(PREFIX);
}

/** Removes a data folder and ends the database of a killed portal that still runs in the folder. */
export function removeDataFolder(dataDir: string): void {
  const left = lookUpPostmaster(join(dataDir, "postgres"));
  if (left) killTree(left.pid);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
