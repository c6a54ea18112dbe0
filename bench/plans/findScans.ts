import { nodesOf } from "./nodesOf.ts";
import type { LoggedPlan } from "./planLog.ts";

/** A table whose rows a statement went through one by one. */
export interface Scan {
  table: string;
  rows: number;
  statement: string;
}

/** The scans of big tables in a plan. What was planned and never run cost nothing. */
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
