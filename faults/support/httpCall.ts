import type { IncomingHttpHeaders } from "node:http";
import { Agent, request } from "node:http";

/** Maximum acceptable response time in milliseconds (docs/RELIABILITY.md). */
export const MAX_RESPONSE_MS = 10_000;

export interface Call {
  port: number;
  host: string;
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  /** The request body. It is sent as JSON, or unchanged if it is a buffer. */
  body?: unknown;
  /** The content type; undefined means the content type of JSON. */
  contentType?: string;
  cookie?: string;
  /** The client's IP address, as a trusted proxy reports it. */
  address?: string;
  agent?: Agent;
  /** Called when the request is completely sent. */
  onSent?: () => void;
}

/** A response. Status 0 means that there was no complete response; `failure` is the reason. */
export interface Outcome {
  status: number;
  headers: IncomingHttpHeaders;
  /** The response body. */
  text: string;
  failure: string | undefined;
  ms: number;
}

/** Creates an agent with persistent connections, like those of a proxy or browser. */
export function newAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 64 });
}

/**
 * Sends a request. Never rejects, because a missing response is an expected outcome during a fault.
 */
export function call({
  port,
  host,
  method = "GET",
  path,
  body,
  contentType = "application/json",
  cookie,
  address,
  agent,
  onSent,
}: Call): Promise<Outcome> {
  const began = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const end = (status: number, headers: IncomingHttpHeaders, failure?: string) =>
      resolve({
        status,
        headers,
        failure,
        text: Buffer.concat(chunks).toString(),
        ms: performance.now() - began,
      });
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        agent,
        headers: {
          host: `${host}:${String(port)}`,
          ...(cookie !== undefined && { cookie }),
          ...(address !== undefined && { "x-forwarded-for": address }),
          ...(body !== undefined && { "content-type": contentType }),
        },
      },
      (response) => {
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          if (response.complete) end(response.statusCode ?? 0, response.headers);
          else end(0, response.headers, "cut off");
        });
        response.on("error", (error) => end(0, response.headers, error.message));
      },
    );
    const timer = setTimeout(
      () => sent.destroy(new Error("no answer in time")),
      3 * MAX_RESPONSE_MS,
    );
    sent.on("close", () => clearTimeout(timer));
    sent.on("error", (error: NodeJS.ErrnoException) => end(0, {}, error.code ?? error.message));
    if (onSent) sent.on("finish", onSent);
    sent.end(body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
}
