import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { captureResponse } from "../ceilings/captureResponse.ts";
import { requestAt } from "../scenarios/requestAt.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { scenarios } from "../scenarios/scenarios.ts";
import { residentBytes } from "./cpu.ts";
import { runLoad } from "./runLoad.ts";
import type { Effort, Processes } from "./measureScenario.ts";
import { nextChange } from "./nextChange.ts";
import { percentile } from "./percentile.ts";
import type { StreamFigures } from "./results.ts";

const STREAMS = 1000;
const SAMPLES = 50;

/** Milliseconds to wait, so that garbage collection and other background work finish. */
const SETTLE_MS = 2000;

/**
 * Number of the first vote request. Other measurements send vote requests with smaller numbers and
 * therefore use other pairs of user and item, so each vote is new.
 */
const FIRST_TURN = 5_000_000;

const STREAM: Scenario = {
  name: "streams",
  title: "Event stream",
  status: 200,
  bound: "nothing",
  request: () => ({ method: "GET", path: "/api/events", headers: { accept: "text/event-stream" } }),
};

function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (!found) throw new Error(`No scenario ${name}`);
  return found;
}

async function openStream(
  { portal, fixtures }: Processes,
  turn: number,
  agent: Agent,
): Promise<IncomingMessage> {
  const { path, headers } = requestAt(STREAM, fixtures, turn);
  const request = get({ host: "127.0.0.1", port: portal.port, path, headers, agent });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  return answer;
}

/** Measures the p95 time in milliseconds from the response to a vote until the vote's event. */
async function timeEvents(
  { portal, fixtures }: Processes,
  stream: IncomingMessage,
): Promise<number> {
  const vote = scenarioNamed("vote");
  const times: number[] = [];
  for (let n = 0; n < SAMPLES; n += 1) {
    const seen = nextChange(stream);
    await captureResponse(portal.port, requestAt(vote, fixtures, FIRST_TURN + n));
    const answeredAt = performance.now();
    times.push(Math.max(0, (await seen) - answeredAt));
  }
  return percentile(times, 95);
}

async function listRate(
  { portal, fixtures }: Processes,
  { connections, seconds }: Effort,
): Promise<number> {
  const list = scenarioNamed("list-api");
  const result = await runLoad({
    port: portal.port,
    connections,
    seconds,
    status: 200,
    requestAt: (turn) => requestAt(list, fixtures, turn),
    firstTurn: 0,
    isConstant: true,
  });
  return result.requestsPerSecond;
}

/**
 * Measures the cost of 1,000 open event streams and the delay of a vote's event. Returns "not
 * served" if the portal has no `GET /api/events`.
 */
export async function measureStreams(
  rig: Processes,
  effort: Effort,
): Promise<StreamFigures | "not served"> {
  const agent = new Agent({ keepAlive: false });
  const first = await openStream(rig, 0, agent);
  if (first.statusCode === 404) {
    first.resume();
    return "not served";
  }
  const open = [first];
  try {
    await listRate(rig, effort);
    const listAlone = await listRate(rig, effort);
    await sleep(SETTLE_MS);
    const before = residentBytes(rig.portal.pid);
    while (open.length < STREAMS) open.push(await openStream(rig, open.length, agent));
    for (const stream of open) {
      if (stream.statusCode !== 200)
        throw new Error(`A stream answered ${String(stream.statusCode)}`);
      stream.on("error", () => undefined);
      stream.resume();
    }
    await sleep(SETTLE_MS);
    const addedBytes = residentBytes(rig.portal.pid) - before;
    const listBeside = await listRate(rig, effort);
    return {
      streams: STREAMS,
      addedBytes,
      listAlone,
      listBeside,
      p95: await timeEvents(rig, first),
    };
  } finally {
    for (const stream of open) stream.destroy();
    agent.destroy();
  }
}
