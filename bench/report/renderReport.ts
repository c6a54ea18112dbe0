import type { BenchResults } from "../measure/results.ts";
import { comparisonTable } from "./comparisonTable.ts";
import { describeMachine } from "./describeMachine.ts";
import { exportTable } from "./exportTable.ts";
import { fanOutTable } from "./fanOutTable.ts";
import { growthTable } from "./growthTable.ts";
import { importTable } from "./importTable.ts";
import { idleTable } from "./idleTable.ts";
import { noisyTable } from "./noisyTable.ts";
import { scenarioTable } from "./scenarioTable.ts";
import { targetTable } from "./targetTable.ts";
import { webhookTable } from "./webhookTable.ts";

/** Renders the results of a run as a Markdown page. */
export function renderReport(results: BenchResults, earlier?: BenchResults): string {
  const parts = [
    "# Benchmark",
    describeMachine(results),
    targetTable(results),
    results.scenarios.length > 0 ? scenarioTable(results) : "",
    growthTable(results.growth ?? []),
    noisyTable(results),
    idleTable(results),
    fanOutTable(results.fanOut),
    webhookTable(results.webhook),
    exportTable(results.export),
    importTable(results.import),
    earlier ? comparisonTable(results, earlier) : "",
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
