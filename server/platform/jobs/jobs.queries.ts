import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Adds a job to the queue, in the caller's transaction if there is one. `payload` is JSON. */
export const enqueueJob = statement<{ task: string; payload: string }, never>(
  "enqueue_job",
  (p) => sql`select enqueue_job(${p.task}, ${p.payload}::jsonb)`,
);
