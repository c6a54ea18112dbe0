import type { BenchResults } from "../measure/results.ts";
import { table } from "./table.ts";
import { targets } from "./targets.ts";

/**
 * Returns the targets with their measured values as Markdown. Leaves out targets that were not
 * measured.
 */
export function targetTable(results: BenchResults): string {
  const rows = targets.flatMap(({ text, judge }) => {
    const judged = judge(results);
    return judged ? [[text, judged.found, judged.isMet ? "met" : "**not met**"]] : [];
  });
  return rows.length === 0 ? "" : table(["Target", "found", ""], rows);
}
