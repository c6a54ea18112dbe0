import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { lookUpPostmaster } from "#server/platform/embeddedPostgres/embeddedPostmaster.ts";
import { findRunningEmbedded } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { cpuSeconds } from "../measure/cpu.ts";
import { startBenchPortal } from "../portal/benchPortal.ts";
import type { BuiltVersion } from "./checkOut.ts";

/** Processor seconds. */
export interface Clock {
  portal: number;
  postgres: number;
}

/** Statements of the portal and 8 kB blocks that PostgreSQL touched for them. */
export interface StatementCounts {
  statements: number;
  /** Blocks found in PostgreSQL's memory. */
  hit: number;
  /** Blocks read from files. */
  read: number;
}

/** A version's portal with its embedded PostgreSQL. */
export interface RunningVersion {
  readonly name: string;
  readonly port: number;
  /** Connection string of a superuser. */
  readonly url: string;
  clock(): Clock;
  /** Waits until no work is left that requests have deferred. */
  untilDrained(): Promise<void>;
  /** Counts the statements during `work`, deferred work included. */
  countStatements(work: () => Promise<void>): Promise<StatementCounts>;
  stop(): Promise<void>;
}

/**
 * For each table or index with deferred work, a query that returns a row while there is some.
 * Scheduled jobs do not count, because no request caused them.
 */
const QUEUES = [
  ["public.activity_pending", "select from activity where pending <> '{}' limit 1"],
  ["public.activity_task", "select from activity_task limit 1"],
  [
    "graphile_worker._private_jobs",
    `select from graphile_worker._private_jobs
     where run_at <= now() and attempts < max_attempts and payload -> '_cron' is null limit 1`,
  ],
] as const;

const POLL_MS = 50;

/** PostgreSQL counts statements only while `countStatements` runs, because counting takes time. */
export const COUNTER_SETTINGS = [
  "create extension if not exists pg_stat_statements",
  "alter system set shared_preload_libraries = 'pg_stat_statements'",
  "alter system set pg_stat_statements.track = 'none'",
];

const setTracking = (value: "top" | "none") => [
  `alter system set pg_stat_statements.track = '${value}'`,
  "select pg_reload_conf()",
  // Sessions read the settings before their next statement, shortly after the signal.
  "select pg_sleep(0.1)",
];

async function findQueues(client: pg.Client): Promise<string[]> {
  const found: string[] = [];
  for (const [table, text] of QUEUES) {
    const { rows } = await client.query<{ exists: boolean }>(
      "select to_regclass($1) is not null as exists",
      [table],
    );
    if (rows[0]?.exists) found.push(text);
  }
  return found;
}

/** Starts a version on this data folder, which is created if missing. */
export async function startVersion(
  { name, project }: BuiltVersion,
  dataDir: string,
): Promise<RunningVersion> {
  const portal = await startBenchPortal({ DATABASE_URL: "", DATA_DIR: dataDir }, { project });
  const url = findRunningEmbedded(dataDir);
  const postmaster = lookUpPostmaster(join(dataDir, "postgres"))?.pid;
  if (url === undefined || postmaster === undefined) throw new Error(`${name} has no PostgreSQL`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const all = async (texts: readonly string[]) => {
    for (const text of texts) await client.query(text);
  };
  const queues = await findQueues(client);
  const untilDrained = async () => {
    let left = 1;
    while (left > 0) {
      await sleep(POLL_MS);
      left = 0;
      for (const text of queues) left += (await client.query(text)).rowCount ?? 0;
    }
  };
  return {
    name,
    port: portal.port,
    url,
    clock: () => {
      const postgres = cpuSeconds(postmaster);
      // PostgreSQL is a child of the portal.
      return { portal: cpuSeconds(portal.pid) - postgres, postgres };
    },
    untilDrained,
    countStatements: async (work) => {
      await all(setTracking("top"));
      // This connection is not part of the portal.
      await all(["set pg_stat_statements.track = 'none'", "select pg_stat_statements_reset()"]);
      await work();
      await untilDrained();
      const { rows } = await client.query<Record<keyof StatementCounts, string>>(
        `select coalesce(sum(calls), 0) as statements, coalesce(sum(shared_blks_hit), 0) as hit,
           coalesce(sum(shared_blks_read), 0) as read from pg_stat_statements`,
      );
      await all(setTracking("none"));
      const [row] = rows;
      return {
        statements: Number(row?.statements),
        hit: Number(row?.hit),
        read: Number(row?.read),
      };
    },
    stop: async () => {
      await client.end();
      await portal.stop();
    },
  };
}
