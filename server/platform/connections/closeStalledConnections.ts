import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Milliseconds between two checks of all connections. */
const SWEEP_MS = 5_000;

/** Number of checks, 30 s in total, within which a client must accept `MIN_BYTES`. */
const MAX_SWEEPS = 6;

/**
 * Minimum number of bytes that a client must accept in 30 s. This is about 17 kbit/s, less than the
 * slowest mobile networks provide.
 */
const MIN_BYTES = 64 * 1024;

/**
 * The part of a socket that counts the bytes that the operating system has not accepted yet. Node
 * has no public property for this count: `writableLength` does not change while a long buffer is
 * sent.
 */
interface SocketHandle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

interface Progress {
  /**
   * Number of bytes accepted before the current period of 30 s; null while no bytes wait to be
   * sent.
   */
  start: number | null;
  /** Number of checks in the current period of 30 s. */
  sweeps: number;
}

/**
 * Resets each connection whose client has read less than 64 kB in 30 s although more bytes were
 * waiting to be sent. The reset frees the memory of these bytes (docs/product-decisions.md
 * "Fairness between companies"). Bytes that the client sends do not prevent the reset, whereas they
 * would restart a socket's own timeout.
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
