import type { PlanNode } from "./planLog.ts";

/**
 * Yields a plan node and its descendants, with the number of rows that each node has read per loop.
 */
export function* nodesOf(node: PlanNode): Generator<{ node: PlanNode; rows: number }> {
  const removed =
    (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  yield { node, rows: (node["Actual Rows"] ?? 0) + removed };
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}
