import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Updates PostgreSQL's statistics of the import tables. */
export const analyzeImports = statement<object, never>(
  "analyze_imports",
  () => sql`select analyze_imports()`,
);
