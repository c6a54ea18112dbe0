import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchOptions } from "../benchOptions.ts";
import { againstTable, comparisonRow } from "../report/againstTable.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { root } from "../../scripts/runtime.mjs";
import type { BuiltVersion } from "./checkOut.ts";
import { checkOut } from "./checkOut.ts";
import type { Comparison } from "./compareScenario.ts";
import { canServe, compareScenario } from "./compareScenario.ts";
import type { Kept } from "./keptData.ts";
import { copyOf, extendSessions, otherData, ownData } from "./keptData.ts";
import type { RunningVersion } from "./runningVersion.ts";
import { startVersion } from "./runningVersion.ts";

type Compared = Kept & Pick<BenchOptions, "connections" | "pairs">;

/**
 * Compares what requests cost in this version and in the version of a git revision. Returns the
 * report as Markdown.
 */
export async function measureAgainst(
  options: Omit<Compared, "keep"> & Pick<BenchOptions, "keep"> & { against: string },
  scenarios: readonly Scenario[],
): Promise<string> {
  if (options.keep !== undefined) mkdirSync(options.keep, { recursive: true });
  const keep = realpathSync(options.keep ?? mkdtempSync(join(tmpdir(), "hearback-against-")));
  try {
    const other = checkOut(options.against, keep);
    return await compareVersions({ ...options, keep }, other, scenarios);
  } finally {
    if (options.keep === undefined) rmSync(keep, { recursive: true, force: true });
  }
}

/** Compares this version and another one on the same data. */
export async function compareVersions(
  options: Compared,
  other: BuiltVersion,
  scenarios: readonly Scenario[],
): Promise<string> {
  const { keep, log } = options;
  const own = await ownData(options);
  const otherFolder = await otherData(options, other, own.folder);
  const runFolder = mkdtempSync(join(keep, "run-"));
  const running: RunningVersion[] = [];
  const start = async (version: BuiltVersion, data: string) => {
    const started = await startVersion(version, copyOf(data, join(runFolder, version.name)));
    running.push(started);
    await extendSessions(started.url);
    return started;
  };
  try {
    const now = await start({ name: "this", project: root }, own.folder);
    const before = await start(other, otherFolder);
    const found: Comparison[] = [];
    const skipped: string[] = [];
    for (const scenario of scenarios) {
      if (!(await canServe(before, scenario, own.fixtures))) {
        skipped.push(scenario.name);
        log(`${other.name} does not serve ${scenario.name}`);
        continue;
      }
      const comparison = await compareScenario({ now, before }, scenario, {
        ...options,
        fixtures: own.fixtures,
      });
      log(comparisonRow(comparison).join(" | "));
      found.push(comparison);
    }
    return againstTable(found, { ...options, name: other.name, skipped });
  } finally {
    for (const version of running) await version.stop();
    rmSync(runFolder, { recursive: true, force: true });
  }
}
