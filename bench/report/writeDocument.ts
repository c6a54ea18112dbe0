import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/runtime.mjs";
import type { BenchResults } from "../measure/results.ts";
import { describeMachine } from "./describeMachine.ts";
import { importTable } from "./importTable.ts";
import { exportTable } from "./exportTable.ts";
import { fanOutTable } from "./fanOutTable.ts";
import { growthPlot } from "./growthPlot.ts";
import { growthTable } from "./growthTable.ts";
import { idleTable } from "./idleTable.ts";
import { scenarioTable } from "./scenarioTable.ts";
import { sharePlot } from "./sharePlot.ts";
import { targetTable } from "./targetTable.ts";

const DOCUMENT = join(root, "docs", "PERFORMANCE.md");
const IMAGES = join(root, "docs", "images");

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
function fill(text: string, name: string, content: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [text.indexOf(open), text.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`docs/PERFORMANCE.md has no place for ${name}`);
  return `${text.slice(0, start + open.length)}\n\n${content}\n\n${text.slice(end)}`;
}

/**
 * Writes the tables of one or more runs into docs/PERFORMANCE.md and the plots into docs/images.
 */
export function writeDocument(runs: readonly BenchResults[]): void {
  const main = runs.find(({ scenarios }) => scenarios.length > 0);
  const growth = runs.find((run) => run.growth)?.growth;
  const fanOut = runs.find((run) => run.fanOut)?.fanOut;
  let text = readFileSync(DOCUMENT, "utf8");
  mkdirSync(IMAGES, { recursive: true });
  if (main) {
    const measured = { ...main, ...(growth && { growth }) };
    text = fill(text, "machine", describeMachine(main));
    text = fill(text, "targets", targetTable(measured));
    text = fill(text, "scenarios", scenarioTable(main));
    text = fill(text, "idle", idleTable(main));
    writeFileSync(join(IMAGES, "bench-shares.svg"), sharePlot(main.scenarios));
  }
  if (fanOut) text = fill(text, "fan-out", fanOutTable(fanOut));
  const exported = runs.find((run) => run.export)?.export;
  if (exported) text = fill(text, "export", exportTable(exported));
  const imported = runs.find((run) => run.import)?.import;
  if (imported) text = fill(text, "import", importTable(imported));
  if (growth) {
    text = fill(text, "growth", growthTable(growth));
    writeFileSync(join(IMAGES, "bench-growth.svg"), growthPlot(growth));
  }
  writeFileSync(DOCUMENT, text);
}
