import type { Server } from "node:net";
import { setImmediate as nextIteration } from "node:timers/promises";

/**
 * Number of event loop iterations without a new connection after which the kernel's queue is
 * considered empty. Node accepts at most one connection per iteration and reads its data in the
 * next iteration.
 */
const IDLE_ITERATIONS = 2;

/**
 * Maximum number of iterations. Without this limit, a constant flow of new connections would
 * prevent the stop. The kernel queues at most 511 connections.
 */
const MAX_ITERATIONS = 1_000;

/**
 * Waits until the server has accepted every connection that is queued in the kernel. Closing
 * earlier would reset queued connections whose requests the client has already sent.
 */
export async function acceptPendingConnections(server: Server): Promise<void> {
  let idleIterations = 0;
  const onConnection = () => {
    idleIterations = 0;
  };
  server.on("connection", onConnection);
  for (
    let iteration = 0;
    iteration < MAX_ITERATIONS && idleIterations < IDLE_ITERATIONS;
    iteration += 1
  ) {
    idleIterations += 1;
    await nextIteration();
  }
  server.off("connection", onConnection);
}
