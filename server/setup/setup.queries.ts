import { sql } from "kysely";
import { statement } from "#server/db/statement.ts";

/** Held until the transaction ends: of several processes that start at once, one fills the database. */
export const lockSetup = statement<Record<never, never>, { locked: unknown }>("lock_setup", (q) =>
  sql<{ locked: unknown }>`select pg_advisory_xact_lock(7215300419)::text as locked`.compile(q),
);
