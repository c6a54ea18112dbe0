import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";

/** Updates the statistics of the tables of imports. */
export const analyzeImports = statement<object, never>("analyze_imports", (q) =>
  sql<never>`select analyze_imports()`.compile(q),
);
