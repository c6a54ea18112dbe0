import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";

/**
 * A TCP proxy to a database. It can drop all traffic without closing connections, as if the
 * database's machine had lost power.
 */
export interface DatabaseProxy {
  /** The database's URL through the proxy. */
  url: string;
  blackhole(): void;
  /** Forwards new connections again. Existing connections still transfer nothing. */
  restore(): void;
  close(): Promise<void>;
}

export async function openProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isBlackholed = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (near) => {
    track(near);
    if (isBlackholed) return;
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    track(far);
    near.pipe(far);
    far.pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url: url.href,
    blackhole: () => {
      isBlackholed = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    restore: () => {
      isBlackholed = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
