import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";
import { statement } from "#server/platform/db/statement.ts";

const analyzeTables = statement<object, never>("analyze_imports", (q) =>
  sql<never>`select analyze_imports()`.compile(q),
);

/**
 * Updates the statistics of the tables of imports whenever the number of handled records has doubled,
 * so that PostgreSQL finds their rows by index.
 */
export async function analyzeAfterGrowth(db: Db, before: number, after: number): Promise<void> {
  if (Math.floor(Math.log2(before)) !== Math.floor(Math.log2(after)))
    await db.all(analyzeTables, {});
}
