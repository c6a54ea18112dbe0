import type { BenchResults } from "../measure/results.ts";
import { table } from "./table.ts";

const ratio = (now: number, before: number) => `${(now / before).toFixed(2)}×`;

/**
 * Returns the ratios of this run's figures to those of an earlier run, as Markdown. Leaves out
 * scenarios that the earlier run did not measure.
 */
export function comparisonTable(results: BenchResults, earlier: BenchResults): string {
  const rows = results.scenarios.flatMap(({ name, title, portal }) => {
    const before = earlier.scenarios.find((scenario) => scenario.name === name)?.portal;
    if (!before) return [];
    return [
      [
        title,
        ratio(portal.requestsPerSecond, before.requestsPerSecond),
        ratio(portal.p50, before.p50),
        ratio(portal.p99, before.p99),
        ratio(portal.residentBytes, before.residentBytes),
      ],
    ];
  });
  return table(
    [`Against ${earlier.date.slice(0, 16)}`, "requests/s", "p50", "p99", "memory"],
    rows,
  );
}
