import { rm } from "node:fs/promises";
import pg from "pg";
import { runMigrations } from "graphile-worker";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { makeScratchFolder } from "./scratchFolder.ts";
import { silentLogger } from "./silentLogger.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the superuser, without a database's name. */
    postgresUrl: string;
  }
}

/** The migrated database that each worker's own is cloned from. */
export const TEMPLATE = "hearback_template";

/** One PostgreSQL for the whole run, as the portal starts it, but for the waiting for the disk. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeScratchFolder("hearback-test-");
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "100",
    // Files run side by side: a line of the log says of which database it is.
    log_line_prefix: "%m [%p] %d ",
  };
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  const admin = new pg.Client({ connectionString: postgres.connectionUrl("postgres") });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await migrate(postgres.connectionUrl(TEMPLATE));
  // What starting the jobs does in the portal itself.
  await runMigrations({ connectionString: postgres.connectionUrl(TEMPLATE), logger: silentLogger });
  await admin.end();
  project.provide("postgresUrl", postgres.connectionUrl(""));
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
