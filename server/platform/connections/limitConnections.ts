import type { Server } from "node:http";
import { ConcurrencyLimit } from "#server/platform/throttle/concurrencyLimit.ts";

/**
 * Maximum of open connections per client address, which may be a whole office or school: 300 event
 * streams (`streamLimits.ts`) and 300 requests (`limitRequests.ts`).
 */
export const MAX_CONNECTIONS = 600;

/**
 * Closes each connection of an address that has too many. Not for use behind a proxy, whose address
 * all connections have.
 */
export function limitConnections(server: Server): void {
  const limit = new ConcurrencyLimit(MAX_CONNECTIONS);
  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    // The client has disconnected already.
    if (remoteAddress === undefined) return;
    const release = limit.acquire(remoteAddress);
    if (release) socket.once("close", release);
    else socket.destroy();
  });
}
