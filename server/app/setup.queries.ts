import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";

/** Held until the transaction ends: of several processes that start at once, one fills the database. */
export const lockSetup = statement<Record<never, never>, { locked: unknown }>("lock_setup", (q) =>
  sql<{ locked: unknown }>`select pg_advisory_xact_lock(7215300419)::text as locked`.compile(q),
);

/** Counts a build that has never started before, and gives the count then; one statement, so that two processes count it once. */
export const countBuild = statement<{ build: string }, { deploymentCount: number }>(
  "count_build",
  (q, p) =>
    sql<{ deploymentCount: number }>`
    with started as (
      insert into deployment (build) values (${p.build}) on conflict do nothing returning build
    )
    update site_settings set deployment_count = deployment_count + 1 from started
    returning deployment_count
  `.compile(q),
);
