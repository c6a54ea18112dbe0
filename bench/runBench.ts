import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { BenchOptions } from "./benchOptions.ts";
import { USAGE, UsageError, readBenchOptions } from "./benchOptions.ts";
import { measureAgainst } from "./against/measureAgainst.ts";
import { openRecordingPortal } from "./ceilings/recordStatements.ts";
import { openBenchDatabase } from "./database/benchDatabase.ts";
import { measureExport } from "./measure/measureExport.ts";
import { measureFanOut } from "./measure/measureFanOut.ts";
import { measureGrowth } from "./measure/measureGrowth.ts";
import { measureImport } from "./measure/measureImport.ts";
import { measureIdle } from "./measure/measureIdle.ts";
import { measureScenario } from "./measure/measureScenario.ts";
import { measureStreams } from "./measure/measureStreams.ts";
import { measureWebhook } from "./measure/measureWebhook.ts";
import type { BenchResults, ScenarioResult } from "./measure/results.ts";
import { listMissedTargets } from "./noisy/listMissedTargets.ts";
import { measureNoisy } from "./noisy/measureNoisy.ts";
import { readServerVersion } from "./database/readServerVersion.ts";
import { startBenchPortal } from "./portal/benchPortal.ts";
import { writeDocument } from "./report/writeDocument.ts";
import { renderReport } from "./report/renderReport.ts";
import { scenarios } from "./scenarios/scenarios.ts";
import type { BenchFixtures } from "./scenarios/createBenchFixtures.ts";
import { createBenchFixtures } from "./scenarios/createBenchFixtures.ts";

const RESULTS = join(import.meta.dirname, "results");

const log = (message: string) => process.stderr.write(`${message}\n`);

function chosen(only: string[] | undefined) {
  const known = [
    "idle",
    "streams",
    "fan-out",
    "webhook",
    "export",
    "import",
    ...scenarios.map(({ name }) => name),
  ];
  const unknown = only?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`--only knows: ${known.join(", ")}.`);
  const isChosen = (name: string) => only?.includes(name) ?? true;
  return { isChosen, list: scenarios.filter(({ name }) => isChosen(name)) };
}

/**
 * Makes the measurements that `options.only` names, by default all, on one generated database.
 * @param store stores what has been measured before the last measurement, which can fail
 */
async function measureAll(
  options: BenchOptions,
  store: (results: BenchResults) => void,
): Promise<BenchResults> {
  const { isChosen, list } = chosen(options.only);
  const database = await openBenchDatabase({ ...options, log });
  try {
    const [company] = database.companies;
    if (!company) throw new Error("There is no company");
    // The portal starts before the fixtures are created, because the portal inserts rows when it
    // starts.
    const portal = await startBenchPortal({ DATABASE_URL: database.url });
    const fixtures = await createBenchFixtures(database.url, company);
    const recording = await openRecordingPortal(database.url);
    const rig = { database, portal, recording, fixtures };
    const results: ScenarioResult[] = [];
    const found = {
      ...describeRun(options, company.items),
      postgres: await readServerVersion(database.url),
    };
    try {
      for (const scenario of list) {
        const result = await measureScenario(rig, scenario, options);
        log(
          `${result.name}: ${result.portal.requestsPerSecond.toFixed(0)}/s, ${String(result.portal.errors)} errors`,
        );
        results.push(result);
      }
      const streams = isChosen("streams") ? await measureStreams(rig, options) : undefined;
      const fanOut = isChosen("fan-out") ? await measureFanOut(rig) : undefined;
      const { postgres, machine, ...run } = found;
      const all = {
        ...run,
        machine: { ...machine, postgres },
        scenarios: results,
        ...(streams && { streams }),
        ...(fanOut && { fanOut }),
      };
      await portal.stop();
      const idle = isChosen("idle") ? await measureIdle(database.url, fixtures) : undefined;
      const webhook = isChosen("webhook")
        ? await measureWebhook(database, fixtures, options)
        : undefined;
      const measured = { ...all, ...(idle && { idle }), ...(webhook && { webhook }) };
      if (!isChosen("export") && !isChosen("import")) return measured;
      // Export and import are measured last, because the measurement of the export adds rows to the
      // largest company.
      store(measured);
      return { ...measured, ...(await measureMove(database.url, fixtures)) };
    } finally {
      await recording.stop();
      await portal.stop();
    }
  } finally {
    await database.stop();
  }
}

