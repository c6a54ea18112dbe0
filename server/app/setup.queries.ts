import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/**
 * Locks the setup until the transaction ends, so that only one of several starting processes fills
 * the database.
 */
export const lockSetup = statement<Record<never, never>, { locked: unknown }>(
  "lock_setup",
  () => sql`select pg_advisory_xact_lock(7215300419)::text as locked`,
);

/**
 * Counts a build that has never started before and returns the new deployment count. Both happen in
 * one statement, so that concurrent starts count the build once.
 */
export const countBuild = statement<{ build: string }, { deploymentCount: number }>(
  "count_build",
  (p) => sql`
    with started as (
      insert into deployment (build) values (${p.build}) on conflict do nothing returning build
    )
    update site_settings set deployment_count = deployment_count + 1 from started
    returning deployment_count
  `,
);
