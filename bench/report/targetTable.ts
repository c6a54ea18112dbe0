import type { BenchResults } from "../measure/results.ts";
import { table } from "./table.ts";
import { targets } from "./targets.ts";

/** What was asked for, what was found, and whether that is enough, as Markdown. A target that was not measured is left out. */
export function targetTable(results: BenchResults): string {
  const rows = targets.flatMap(({ text, judge }) => {
    const judged = judge(results);
    return judged ? [[text, judged.found, judged.isMet ? "met" : "**not met**"]] : [];
  });
  return rows.length === 0 ? "" : table(["Target", "found", ""], rows);
}
