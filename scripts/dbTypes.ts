import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { migrate } from "#server/platform/db/migrate.ts";

// Writes server/platform/db/schema.ts from a temporary database with all migrations.
const dataDir = await mkdtemp(join(tmpdir(), "hearback-types-"));
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
try {
  const admin = new pg.Client({ connectionString: postgres.connectionUrl("postgres") });
  await admin.connect();
  await admin.query("create database types");
  await admin.end();
  const url = postgres.connectionUrl("types");
  await migrate(url);
  const codegen = join(import.meta.dirname, "../node_modules/kysely-codegen/dist/cli/bin.js");
  // kysely-codegen prints an error on stderr, because it cannot parse this project's type
  // expressions with TypeScript 7. It then writes the type expressions unchanged, which is the
  // intended result.
  const stdio = ["ignore", "inherit", "ignore"] as const;
  execFileSync(process.execPath, [codegen, "--url", url, ...process.argv.slice(2)], {
    stdio: [...stdio],
  });
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
