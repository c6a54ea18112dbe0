import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { migrate, readMigrations } from "#server/platform/db/migrate.ts";
import { startEmbeddedPostgres } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import type { BenchOptions } from "../benchOptions.ts";
import { DATA_VERSION, loadData } from "../data/loadData.ts";
import { planCompanies } from "../data/planCompanies.ts";
import { LOADING } from "../database/benchDatabase.ts";
import type { BenchFixtures } from "../scenarios/createBenchFixtures.ts";
import { createBenchFixtures } from "../scenarios/createBenchFixtures.ts";
import type { BuiltVersion } from "./checkOut.ts";
import { copyTables } from "./copyTables.ts";
import { COUNTER_SETTINGS, startVersion } from "./runningVersion.ts";

type Size = Pick<BenchOptions, "items" | "oneCompany">;

export interface Kept extends Size {
  /** Folder with the loaded data folders, of which each run changes only copies. */
  keep: string;
  log: (message: string) => void;
}

/** File in this version's data folder. */
const FIXTURES = "fixtures.json";

const nameOf = ({ items, oneCompany }: Size) =>
  `${String(items)}${oneCompany ? "-one" : ""}-${String(DATA_VERSION)}`;

async function runAll(connectionString: string, texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}

/**
 * Fills a data folder under a temporary name, so that an interrupted load is not reused. Another
 * run can load the same data meanwhile.
 */
async function fill(folder: string, work: (draft: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return;
  const draft = `${folder}-draft-${String(process.pid)}`;
  try {
    mkdirSync(draft, { recursive: true });
    await work(draft);
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Returns the data folder of this version, with the generated data and the fixtures. */
export async function ownData(kept: Kept): Promise<{ folder: string; fixtures: BenchFixtures }> {
  const hash = createHash("sha256");
  for (const { checksum } of await readMigrations()) hash.update(checksum);
  const folder = join(kept.keep, `data-${nameOf(kept)}-${hash.digest("hex").slice(0, 12)}`);
  await fill(folder, async (dataDir) => {
    const companies = planCompanies(kept.items, kept.oneCompany);
    const postgres = await startEmbeddedPostgres({ dataDir, settings: LOADING });
    try {
      const url = postgres.connectionUrl("postgres");
      await migrate(url);
      await loadData(url, companies, kept.log);
      const [company] = companies;
      if (!company) throw new Error("There is no company");
      const fixtures = await createBenchFixtures(url, company);
      // The fixtures have moved rows. The other version gets its rows without gaps, so this one too.
      await runAll(url, ["vacuum full", "vacuum (analyze, freeze)", ...COUNTER_SETTINGS]);
      writeFileSync(join(dataDir, FIXTURES), JSON.stringify(fixtures));
    } finally {
      await postgres.stop();
    }
  });
  const fixtures = JSON.parse(readFileSync(join(folder, FIXTURES), "utf8")) as BenchFixtures;
  return { folder, fixtures };
}

/** Returns the data folder of another version, with the rows of this version's data folder. */
export async function otherData(kept: Kept, version: BuiltVersion, own: string): Promise<string> {
  const folder = join(kept.keep, `data-${nameOf(kept)}-${version.name}`);
  await fill(folder, async (draft) => {
    const source = copyOf(own, `${draft}-source`);
    const postgres = await startEmbeddedPostgres({ dataDir: source });
    const running = await startVersion(version, draft);
    try {
      kept.log(`copying the rows into the tables of ${version.name}`);
      await copyTables(postgres.connectionUrl("postgres"), running.url);
      await runAll(running.url, COUNTER_SETTINGS);
    } finally {
      await running.stop();
      await postgres.stop();
      rmSync(source, { recursive: true, force: true });
    }
  });
  return folder;
}

/** Copies a data folder, which a run then changes. */
export function copyOf(folder: string, to: string): string {
  // `cp` keeps the permissions, without which PostgreSQL does not start.
  execFileSync("cp", ["-a", "--reflink=auto", folder, to]);
  return to;
}

/**
 * Lets the sessions of kept data last for this run, and as recently used as those of people who use
 * the portal. Otherwise each user's first request would store the use.
 */
export async function extendSessions(url: string): Promise<void> {
  await runAll(url, [
    "update session set expires_at = now() + interval '1 day', last_seen_at = now() + interval '1 hour'",
  ]);
}
