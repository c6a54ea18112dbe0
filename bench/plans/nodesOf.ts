import type { PlanNode } from "./planLog.ts";

/** A node and all below it, with how many rows each has read at a time. */
export function* nodesOf(node: PlanNode): Generator<{ node: PlanNode; rows: number }> {
  yield { node, rows: (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) };
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}
