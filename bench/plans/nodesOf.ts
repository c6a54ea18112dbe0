import type { PlanNode } from "./planLog.ts";

/** A node and its descendants, with the rows that each has read per loop. */
export function* nodesOf(node: PlanNode): Generator<{ node: PlanNode; rows: number }> {
  const removed =
    (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  yield { node, rows: (node["Actual Rows"] ?? 0) + removed };
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}
