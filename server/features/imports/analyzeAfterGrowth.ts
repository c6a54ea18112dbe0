import type { Db } from "#server/platform/db/database.ts";
import { analyzeImports } from "./analyzeImports.queries.ts";

/**
 * Updates the statistics of the tables of imports whenever the number of handled records has doubled,
 * so that PostgreSQL finds their rows by index.
 */
export async function analyzeAfterGrowth(db: Db, before: number, after: number): Promise<void> {
  const hasDoubled = Math.floor(Math.log2(before)) !== Math.floor(Math.log2(after));
  if (hasDoubled) await db.all(analyzeImports, {});
}
