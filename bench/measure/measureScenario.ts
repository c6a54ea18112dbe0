import type { BenchDatabase } from "../database/benchDatabase.ts";
import type { RecordedStatement, RecordingPortal } from "../ceilings/recordStatements.ts";
import type { Program } from "../ceilings/startProgram.ts";
import { startProgram } from "../ceilings/startProgram.ts";
import { captureResponse } from "../ceilings/captureResponse.ts";
import type { PasswordsTask } from "../ceilings/barePasswords.ts";
import type { StatementsTask } from "../ceilings/bareStatements.ts";
import type { BenchPortal } from "../portal/benchPortal.ts";
import { requestAt, subjectAt } from "../scenarios/requestAt.ts";
import type { Scenario, Subject } from "../scenarios/scenario.ts";
import type { BenchFixtures } from "../scenarios/createBenchFixtures.ts";
import { countWritten } from "./countWritten.ts";
import { cpuSeconds, residentBytes } from "./cpu.ts";
import { runLoad } from "./runLoad.ts";
import type { LoadResult } from "./loadResult.ts";
import { medianOf } from "./medianOf.ts";
import type { PortalFigures, ScenarioResult } from "./results.ts";

/** The running processes of a benchmark. */
export interface Processes {
  database: BenchDatabase;
  portal: BenchPortal;
  recording: RecordingPortal;
  fixtures: BenchFixtures;
}

export interface Effort {
  connections: number;
  seconds: number;
  rounds: number;
}

/** Seconds of unmeasured load before the first round of each scenario. */
const WARM_UP = 2;

/**
 * Number of the next request. No number is used twice, because repeating the same write would not
 * change any data.
 */
let nextTurn = 1000;

const cores = (before: number, after: number, seconds: number) => (after - before) / seconds;

async function drivePortal(
  rig: Processes,
  scenario: Scenario,
  effort: Effort,
  seconds: number,
): Promise<PortalFigures> {
  const { portal, database, fixtures } = rig;
  const clock = () => ({
    at: performance.now() / 1000,
    portal: cpuSeconds(portal.pid),
    postgres: cpuSeconds(database.pid),
    client: process.cpuUsage(),
  });
  const before = clock();
  const result = await runLoad({
    port: portal.port,
    connections: effort.connections,
    seconds,
    status: scenario.status,
    requestAt: (turn) => requestAt(scenario, fixtures, turn),
    firstTurn: nextTurn,
    isConstant: !scenario.subject,
  });
  nextTurn += result.turns;
  const after = clock();
  const took = after.at - before.at;
  const { user, system } = process.cpuUsage(before.client);
  return {
    ...result,
    portalCores: cores(before.portal, after.portal, took),
    postgresCores: cores(before.postgres, after.postgres, took),
    clientCores: (user + system) / 1e6 / took,
    residentBytes: residentBytes(portal.pid),
  };
}

interface Recorded {
  statements: RecordedStatement[];
  recordedFor: Subject;
}

/**
 * Records the statements of the second request. The first request fills the caches and prepares the
 * statements, so only the second request runs the statements of a request under load.
 */
async function record({ recording, fixtures }: Processes, scenario: Scenario): Promise<Recorded> {
  let recorded: Recorded = { statements: [], recordedFor: {} };
  for (let time = 0; time < 2; time += 1) {
    const turn = nextTurn++;
    const { status, statements } = await recording.record(requestAt(scenario, fixtures, turn));
    if (status !== scenario.status) throw new Error(`${scenario.name} answered ${String(status)}`);
    recorded = { statements, recordedFor: subjectAt(scenario, fixtures, turn) };
  }
  return recorded;
}

type Ceiling = (seconds: number) => Promise<LoadResult>;

