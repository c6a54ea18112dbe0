import type { Server } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Node accepts at most one connection per event loop iteration and reads its data in the next one.
 */
const QUIET_TURNS = 2;

/**
 * Upper bound of iterations, so that a constant flow of new connections cannot prevent the stop.
 * The kernel queues at most 511 connections.
 */
const MOST_TURNS = 1_000;

/**
 * Waits until the server has accepted every connection that is queued in the kernel. Closing
 * earlier would reset queued connections whose requests the client has already sent.
 */
export async function acceptPendingConnections(server: Server): Promise<void> {
  let quietTurns = 0;
  const onConnection = () => {
    quietTurns = 0;
  };
  server.on("connection", onConnection);
  for (let turn = 0; turn < MOST_TURNS && quietTurns < QUIET_TURNS; turn += 1) {
    quietTurns += 1;
    await nextTurn();
  }
  server.off("connection", onConnection);
}
