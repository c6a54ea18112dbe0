import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";

/**
 * Lets PostgreSQL plan each statement of the transaction for the present size of its tables.
 * Otherwise, it would keep plans that it has made when the tables were empty. They read whole tables.
 */
export const useCustomPlans = statement<object, { mode: string }>("use_custom_plans", (q) =>
  sql<{ mode: string }>`
    select set_config('plan_cache_mode', 'force_custom_plan', true) as mode,
      set_config('enable_seqscan', 'off', true)
  `.compile(q),
);
