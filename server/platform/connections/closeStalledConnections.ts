import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Milliseconds between two checks of all connections. */
const SWEEP_MS = 5_000;

/** Checks in which a client must have accepted `MIN_BYTES`: 30 s. */
const MAX_SWEEPS = 6;

/** Least bytes in 30 s: about 17 kbit/s, less than the slowest mobile networks give. */
const MIN_BYTES = 64 * 1024;

/**
 * The part of a socket that knows how many bytes the operating system has not accepted yet. Node
 * offers no public access to it: `writableLength` does not change while a long buffer is sent.
 */
interface SocketHandle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

interface Progress {
  /** Accepted bytes when the current 30 s began; null while no bytes wait. */
  start: number | null;
  /** Checks since then. */
  sweeps: number;
}

/**
 * Resets connections whose client has read less than 64 kB in 30 s although bytes wait for it, which
 * frees these bytes (docs/product-decisions.md "Fairness between companies"). What the client sends
 * meanwhile does not count, unlike with a socket's own timeout.
 * @returns a function that ends the checks
 */
export function closeStalledConnections(server: Server): () => void {
  const connections = new Map<Socket, Progress>();
  server.on("connection", (socket) => {
    connections.set(socket, { start: null, sweeps: 0 });
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
  if (waiting === 0) progress.start = null;
  else if (progress.start === null || sent - progress.start >= MIN_BYTES) progress.start = sent;
  else {
    progress.sweeps += 1;
    return;
  }
  progress.sweeps = 0;
}