/** Measures the export of the largest company, and its import into an empty company. */
async function measureMove(
  url: string,
  fixtures: BenchFixtures,
): Promise<Pick<BenchResults, "export" | "import">> {
  const { company } = fixtures;
  const { figures, file } = await measureExport(url, company);
  return { export: figures, import: await measureImport(url, { company, file, fixtures }) };
}

function describeRun({ items, seconds, rounds }: BenchOptions, companyItems: number) {
  return {
    date: new Date().toISOString(),
    machine: {
      cores: availableParallelism(),
      processor: cpus()[0]?.model ?? "",
      memoryBytes: totalmem(),
      node: process.version,
      postgres: "",
    },
    items,
    companyItems,
    secondsEach: seconds,
    rounds,
  };
}

async function measureSizes(options: BenchOptions): Promise<BenchResults> {
  const growth = await measureGrowth(options, log);
  const largest = growth.at(-1);
  const { machine, ...run } = describeRun(
    { ...options, items: largest?.items ?? 0 },
    largest?.companyItems ?? 0,
  );
  return { ...run, machine, scenarios: [], growth };
}

async function measureBesideOthers(options: BenchOptions): Promise<BenchResults> {
  const database = await openBenchDatabase({ ...options, log });
  try {
    const { machine, ...run } = describeRun(options, database.companies[1]?.items ?? 0);
    const postgres = await readServerVersion(database.url);
    const noisy = await measureNoisy(database, options, log);
    return { ...run, machine: { ...machine, postgres }, scenarios: [], noisy };
  } finally {
    await database.stop();
  }
}

function readResults(file: string): BenchResults {
  return JSON.parse(readFileSync(file, "utf8")) as BenchResults;
}

function measure(
  options: BenchOptions,
  store: (results: BenchResults) => void,
): Promise<BenchResults> {
  if (options.growth) return measureSizes(options);
  return options.noisy ? measureBesideOthers(options) : measureAll(options, store);
}

/** Writes results to a file, which is named after their day and kind. */
function writeResults(results: BenchResults, options: BenchOptions, report: string): string {
  const day = results.date.slice(0, 10);
  const kind = options.noisy ? "noisy" : String(options.items);
  const whole = options.growth ? `${day}-growth` : `${day}-${kind}`;
  // A partial run does not overwrite the results of a complete run.
  const name = options.only ? `${whole}-some.json` : `${whole}.json`;
  const file = resolve(options.out ?? join(RESULTS, name));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(file.replace(/(?:\.json)?$/, ".md"), report);
  return file;
}

async function main(): Promise<void> {
  const options = readBenchOptions(process.argv.slice(2));
  if (options.document) {
    writeDocument(options.document.map(readResults));
    return;
  }
  const { against } = options;
  if (against !== undefined) {
    const { list } = chosen(options.only);
    const report = await measureAgainst({ ...options, against, log }, list);
    if (options.out !== undefined) writeFileSync(options.out, report);
    process.stdout.write(report);
    return;
  }
  const earlier = options.compare === undefined ? undefined : readResults(options.compare);
  const reportOn = (results: BenchResults) => renderReport(results, earlier);
  const results = await measure(options, (part) => {
    writeResults(part, options, reportOn(part));
  });
  const report = reportOn(results);
  const file = writeResults(results, options, report);
  process.stdout.write(`${report}\nWritten to ${file}\n`);
  const missed = results.noisy ? listMissedTargets(results.noisy) : [];
  if (missed.length === 0) return;
  process.stderr.write(`${missed.join("\n")}\n`);
  process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n${USAGE}\n`);
  process.exitCode = 1;
}
