import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { lookUpPostmaster } from "#server/platform/embeddedPostgres/embeddedPostmaster.ts";
import { migrate, readMigrations } from "#server/platform/db/migrate.ts";
import { DATA_VERSION, loadData } from "../data/loadData.ts";
import type { CompanyPlan } from "../data/planCompanies.ts";
import { planCompanies } from "../data/planCompanies.ts";

/** A PostgreSQL server with generated data, started like the portal's embedded PostgreSQL. */
export interface BenchDatabase {
  /** Connection string of a superuser. */
  readonly url: string;
  /** Process id of the postmaster. */
  readonly pid: number;
  readonly companies: CompanyPlan[];
  /** Stops the server and removes the data of this run. */
  stop(): Promise<void>;
}

export interface BenchDatabaseOptions {
  items: number;
  /** Whether one company owns all items. */
  oneCompany: boolean;
  /** Folder that stores the loaded data for later runs. If undefined, `stop` removes the data. */
  keep?: string | undefined;
  log: (message: string) => void;
}

/**
 * Settings for loading only. A crash with these settings can corrupt the data, which is then loaded
 * again.
 */
export const LOADING = {
  fsync: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "8GB",
};

/**
 * Name of the database that a run is allowed to change. It is a copy of the database with the
 * loaded data.
 */
const RUN = "bench_run";

async function nameOf({ items, oneCompany }: BenchDatabaseOptions): Promise<string> {
  const hash = createHash("sha256").update(String(DATA_VERSION));
  for (const { checksum } of await readMigrations()) hash.update(checksum);
  return `items_${String(items)}_${oneCompany ? "one_" : ""}${hash.digest("hex").slice(0, 8)}`;
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const hasDatabase = (url: string, name: string) =>
  asOwner(url, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    return rowCount === 1;
  });

/**
 * Loads the data into a database with a temporary name, so that an interrupted load is not reused.
 */
async function load(
  dataDir: string,
  name: string,
  { items, oneCompany, log }: BenchDatabaseOptions,
): Promise<void> {
  const started = performance.now();
  const postgres = await startEmbeddedPostgres({ dataDir, settings: LOADING });
  const draft = `${name}_draft`;
  try {
    const run = (text: string) =>
      asOwner(postgres.connectionUrl("postgres"), (client) => client.query(text));
    await run(`drop database if exists ${draft}`);
    await run(`create database ${draft}`);
    await migrate(postgres.connectionUrl(draft));
    await loadData(postgres.connectionUrl(draft), planCompanies(items, oneCompany), log);
    await run(`alter database ${draft} rename to ${name}`);
  } finally {
    await postgres.stop();
  }
  log(
    `loaded ${items.toLocaleString("en")} items in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}

/**
 * Starts PostgreSQL with production settings and a database with `items` items. Loads the data if
 * no earlier run has stored it.
 */
export async function openBenchDatabase(options: BenchDatabaseOptions): Promise<BenchDatabase> {
  if (options.keep !== undefined) mkdirSync(options.keep, { recursive: true });
  const dataDir = realpathSync(options.keep ?? mkdtempSync(join(tmpdir(), "hearback-bench-")));
  const name = await nameOf(options);
  let postgres = await startEmbeddedPostgres({ dataDir });
  if (!(await hasDatabase(postgres.connectionUrl("postgres"), name))) {
    await postgres.stop();
    await load(dataDir, name, options);
    postgres = await startEmbeddedPostgres({ dataDir });
  }
  const dropRun = (client: pg.Client) =>
    client.query(`drop database if exists ${RUN} with (force)`);
  await asOwner(postgres.connectionUrl("postgres"), async (client) => {
    await dropRun(client);
    await client.query(`create database ${RUN} template ${name} strategy file_copy`);
  });
  return {
    url: postgres.connectionUrl(RUN),
    pid: lookUpPostmaster(join(dataDir, "postgres"))?.pid ?? 0,
    companies: planCompanies(options.items, options.oneCompany),
    stop: async () => {
      if (options.keep !== undefined) await asOwner(postgres.connectionUrl("postgres"), dropRun);
      await postgres.stop();
      if (options.keep === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
