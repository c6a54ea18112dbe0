import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lookUpPostmaster } from "#server/platform/embeddedPostgres/embeddedPostmaster.ts";
import { killTree } from "./processTree.ts";

/** Creates a temporary data folder. */
export function makeDataFolder(): string {
  return mkdtempSync(join(tmpdir(), "hearback-faults-"));
}

/** Removes a data folder and ends the database that a killed portal left in it. */
export function removeDataFolder(dataDir: string): void {
  const left = lookUpPostmaster(join(dataDir, "postgres"));
  if (left) killTree(left.pid);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
