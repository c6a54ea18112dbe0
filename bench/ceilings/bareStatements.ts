import pg from "pg";
import { prepareTenants } from "#server/platform/db/openPool.ts";
import { NamedQuery, TenantQuery } from "#server/platform/db/namedQuery.ts";
import { valueTypes } from "#server/platform/db/valueTypes.ts";
import type { LoadResult } from "../measure/loadResult.ts";
import { percentile } from "../measure/percentile.ts";
import { subjectAt } from "../scenarios/requestAt.ts";
import type { Subject } from "../scenarios/scenario.ts";
import { scenarios } from "../scenarios/scenarios.ts";
import type { BenchFixtures } from "../scenarios/createBenchFixtures.ts";
import type { RecordedStatement } from "./recordStatements.ts";
import { rebindValues } from "./rebindValues.ts";

// A separate program that only runs a scenario's statements with the PostgreSQL driver, without the
// portal's HTTP server.

/** The message that starts a measurement by this program. */
export interface StatementsTask {
  url: string;
  scenario: string;
  fixtures: BenchFixtures;
  statements: RecordedStatement[];
  /** The user, item and text of the recorded request. */
  recordedFor: Subject;
  concurrency: number;
  seconds: number;
  firstTurn: number;
}

/** Maximum connections per role. In the portal, a company uses six for both roles together. */
const POOL_SIZE = 6;

function openPool(connectionString: string, role: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: POOL_SIZE,
    types: valueTypes,
    // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool awaits the promise
    onConnect: async (client: pg.ClientBase) => {
      await client.query(`set role ${role}; set timezone = 'UTC'`);
      if (role === "hearback_app") await prepareTenants(client);
    },
  });
  pool.on("error", () => undefined);
  return pool;
}

type Run = (subject: Subject) => Promise<void>;

function runnerOf(
  statement: RecordedStatement,
  task: StatementsTask,
  pools: Record<"app" | "system", pg.Pool>,
): Run {
  const { name, text, companyId } = statement;
  const values = rebindValues(statement.values, task.recordedFor);
  const pool = companyId === undefined ? pools.system : pools.app;
  return async (subject) => {
    const client = await pool.connect();
    try {
      await new Promise<void>((resolve, reject) => {
        const done = (error: Error | null) => (error ? reject(error) : resolve());
        const now = values(subject);
        client.query(
          companyId === undefined
            ? new NamedQuery(name, text, now, done)
            : new TenantQuery(companyId, name, text, now, done),
        );
      });
    } finally {
      client.release();
    }
  };
}

async function runLoad(task: StatementsTask): Promise<LoadResult> {
  const scenario = scenarios.find(({ name }) => name === task.scenario);
  if (!scenario) throw new Error(`Unknown scenario ${task.scenario}`);
  const pools = {
    app: openPool(task.url, "hearback_app"),
    system: openPool(task.url, "hearback_system"),
  };
  const waves = Map.groupBy(task.statements, ({ wave }) => wave);
  const steps = [...waves.values()].map((wave) =>
    wave.map((statement) => runnerOf(statement, task, pools)),
  );
  const times: number[] = [];
  let [errors, turn] = [0, task.firstTurn];
  const started = performance.now();
  const visitor = async () => {
    while (performance.now() - started < task.seconds * 1000) {
      const subject = subjectAt(scenario, task.fixtures, turn++);
      const sentAt = performance.now();
      try {
        for (const step of steps) await Promise.all(step.map((run) => run(subject)));
        times.push(performance.now() - sentAt);
      } catch {
        errors += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: task.concurrency }, visitor));
  const seconds = (performance.now() - started) / 1000;
  await Promise.all([pools.app.end(), pools.system.end()]);
  return {
    requestsPerSecond: times.length / seconds,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    errors,
    answered: times.length,
    turns: turn - task.firstTurn,
  };
}

process.once("disconnect", () => process.exit());
process.on("message", (task: StatementsTask) => {
  void runLoad(task).then((result) => process.send?.(result));
});
