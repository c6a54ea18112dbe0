import { setTimeout as sleep } from "node:timers/promises";
import type { Program } from "../ceilings/startProgram.ts";
import { startProgram } from "../ceilings/startProgram.ts";
import type { BenchOptions } from "../benchOptions.ts";
import { UsageError } from "../benchOptions.ts";
import type { CompanyPlan } from "../data/planCompanies.ts";
import type { BenchDatabase } from "../database/benchDatabase.ts";
import type { LoadResult } from "../measure/loadResult.ts";
import type { NoisyFigures } from "../measure/results.ts";
import { runLoad } from "../measure/runLoad.ts";
import { startBenchPortal } from "../portal/benchPortal.ts";
import { openEndpoint, REACHING_RECEIVERS } from "../portal/openEndpoint.ts";
import type { BenchFixtures } from "../scenarios/createBenchFixtures.ts";
import { createBenchFixtures } from "../scenarios/createBenchFixtures.ts";
import { requestAt } from "../scenarios/requestAt.ts";
import { scenarios } from "../scenarios/scenarios.ts";
import { createLargeBoards, signInAdmin } from "./noisyCompany.ts";
import type { Noise } from "./noise.ts";
import { noises } from "./noise.ts";
import type { NoiseResult, NoiseTask } from "./sendNoise.ts";

/**
 * The scenarios that the quiet company's visitor requests in turn: a list, a page, a search, an
 * item, a vote.
 */
const QUIET = ["list-api", "list-page-missed", "search-hit", "detail-api", "vote"];

/** Milliseconds to wait, so that all connections of the noisy visitor are open and busy. */
const LEAD_MS = 1_000;

/** Milliseconds to wait before each noise, so that PostgreSQL and the portal finish other work. */
const PAUSE_MS = 2_000;

const quietScenarios = scenarios.filter(({ name }) => QUIET.includes(name));

const hostOf = ({ id }: CompanyPlan) => `company-${String(id)}.localhost`;

interface Rig {
  port: number;
  fixtures: BenchFixtures;
  seconds: number;
  /** Number of the quiet company's next request. */
  turn: number;
}

function chosenNoises(only: string[] | undefined): readonly Noise[] {
  const known = noises.map(({ name }) => name);
  if (only?.some((name) => !known.includes(name)))
    throw new UsageError(`--noisy --only knows: ${known.join(", ")}.`);
  return noises.filter(({ name }) => only?.includes(name) ?? true);
}

async function runQuiet(rig: Rig): Promise<LoadResult> {
  const { port, fixtures, seconds } = rig;
  const result = await runLoad({
    port,
    connections: 1,
    seconds,
    status: 200,
    firstTurn: rig.turn,
    requestAt: (turn) => {
      const scenario = quietScenarios[turn % quietScenarios.length];
      if (!scenario) throw new Error("There is no scenario");
      return requestAt(scenario, fixtures, turn);
    },
  });
  rig.turn += result.turns;
  return result;
}

async function besideNoise(rig: Rig, noisy: Program, task: NoiseTask) {
  const noise = noisy.ask(task) as Promise<NoiseResult>;
  await sleep(LEAD_MS);
  const quiet = await runQuiet(rig);
  return { quiet, noise: await noise };
}

/**
 * Measures a company's response times alone and during each kind of noise.
 * @param options `only` selects noises by name
 */
export async function measureNoisy(
  database: BenchDatabase,
  { seconds, only }: Pick<BenchOptions, "seconds" | "only">,
  log: (message: string) => void,
): Promise<NoisyFigures> {
  const [largest, second] = database.companies;
  if (!largest || !second) throw new Error("There are not two companies");
  const portal = await startBenchPortal(
    { DATABASE_URL: database.url },
    { environment: REACHING_RECEIVERS },
  );
  const sender = startProgram("../noisy/sendNoise.ts");
  try {
    const fixtures = await createBenchFixtures(database.url, second);
    const noiseFixtures = {
      host: hostOf(largest),
      companyId: largest.id,
      cookie: await signInAdmin(database.url, largest),
      quietHost: hostOf(second),
    };
    const rig: Rig = { port: portal.port, fixtures, seconds, turn: 0 };
    // The first run only warms up the portal.
    await runQuiet(rig);
    const alone = await runQuiet(rig);
    const beside: NoisyFigures["beside"] = [];
    let firstTurn = 0;
    for (const { name, title, boards = 0, hasWebhook } of chosenNoises(only)) {
      const large = await createLargeBoards(database.url, largest, boards);
      const endpoint = hasWebhook
        ? await openEndpoint(database.url, largest.id, "feedback.status_changed")
        : undefined;
      await sleep(PAUSE_MS);
      const task = {
        port: portal.port,
        name,
        seconds: seconds + (2 * LEAD_MS) / 1000,
        fixtures: { ...noiseFixtures, ...large },
        firstTurn,
      };
      const { quiet, noise } = await besideNoise(rig, sender, task);
      await endpoint?.close();
      firstTurn += noise.turns;
      const ratio = quiet.p99 / alone.p99;
      beside.push({ name, title, quiet, ...noise, ratio });
      log(`${name}: p99 ${quiet.p99.toFixed(1)} ms, ${ratio.toFixed(1)} times that alone`);
    }
    return { alone, beside };
  } finally {
    await sender.stop();
    await portal.stop();
  }
}
