import autocannon from "autocannon";
import type { NoiseFixtures } from "./noise.ts";
import { noises } from "./noise.ts";

/** The message that makes this program send noise. */
export interface NoiseTask {
  port: number;
  name: string;
  seconds: number;
  fixtures: NoiseFixtures;
  firstTurn: number;
}

/** The portal's responses to the noisy visitor. */
export interface NoiseResult {
  requestsPerSecond: number;
  /** Number of responses with status 503. */
  refused: number;
  turns: number;
}

// This is a separate program, so that sending noise does not delay the measured requests, which
// another process sends.

async function send(task: NoiseTask): Promise<NoiseResult> {
  const { port, name, seconds, fixtures, firstTurn } = task;
  const noise = noises.find((one) => one.name === name);
  if (!noise) throw new Error(`No noise ${name}`);
  let turn = firstTurn;
  let answered = 0;
  let refused = 0;
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    ...noise.requestAt(fixtures, turn++),
  });
  const run = autocannon({
    url: `http://127.0.0.1:${String(port)}`,
    connections: noise.connections,
    duration: seconds,
    requests: [{ setupRequest }],
  });
  run.on("response", (_client, status) => {
    answered += 1;
    if (status === 503) refused += 1;
  });
  await run;
  return { requestsPerSecond: answered / seconds, refused, turns: turn - firstTurn };
}

process.once("disconnect", () => process.exit());
process.on("message", (task: NoiseTask) => {
  void send(task).then((result) => process.send?.(result));
});
