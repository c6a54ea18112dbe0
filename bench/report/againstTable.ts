import type { Comparison, Cost, Spread } from "../against/compareScenario.ts";
import type { BenchOptions } from "../benchOptions.ts";
import { table } from "./table.ts";

/** Processor time of this version to that of the other above which a scenario is listed. */
const MOST = 1.05;

const HEAD = [
  "scenario",
  "new : old",
  "quartiles",
  "ms",
  "portal",
  "portal ms",
  "PostgreSQL",
  "PostgreSQL ms",
  "statements",
  "blocks hit",
  "blocks read",
  "requests/s",
  "requests a run",
  "errors",
];

interface Compared extends Pick<BenchOptions, "items" | "pairs" | "oneCompany" | "connections"> {
  /** The other version. */
  name: string;
  /** Names of the scenarios that the other version does not serve. */
  skipped: readonly string[];
}

const ratio = ({ median }: Spread) => median.toFixed(2);

/** Returns the cells of a scenario. Pairs of figures are those of this version and of the other. */
export function comparisonRow({ scenario, costs, counts, ratios, amount }: Comparison): string[] {
  const { now, before } = costs;
  const milliseconds = (field: keyof Cost) =>
    `${now[field].toFixed(2)} : ${before[field].toFixed(2)}`;
  const counted = (field: keyof typeof counts.now) =>
    `${counts.now[field].toFixed(1)} : ${counts.before[field].toFixed(1)}`;
  return [
    scenario.name,
    ratio(ratios.sum),
    `${ratios.sum.low.toFixed(2)}–${ratios.sum.high.toFixed(2)}`,
    milliseconds("sum"),
    ratio(ratios.portal),
    milliseconds("portal"),
    ratio(ratios.postgres),
    milliseconds("postgres"),
    counted("statements"),
    counted("hit"),
    counted("read"),
    ratio(ratios.requestsPerSecond),
    String(amount),
    `${String(now.errors)} : ${String(before.errors)}`,
  ];
}

/** Returns the costs of a request in both versions, and the scenarios that cost more now. */
export function againstTable(
  found: readonly Comparison[],
  { name, skipped, items, pairs, oneCompany, connections }: Compared,
): string {
  const owner = oneCompany ? "of one company" : "of many companies";
  const above = found.filter(({ ratios }) => ratios.sum.median > MOST);
  const list = above.map(({ scenario, ratios }) => `${scenario.name} ${ratio(ratios.sum)}`);
  return [
    `# Processor time of a request, new : old (${name})`,
    `${items.toLocaleString("en")} items ${owner}; medians of ${String(pairs)} alternating pairs over ${String(connections)} connections, deferred work included.`,
    table(HEAD, found.map(comparisonRow)),
    `Above ${String(MOST)}: ${list.join(", ") || "none"}.`,
    ...(skipped.length > 0 ? [`Not served by ${name}: ${skipped.join(", ")}.`] : []),
    "",
  ].join("\n\n");
}
