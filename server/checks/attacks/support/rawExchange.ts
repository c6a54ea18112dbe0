import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";

/** What came back over one connection. */
export interface RawAnswer {
  /** Everything the portal sent, one byte a character. */
  text: string;
  /** Status of each answer in it. */
  statuses: number[];
  /** Whether the portal has closed the connection. */
  isClosed: boolean;
}

/** Opens a connection to the portal, for bytes that no HTTP library would send. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  await once(socket, "connect");
  return socket;
}

/**
 * Sends bytes as they are, and reads until the portal closes the connection, until `isDone` says that it is enough, or until `patience`
 * is over (milliseconds). Never rejects: a connection that is cut is an answer.
 */
export async function rawExchange(
  port: number,
  bytes: string | Buffer,
  {
    isDone,
    patience = 5_000,
    half = false,
  }: { isDone?: (response: RawAnswer) => boolean; patience?: number; half?: boolean } = {},
): Promise<RawAnswer> {
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
      if (isDone?.(answerOf(text, false))) end();
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
  return answerOf(text, isClosed);
}

function answerOf(text: string, isClosed: boolean): RawAnswer {
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return { text, statuses, isClosed };
}
