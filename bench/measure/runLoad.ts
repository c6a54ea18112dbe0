import autocannon from "autocannon";
import type { BenchRequest } from "../scenarios/scenario.ts";
import type { LoadResult } from "./loadResult.ts";
import { percentile } from "./percentile.ts";

export interface LoadOptions {
  port: number;
  connections: number;
  seconds: number;
  /** What every answer must have. */
  status: number;
  /** The request of a turn. Turns are counted on from `firstTurn`. */
  requestAt: (turn: number) => BenchRequest;
  firstTurn: number;
  /** Every turn is the same: the request is built once. */
  isConstant?: boolean;
}

/** Drives a server over so many connections, each sending its next request when the last one is answered. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { port, connections, seconds, status, requestAt, firstTurn } = options;
  const times: number[] = [];
  let wrong = 0;
  let turn = firstTurn;
  const setupRequest = (request: autocannon.Request) => ({ ...request, ...requestAt(turn++) });
  const started = performance.now();
  let ended = started;
  const run = autocannon({
    url: `http://127.0.0.1:${String(port)}`,
    connections,
    duration: seconds,
    requests: [options.isConstant ? requestAt(turn) : { setupRequest }],
  });
  run.on("response", (_client, answered, _bytes, milliseconds) => {
    if (answered === status) times.push(milliseconds);
    else wrong += 1;
    ended = performance.now();
  });
  const result = await run;
  return {
    requestsPerSecond: (times.length * 1000) / Math.max(1, ended - started),
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    // Each timeout is an error to autocannon, too.
    errors: wrong + result.errors,
    answered: times.length,
    turns: turn - firstTurn,
  };
}
