import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Milliseconds between two checks of all connections. */
const SWEEP_MS = 5_000;

/** Checks in a row without progress after which a connection is closed: 30 s. */
const MAX_SWEEPS = 6;

/**
 * The part of a socket that knows how many bytes the operating system has not accepted yet. Node
 * offers no public access to it: `writableLength` does not change while a long buffer is sent.
 */
interface SocketHandle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

interface Progress {
  /** Bytes that the operating system has accepted. */
  sent: number;
  /** Checks in a row that found bytes waiting and none accepted. */
  sweeps: number;
}

/**
 * Resets connections whose client has read nothing for 30 s although bytes wait for it, which frees
 * these bytes (docs/product-decisions.md "Fairness between companies"). What the client sends
 * meanwhile does not count, unlike with a socket's own timeout.
 * @returns a function that ends the checks
 */
export function closeStalledConnections(server: Server): () => void {
  const connections = new Map<Socket, Progress>();
  server.on("connection", (socket) => {
    connections.set(socket, { sent: 0, sweeps: 0 });
    socket.once("close", () => connections.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, progress] of connections) {
      checkProgress(socket, progress);
      if (progress.sweeps === MAX_SWEEPS) socket.resetAndDestroy();
    }
  }, SWEEP_MS).unref();
  return () => clearInterval(timer);
}

function checkProgress(socket: Socket, progress: Progress): void {
  const { _handle: handle } = socket as Socket & { _handle?: SocketHandle | null };
  const waiting = handle?.writeQueueSize ?? 0;
  const sent = (handle?.bytesWritten ?? 0) - waiting;
  const isStalled = waiting > 0 && sent === progress.sent;
  progress.sent = sent;
  progress.sweeps = isStalled ? progress.sweeps + 1 : 0;
}
