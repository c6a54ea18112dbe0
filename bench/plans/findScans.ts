import { nodesOf } from "./nodesOf.ts";
import type { LoggedPlan } from "./planLog.ts";

/** A sequential scan of a table. */
export interface Scan {
  table: string;
  rows: number;
  statement: string;
}

/**
 * Returns a plan's sequential scans of `bigTables`. Ignores nodes that were planned but not
 * executed.
 */
export function findScans(
  { Plan, "Query Text": statement }: LoggedPlan,
  bigTables: ReadonlySet<string>,
): Scan[] {
  const scans: Scan[] = [];
  for (const { node, rows } of nodesOf(Plan)) {
    const table = node["Relation Name"] ?? "";
    const isScan = node["Node Type"].endsWith("Seq Scan") && node["Actual Loops"] !== 0;
    if (isScan && bigTables.has(table)) scans.push({ table, rows, statement });
  }
  return scans;
}
