import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";

/** The responses that the portal sent over one connection. */
export interface RawResponse {
  /** All received bytes as Latin-1. */
  text: string;
  /** Status codes of all responses in `text`. */
  statuses: number[];
  /** Whether the portal closed the connection. */
  isClosed: boolean;
}

/** Opens a TCP connection for bytes that an HTTP library would not send. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  await once(socket, "connect");
  return socket;
}

/**
 * Sends raw bytes and reads until the portal closes the connection, `isDone` returns true, or
 * `patience` milliseconds have passed. Never rejects: a reset connection is a valid result.
 */
export async function rawExchange(
  port: number,
  bytes: string | Buffer,
  {
    isDone,
    patience = 5_000,
    half = false,
  }: { isDone?: (response: RawResponse) => boolean; patience?: number; half?: boolean } = {},
): Promise<RawResponse> {
  const socket = await openSocket(port);
  let text = "";
  let isClosed = false;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, patience);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (isDone?.(responseOf(text, false))) end();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      isClosed = true;
      end();
    });
    const payload = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
    if (half) socket.end(payload);
    else socket.write(payload);
  });
  socket.destroy();
  return responseOf(text, isClosed);
}

function responseOf(text: string, isClosed: boolean): RawResponse {
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return { text, statuses, isClosed };
}
