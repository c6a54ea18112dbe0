import type { Server } from "node:http";
import { ConcurrencyLimit } from "#server/platform/throttle/concurrencyLimit.ts";

/**
 * Maximum number of open connections per client address: 300 event streams (`streamLimits.ts`) and
 * 300 requests (`limitRequests.ts`). It is this high because a whole office or school can share an
 * address.
 */
export const MAX_CONNECTIONS = 600;

/**
 * Closes each new connection of an IP address that already has `MAX_CONNECTIONS` connections. Do
 * not use this behind a proxy, because all connections then have the proxy's address.
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
