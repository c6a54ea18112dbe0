import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { lookUpPostmaster } from "#server/platform/embeddedPostgres/embeddedPostmaster.ts";
import { killTree } from "./processTree.ts";

/** Creates an empty temporary data folder. */
export function makeDataFolder(): string {
  return mkdtempSync(join(tmpdir(), "hearback-faults-"));
}

/** Copies an embedded database with all tables and without rows into a new data folder. */
export function copyMigratedData(dataDir: string): void {
  cpSync(inject("migratedData"), dataDir, { recursive: true });
  // PostgreSQL refuses a directory that others can read, and cpSync sets the default mode.
  chmodSync(join(dataDir, "postgres"), 0o700);
}

/** Creates a temporary data folder with a migrated database, much faster than initdb. */
export function makeMigratedFolder(): string {
  const dataDir = makeDataFolder();
  copyMigratedData(dataDir);
  return dataDir;
}

/** Removes a data folder and ends the database that a killed portal left in it. */
export function removeDataFolder(dataDir: string): void {
  const left = lookUpPostmaster(join(dataDir, "postgres"));
  if (left) killTree(left.pid);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
