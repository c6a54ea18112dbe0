import { nodesOf } from "./nodesOf.ts";
import type { LoggedPlan } from "./planLog.ts";

/** The most rows of one table that a part of a plan has read. */
export function mostRowsRead({ Plan }: LoggedPlan, table: string): number {
  const ofTable = [...nodesOf(Plan)].filter(({ node }) => node["Relation Name"] === table);
  return Math.max(0, ...ofTable.map(({ node, rows }) => rows * (node["Actual Loops"] ?? 0)));
}
