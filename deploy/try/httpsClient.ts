import { Agent, request } from "node:https";
import type { Outcome } from "../../faults/support/httpCall.ts";
import { MAX_RESPONSE_MS } from "../../faults/support/httpCall.ts";
import { PROXY } from "./addresses.ts";

interface HttpsCall {
  host: string;
  /** The client's IP address. */
  from: string;
  path: string;
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends requests to Caddy and verifies Caddy's certificates. */
export interface HttpsClient {
  /** The certificate of Caddy's own certificate authority. */
  readonly ca: string;
  /** Sends a request. Never rejects: a missing response is an outcome with status 0. */
  call(call: HttpsCall): Promise<Outcome>;
  close(): void;
}

/**
 * Creates a client.
 * @param ca the certificate of Caddy's own certificate authority
 */
export function newHttpsClient(ca: string): HttpsClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, ca });
  return {
    ca,
    call: (call) => send(call, agent),
    close: () => agent.destroy(),
  };
}

function send({ host, from, path, method = "GET", body, headers }: HttpsCall, agent: Agent) {
  const began = performance.now();
  return new Promise<Outcome>((resolve) => {
    const chunks: Buffer[] = [];
    const end = (status: number, received: Outcome["headers"], failure?: string) =>
      resolve({
        status,
        headers: received,
        failure,
        text: Buffer.concat(chunks).toString(),
        ms: performance.now() - began,
      });
    const sent = request(
      {
        host: PROXY,
        servername: host,
        localAddress: from,
        method,
        path,
        agent,
        headers: {
          host,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
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
    sent.setTimeout(3 * MAX_RESPONSE_MS, () => sent.destroy(new Error("no answer in time")));
    sent.on("error", (error: NodeJS.ErrnoException) => end(0, {}, error.code ?? error.message));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/**
 * Returns a session's cookie as browsers send it over https (`server/platform/http/hostCookie.ts`).
 */
export const overHttps = (cookie: string): string => `__Host-${cookie}`;
