import { once } from "node:events";
import { connect } from "node:http2";
import { connect as connectPlainly } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectSecurely } from "node:tls";
import { PROXY } from "./addresses.ts";

/** An open page's stream of live updates. Like browsers, it uses HTTP/2. */
export interface EventStream {
  readonly isOpen: boolean;
  /** Resolves when the server or `close` ends the stream. */
  readonly ended: Promise<unknown>;
  /**
   * Waits until the received text contains `text`.
   * @throws Error if that takes longer than `withinMs` milliseconds
   */
  waitFor(text: string, withinMs: number): Promise<void>;
  close(): void;
}

/**
 * Opens a page's stream of live updates.
 * @param from the client's IP address
 */
export async function openEventStream(
  host: string,
  { ca, from }: { ca: string; from: string },
): Promise<EventStream> {
  const session = connect(`https://${host}`, {
    createConnection: () =>
      connectSecurely({
        socket: connectPlainly({ host: PROXY, port: 443, localAddress: from }),
        servername: host,
        ca,
        ALPNProtocols: ["h2"],
      }),
  });
  session.on("error", () => undefined);
  const stream = session.request({ ":path": "/api/events", accept: "text/event-stream" });
  stream.setEncoding("utf8");
  stream.on("error", () => undefined);
  let received = "";
  stream.on("data", (chunk: string) => (received += chunk));
  const [headers] = (await once(stream, "response")) as [Record<string, unknown>];
  if (headers[":status"] !== 200)
    throw new Error(`The stream answered ${String(headers[":status"])}`);
  return {
    ended: once(stream, "close").catch(() => undefined),
    get isOpen() {
      return !stream.closed && !stream.readableEnded;
    },
    waitFor: async (text, withinMs) => {
      const deadline = performance.now() + withinMs;
      while (!received.includes(text)) {
        if (performance.now() > deadline)
          throw new Error(`no ${text} within ${String(withinMs)} ms`);
        await sleep(10);
      }
    },
    close: () => session.destroy(),
  };
}
