import type { Server } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Node takes in one connection a turn of its event loop; one turn later it reads what was sent over it. */
const QUIET_TURNS = 2;

/** More than the kernel keeps waiting (511), so that a server to which more and more people come stops, too. */
const MOST_TURNS = 1_000;

/**
 * Waits until the server has taken in every connection that has reached the machine. Closed before, it would reset them: a busy process
 * has requests waiting that it has not seen, and to whoever sent them they are under way.
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
