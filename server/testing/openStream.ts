import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:http";
import type { LiveEvent } from "#contract/events.ts";
import { eventsApi } from "#contract/events.ts";

interface StreamCall {
  port: number;
  host: string;
  cookie?: string | undefined;
  /** Behind the path, with its question mark. */
  query?: string;
  headers?: Record<string, string>;
}

/** A page's stream of live updates, over a connection of its own. */
export interface TestStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** All that has come, as it came. */
  text(): string;
  /** All changes that have come, one after the other. */
  changes(): LiveEvent[];
  /** The id of the last event that has come. */
  lastId(): string;
  isOpen(): boolean;
  /** When the server has ended it. */
  ended: Promise<void>;
  close(): void;
}

/** Opens a stream. Whoever is refused gets the refusal's status, and its body as text. */
export function openStream({ port, host, cookie, query = "", headers }: StreamCall): Promise<TestStream> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path: eventsApi.stream.path + query,
        agent: false,
        headers: { host, ...(cookie !== undefined && { cookie }), ...headers },
      },
      (response) => {
        let text = "";
        const ended = new Promise<void>((resolveEnded) => {
          response.on("close", () => resolveEnded());
        });
        response.on("error", () => undefined);
        const stream: TestStream = {
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: () => text,
          changes: () => dataOf(text, "changes").flatMap((data) => JSON.parse(data) as LiveEvent[]),
          lastId: () => /(?:.|\n)*^id: (?<id>.+)$/m.exec(text)?.groups?.["id"] ?? "",
          isOpen: () => !response.closed,
          ended,
          close: () => sent.destroy(),
        };
        response.setEncoding("utf8");
        // With its first bytes it listens; a refusal is whole when it is over.
        response.on("data", (chunk: string) => {
          text += chunk;
          if (stream.status === 200 && text.includes("\n\n")) resolve(stream);
        });
        response.on("close", () => resolve(stream));
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}

function dataOf(text: string, name: string): string[] {
  return text
    .split("\n\n")
    .filter((block) => block.startsWith(`event: ${name}\n`))
    .map((block) => block.slice(block.indexOf("data: ") + 6));
}
