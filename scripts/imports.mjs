import { listImports } from "./importGraph.mjs";
import { joinsParts, listBrokenRules, partOf } from "./importRules.mjs";

/**
 * Returns the first cycle that is reachable from a node. No cycle is reachable from nodes in
 * `finished`.
 */
function findCycle(graph, node, path, finished) {
  if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
  if (finished.has(node)) return undefined;
  for (const next of graph.get(node) ?? []) {
    const cycle = findCycle(graph, next, [...path, node], finished);
    if (cycle) return cycle;
  }
  finished.add(node);
  return undefined;
}

function listCycles(edges) {
  const graph = Map.groupBy(edges, ({ from }) => from);
  for (const [from, list] of graph) graph.set(from, new Set(list.map(({ to }) => to)));
  const finished = new Set();
  return [...graph.keys()]
    .map((node) => findCycle(graph, node, [], finished))
    .filter((cycle) => cycle !== undefined);
}

const imports = listImports([
  "contract",
  "server",
  "web",
  "e2e",
  "faults",
  "bench",
  "scripts",
  "deploy",
]);
const problems = imports.flatMap((edge) =>
  listBrokenRules(edge).map((rule) => `${edge.from} imports ${edge.to}: ${rule}.`),
);
for (const cycle of listCycles(imports))
  problems.push(`Files import each other: ${cycle.join(" → ")}.`);
const partEdges = imports
  .filter(joinsParts)
  .map(({ from, to }) => ({ from: partOf(from), to: partOf(to) }))
  .filter(({ from, to }) => from !== to);
for (const cycle of listCycles(partEdges))
  problems.push(`Folders import each other: ${cycle.join(" → ")}.`);
for (const problem of new Set(problems)) console.log(problem);
console.log(`${imports.length} imports, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
