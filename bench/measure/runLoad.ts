import autocannon from "autocannon";
import type { BenchRequest } from "../scenarios/scenario.ts";
import type { LoadResult } from "./loadResult.ts";
import { percentile } from "./percentile.ts";

export interface LoadOptions {
  port: number;
  connections: number;
  seconds: number;
  /** Number of requests after which the load ends instead of after `seconds`. */
  amount?: number;
  /** Expected status of every response. */
  status: number;
  /** Builds the request with this number. Requests are numbered from `firstTurn`. */
  requestAt: (turn: number) => BenchRequest;
  firstTurn: number;
  /** Whether all requests are equal, so that the request has to be built only once. */
  isConstant?: boolean;
}

/**
 * Sends requests over a fixed number of connections. Each connection sends its next request when it
 * has received the response to the previous request.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { port, connections, seconds, amount, status, requestAt, firstTurn } = options;
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
    // autocannon ends a load only when it takes a sample.
    ...(amount !== undefined && { amount, sampleInt: 50 }),
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
    // autocannon's `errors` include its timeouts, so timeouts are not added.
    errors: wrong + result.errors,
    answered: times.length,
    turns: turn - firstTurn,
  };
}
