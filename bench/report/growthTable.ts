import type { GrowthFigures } from "../measure/results.ts";
import { scenarios } from "../scenarios/scenarios.ts";
import { table } from "./table.ts";

/**
 * Returns p50 for each number of items and its growth from the first to the last number, as
 * Markdown.
 */
export function growthTable(growth: readonly GrowthFigures[]): string {
  const [first] = growth;
  if (!first) return "";
  const sizes = growth.map(
    ({ items, companyItems }) =>
      `${items.toLocaleString("en")} (${companyItems.toLocaleString("en")})`,
  );
  const titleOf = (name: string) =>
    scenarios.find((scenario) => scenario.name === name)?.title ?? name;
  const row = ([name, before]: [string, number]) => {
    const times = growth.map(({ p50 }) => p50[name] ?? NaN);
    return [
      titleOf(name),
      ...times.map((time) => time.toFixed(2)),
      `${((times.at(-1) ?? NaN) / before).toFixed(2)}×`,
    ];
  };
  const rows = Object.entries(first.p50).map(row);
  return table(["p50 in ms, one request at a time", ...sizes, "growth"], rows);
}
