import type { Db } from "#server/platform/db/database.ts";
import { analyzeImports } from "./importRuns.queries.ts";

/**
 * Updates PostgreSQL's statistics of the import tables each time the number of handled records has
 * doubled. Otherwise PostgreSQL would read whole tables instead of using their indexes.
 */
export async function analyzeAfterGrowth(db: Db, before: number, after: number): Promise<void> {
  const hasDoubled = Math.floor(Math.log2(before)) !== Math.floor(Math.log2(after));
  if (hasDoubled) await db.all(analyzeImports, {});
}
