import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";

/** Updates PostgreSQL's statistics of the import tables. */
export const analyzeImports = statement<object, never>("analyze_imports", (q) =>
  sql<never>`select analyze_imports()`.compile(q),
);
