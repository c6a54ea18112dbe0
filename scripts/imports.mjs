import { listImports } from "./importGraph.mjs";
import { importRules } from "./importRules.mjs";

/** The first way round from a file back to itself, if any; files that were looked at before are skipped. */
function findCycle(graph, file, path, finished) {
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
  if (finished.has(file)) return undefined;
  for (const next of graph.get(file) ?? []) {
    const cycle = findCycle(graph, next, [...path, file], finished);
    if (cycle) return cycle;
  }
  finished.add(file);
  return undefined;
}

function listCycles(imports) {
  const graph = Map.groupBy(imports, ({ from }) => from);
  for (const [from, list] of graph) graph.set(from, new Set(list.map(({ to }) => to)));
  const finished = new Set();
  return [...graph.keys()]
    .map((file) => findCycle(graph, file, [], finished))
    .filter((cycle) => cycle !== undefined);
}

const imports = listImports(["contract", "server", "web", "e2e", "faults", "bench", "scripts"]);
const problems = imports.flatMap((edge) =>
  importRules
    .filter((rule) => rule.concerns(edge) && !rule.allows(edge))
    .map((rule) => `${edge.from} imports ${edge.to}: ${rule.text}.`),
);
for (const cycle of listCycles(imports)) problems.push(`A cycle: ${cycle.join(" → ")}.`);
for (const problem of new Set(problems)) console.log(problem);
console.log(`${imports.length} imports, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