async function bareHttp(
  { portal, fixtures }: Processes,
  scenario: Scenario,
  effort: Effort,
  server: Program,
) {
  const answer = await captureResponse(portal.port, requestAt(scenario, fixtures, nextTurn++));
  const port = (await server.ask(answer)) as number;
  const run: Ceiling = (seconds) =>
    runLoad({
      port,
      connections: effort.connections,
      seconds,
      status: scenario.status,
      requestAt: (turn) => requestAt(scenario, fixtures, turn),
      firstTurn: 0,
      isConstant: !scenario.subject,
    });
  return { run, answerBytes: answer.body.length };
}

function bareWork(
  rig: Processes,
  scenario: Scenario,
  effort: Effort,
  recorded: Recorded,
  program: Program,
): Ceiling {
  const { connections: concurrency } = effort;
  return async (seconds) => {
    if (scenario.bound === "password") {
      return (await program.ask({ concurrency, seconds } satisfies PasswordsTask)) as LoadResult;
    }
    const { fixtures, database } = rig;
    const task = {
      url: database.url,
      scenario: scenario.name,
      fixtures,
      concurrency,
      seconds,
      firstTurn: nextTurn,
      ...recorded,
    };
    const result = (await program.ask(task satisfies StatementsTask)) as LoadResult;
    nextTurn += result.turns;
    return result;
  };
}

/**
 * Measures a scenario and its ceilings: the same response from a bare HTTP server, and the bare
 * statements or password comparisons. Rounds alternate between these measurements, so that other
 * load on the machine affects all of them equally.
 */
export async function measureScenario(
  rig: Processes,
  scenario: Scenario,
  given: Effort,
): Promise<ScenarioResult> {
  const effort = { ...given, connections: scenario.connections ?? given.connections };
  const recorded =
    scenario.bound === "statements"
      ? await record(rig, scenario)
      : { statements: [], recordedFor: {} };
  const server = startProgram("bareServer.ts");
  const program = startProgram(
    scenario.bound === "password" ? "barePasswords.ts" : "bareStatements.ts",
  );
  try {
    const http = await bareHttp(rig, scenario, effort, server);
    const work =
      scenario.bound === "nothing" ? undefined : bareWork(rig, scenario, effort, recorded, program);
    const runs = await inRounds(rig, scenario, effort, [http.run, work]);
    return {
      name: scenario.name,
      title: scenario.title,
      connections: effort.connections,
      answerBytes: http.answerBytes,
      statements: recorded.statements.length,
      ...runs,
    };
  } finally {
    await Promise.all([server.stop(), program.stop()]);
  }
}

async function inRounds(
  rig: Processes,
  scenario: Scenario,
  effort: Effort,
  [http, work]: [Ceiling, Ceiling | undefined],
): Promise<Pick<ScenarioResult, "portal" | "bareHttp" | "bareWork" | "written">> {
  const { seconds, rounds } = effort;
  const companyId = rig.fixtures.company.id;
  const portal: PortalFigures[] = [];
  const ofHttp: LoadResult[] = [];
  const ofWork: LoadResult[] = [];
  const written = { answered: 0, sent: 0, rows: 0, stored: 0 };
  let counts = false;
  const warmUp = Math.min(WARM_UP, seconds);
  await drivePortal(rig, scenario, effort, warmUp);
  await http(warmUp / 2);
  await work?.(warmUp / 2);
  for (let round = 0; round < rounds; round += 1) {
    const before = await countWritten(rig.database.url, scenario.name, companyId);
    const run = await drivePortal(rig, scenario, effort, seconds);
    const after = await countWritten(rig.database.url, scenario.name, companyId);
    portal.push(run);
    if (before && after) {
      counts = true;
      written.answered += run.answered;
      written.sent += run.turns;
      written.rows += after.rows - before.rows;
      written.stored += after.stored - before.stored;
    }
    ofHttp.push(await http(seconds));
    if (work) ofWork.push(await work(seconds));
  }
  return {
    portal: medianOf(portal),
    bareHttp: medianOf(ofHttp),
    ...(work && { bareWork: medianOf(ofWork) }),
    ...(counts && { written }),
  };
}
