import { captureResponse } from "../ceilings/captureResponse.ts";
import { percentile } from "../measure/percentile.ts";
import { runLoad } from "../measure/runLoad.ts";
import { requestAt } from "../scenarios/requestAt.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import type { BenchFixtures } from "../scenarios/createBenchFixtures.ts";
import type { RunningVersion, StatementCounts } from "./runningVersion.ts";

/** This version and the other one. */
export interface Versions<T> {
  now: T;
  before: T;
}

/** What one request costs. Processor times are in milliseconds. */
export interface Cost {
  portal: number;
  postgres: number;
  sum: number;
  requestsPerSecond: number;
  errors: number;
}

/** Median and quartiles. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

export interface Comparison {
  scenario: Scenario;
  /** Number of requests of a run. */
  amount: number;
  /** Medians. */
  costs: Versions<Cost>;
  counts: Versions<StatementCounts>;
  /** The ratios of the pairs, this version to the other. */
  ratios: Record<keyof Omit<Cost, "errors">, Spread>;
}

interface Effort {
  fixtures: BenchFixtures;
  connections: number;
  pairs: number;
}

/** Requests that show how many requests a run takes. */
const TRIED = 40;

/** Processor seconds of a run of the slower version, so that the clock's 10 ms don't matter. */
const RUN_SECONDS = 1;
const FEWEST = 40;
const MOST = 10_000;

/** Requests whose statements are counted. */
const COUNTED = 20;

/** Number of the next request. Both versions get the same requests, and no request twice. */
let nextTurn = 1000;

async function run(
  version: RunningVersion,
  scenario: Scenario,
  { fixtures, connections }: Effort,
  amount: number,
): Promise<Cost & { turns: number }> {
  await version.untilDrained();
  const before = version.clock();
  const { requestsPerSecond, errors, turns } = await runLoad({
    port: version.port,
    connections: Math.min(connections, amount),
    seconds: 0,
    amount,
    status: scenario.status,
    requestAt: (turn) => requestAt(scenario, fixtures, turn),
    firstTurn: nextTurn,
    isConstant: !scenario.subject,
  });
  await version.untilDrained();
  const after = version.clock();
  const portal = ((after.portal - before.portal) * 1000) / amount;
  const postgres = ((after.postgres - before.postgres) * 1000) / amount;
  return { portal, postgres, sum: portal + postgres, requestsPerSecond, errors, turns };
}

async function runBoth(
  { now, before }: Versions<RunningVersion>,
  scenario: Scenario,
  effort: Effort,
  { amount, isNowFirst }: { amount: number; isNowFirst: boolean },
): Promise<Versions<Cost>> {
  const one = await run(isNowFirst ? now : before, scenario, effort, amount);
  const two = await run(isNowFirst ? before : now, scenario, effort, amount);
  nextTurn += Math.max(one.turns, two.turns, amount);
  return isNowFirst ? { now: one, before: two } : { now: two, before: one };
}

/** Counts the statements and blocks of one request. */
async function count(
  version: RunningVersion,
  scenario: Scenario,
  fixtures: BenchFixtures,
  firstTurn: number,
): Promise<StatementCounts> {
  const { statements, hit, read } = await version.countStatements(async () => {
    for (let n = 0; n < COUNTED; n += 1)
      await captureResponse(version.port, requestAt(scenario, fixtures, firstTurn + n));
  });
  return { statements: statements / COUNTED, hit: hit / COUNTED, read: read / COUNTED };
}

/** Whether a version answers a request of the scenario with the expected status. */
export async function canServe(
  version: RunningVersion,
  scenario: Scenario,
  fixtures: BenchFixtures,
): Promise<boolean> {
  const { status } = await captureResponse(version.port, requestAt(scenario, fixtures, nextTurn++));
  return status === scenario.status;
}

/** Returns the number of requests of a run, from the milliseconds of one request. */
function amountOf(milliseconds: number): number {
  const amount = (RUN_SECONDS * 1000) / Math.max(milliseconds, 0.01);
  return Math.round(Math.min(MOST, Math.max(FEWEST, amount)));
}

function spreadOf(values: readonly number[]): Spread {
  return {
    median: percentile(values, 50),
    low: percentile(values, 25),
    high: percentile(values, 75),
  };
}

const FIELDS = ["portal", "postgres", "sum", "requestsPerSecond"] as const;

function medianCost(runs: readonly Cost[]): Cost {
  const of = (field: keyof Cost) =>
    percentile(
      runs.map((cost) => cost[field]),
      50,
    );
  return {
    portal: of("portal"),
    postgres: of("postgres"),
    sum: of("sum"),
    requestsPerSecond: of("requestsPerSecond"),
    errors: runs.reduce((sum, { errors }) => sum + errors, 0),
  };
}

/** Runs a scenario on both versions in turns, which of them is first alternates. */
export async function compareScenario(
  versions: Versions<RunningVersion>,
  scenario: Scenario,
  effort: Effort,
): Promise<Comparison> {
  // The first requests are slower than later ones, so a second, longer run corrects the number of
  // requests. It also fills the caches.
  let amount = TRIED;
  for (let time = 0; time < 2; time += 1) {
    const tried = await runBoth(versions, scenario, effort, { amount, isNowFirst: time === 0 });
    amount = amountOf(Math.max(tried.now.sum, tried.before.sum));
  }
  const counts = {
    now: await count(versions.now, scenario, effort.fixtures, nextTurn),
    before: await count(versions.before, scenario, effort.fixtures, nextTurn),
  };
  nextTurn += COUNTED;
  const pairs: Versions<Cost>[] = [];
  for (let pair = 0; pair < effort.pairs; pair += 1)
    pairs.push(await runBoth(versions, scenario, effort, { amount, isNowFirst: pair % 2 === 0 }));
  const ratioOf = (field: (typeof FIELDS)[number]) =>
    spreadOf(pairs.map(({ now, before }) => now[field] / before[field]));
  return {
    scenario,
    amount,
    counts,
    costs: {
      now: medianCost(pairs.map(({ now }) => now)),
      before: medianCost(pairs.map(({ before }) => before)),
    },
    ratios: {
      portal: ratioOf("portal"),
      postgres: ratioOf("postgres"),
      sum: ratioOf("sum"),
      requestsPerSecond: ratioOf("requestsPerSecond"),
    },
  };
}
