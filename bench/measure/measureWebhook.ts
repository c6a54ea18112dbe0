import type { BenchDatabase } from "../database/benchDatabase.ts";
import type { BenchPortal } from "../portal/benchPortal.ts";
import { startBenchPortal } from "../portal/benchPortal.ts";
import { openEndpoint, REACHING_RECEIVERS } from "../portal/openEndpoint.ts";
import type { BenchFixtures } from "../scenarios/createBenchFixtures.ts";
import { requestAt } from "../scenarios/requestAt.ts";
import { scenarios } from "../scenarios/scenarios.ts";
import { cpuSeconds } from "./cpu.ts";
import type { Effort } from "./measureScenario.ts";
import { medianOf } from "./medianOf.ts";
import type { VoteCost, WebhookFigures } from "./results.ts";
import { runLoad } from "./runLoad.ts";

/** Seconds of unmeasured votes before each measured run. */
const WARM_UP = 1;

/** No other measurement uses these pairs of user and item (`measureStreams`), so each vote is new. */
const FIRST_TURN = 3_000_000;

const vote = scenarios.find(({ name }) => name === "vote");

/**
 * Measures votes in turns with and without a webhook endpoint that gets them. The recording of the
 * events and their delivery to a receiver go on beside the votes.
 */
export async function measureWebhook(
  database: BenchDatabase,
  fixtures: BenchFixtures,
  effort: Effort,
): Promise<WebhookFigures> {
  const portal = await startBenchPortal(
    { DATABASE_URL: database.url },
    { environment: REACHING_RECEIVERS },
  );
  const rig = { database, fixtures, portal, effort, turn: FIRST_TURN };
  const { id } = fixtures.company;
  try {
    const pairs: { without: VoteCost; with: VoteCost }[] = [];
    await run(rig);
    for (let round = 0; round < effort.rounds; round += 1) {
      const without = await run(rig);
      const endpoint = await openEndpoint(database.url, id, "vote.created");
      try {
        pairs.push({ without, with: await run(rig) });
      } finally {
        await endpoint.close();
      }
    }
    const ratios = pairs.map((pair) => ({
      rate: pair.with.requestsPerSecond / pair.without.requestsPerSecond,
      processor: pair.with.milliseconds / pair.without.milliseconds,
    }));
    return {
      without: medianOf(pairs.map((pair) => pair.without)),
      with: medianOf(pairs.map((pair) => pair.with)),
      ratios: medianOf(ratios),
    };
  } finally {
    await portal.stop();
  }
}

interface Rig {
  database: BenchDatabase;
  fixtures: BenchFixtures;
  portal: BenchPortal;
  effort: Effort;
  /** Number of the next vote. */
  turn: number;
}

async function run(rig: Rig): Promise<VoteCost> {
  await load(rig, WARM_UP);
  const processor = () => cpuSeconds(rig.portal.pid) + cpuSeconds(rig.database.pid);
  const before = processor();
  const { requestsPerSecond, answered, errors } = await load(rig, rig.effort.seconds);
  if (errors > 0) throw new Error(`${String(errors)} votes failed`);
  return { requestsPerSecond, milliseconds: ((processor() - before) * 1000) / answered };
}

async function load(rig: Rig, seconds: number) {
  if (!vote) throw new Error("There is no vote");
  const { portal, fixtures, effort } = rig;
  const result = await runLoad({
    port: portal.port,
    connections: effort.connections,
    seconds,
    status: vote.status,
    requestAt: (turn) => requestAt(vote, fixtures, turn),
    firstTurn: rig.turn,
  });
  rig.turn += result.turns;
  return result;
}
