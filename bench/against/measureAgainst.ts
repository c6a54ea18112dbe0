import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchOptions } from "../benchOptions.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { root } from "../../scripts/runtime.mjs";
import { againstTable, comparisonRow } from "../report/againstTable.ts";
import { checkOut } from "./checkOut.ts";
import type { Comparison } from "./compareScenario.ts";
import { canServe, compareScenario } from "./compareScenario.ts";
import { copyOf, extendSessions, otherData, ownData } from "./keptData.ts";
import type { RunningVersion } from "./runningVersion.ts";
import { startVersion } from "./runningVersion.ts";

/**
 * Compares what requests cost in this version and in the version of a git revision, on the same
 * data. Returns the report as Markdown.
 */
export async function measureAgainst(
  options: BenchOptions & { against: string },
  scenarios: readonly Scenario[],
  log: (message: string) => void,
): Promise<string> {
  if (options.keep !== undefined) mkdirSync(options.keep, { recursive: true });
  const keep = realpathSync(options.keep ?? mkdtempSync(join(tmpdir(), "hearback-against-")));
  const other = checkOut(options.against, keep);
  const kept = { ...options, keep, log };
  const own = await ownData(kept);
  const otherFolder = await otherData(kept, other, own.folder);
  const runFolder = mkdtempSync(join(keep, "run-"));
  const running: RunningVersion[] = [];
  const start = async (version: { name: string; project: string }, data: string) => {
    const started = await startVersion(version, copyOf(data, join(runFolder, version.name)));
    running.push(started);
    await extendSessions(started.url);
    return started;
  };
  try {
    const versions = {
      now: await start({ name: "now", project: root }, own.folder),
      before: await start(other, otherFolder),
    };
    const found: Comparison[] = [];
    const skipped: Scenario[] = [];
    for (const scenario of scenarios) {
      if (!(await canServe(versions.before, scenario, own.fixtures))) {
        skipped.push(scenario);
        log(`${scenario.name}: ${other.name} does not serve it`);
        continue;
      }
      const comparison = await compareScenario(versions, scenario, { ...options, ...own });
      log(comparisonRow(comparison).join(" | "));
      found.push(comparison);
    }
    return againstTable(found, { ...options, name: other.name, skipped });
  } finally {
    for (const version of running) await version.stop();
    rmSync(options.keep === undefined ? keep : runFolder, { recursive: true, force: true });
  }
}
