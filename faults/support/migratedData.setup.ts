import { rmSync } from "node:fs";
import { runMigrations } from "graphile-worker";
import type { TestProject } from "vitest/node";
import { silentLogger } from "#server/checks/fixtures/silentLogger.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { openOwnerPool } from "#server/platform/db/ownerPool.ts";
import { startEmbeddedPostgres } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { makeDataFolder } from "./dataFolder.ts";

/**
 * Initialises and migrates one database for the whole run. Tests start on copies of the database's
 * data folder.
 */
export default async function makeMigratedData(project: TestProject): Promise<() => void> {
  const dataDir = await makeDataFolder();
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  const connectionString = postgres.connectionUrl("postgres");
  await migrate(connectionString);
  // Stopping the database terminates connections that are still closing, which causes errors.
  const pgPool = openOwnerPool(connectionString, () => undefined);
  // In the portal, these migrations run when the job queue starts.
  await runMigrations({ pgPool, logger: silentLogger });
  await pgPool.end();
  await postgres.stop();
  project.provide("migratedData", dataDir);
  return () => rmSync(dataDir, { recursive: true, force: true });
}
