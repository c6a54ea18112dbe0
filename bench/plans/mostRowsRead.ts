import { nodesOf } from "./nodesOf.ts";
import type { LoggedPlan } from "./planLog.ts";

/** Returns the largest number of rows of a table that one plan node has read. */
export function mostRowsRead({ Plan }: LoggedPlan, table: string): number {
  const ofTable = [...nodesOf(Plan)].filter(({ node }) => node["Relation Name"] === table);
  return Math.max(0, ...ofTable.map(({ node, rows }) => rows * (node["Actual Loops"] ?? 0)));
}
