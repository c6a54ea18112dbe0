import { chmodSync, cpSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { makeDataFolder } from "./dataFolder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Data folder of a stopped embedded PostgreSQL that has all tables but no rows. */
    migratedData: string;
  }
}

/** Copies the data folder of an embedded database that has all tables but no rows. */
export function copyMigratedData(dataDir: string): void {
  cpSync(inject("migratedData"), dataDir, { recursive: true });
  // PostgreSQL refuses a directory that other users can read, and cpSync sets the default mode.
  chmodSync(join(dataDir, "postgres"), 0o700);
}

/** Creates a temporary data folder with a migrated database. This is much faster than initdb. */
export async function makeMigratedFolder(): Promise<string> {
  const dataDir = await makeDataFolder();
  copyMigratedData(dataDir);
  return dataDir;
}
