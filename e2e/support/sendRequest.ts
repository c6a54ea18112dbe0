import { randomInt } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { portalAddress } from "./portalAddress.ts";

/** A host and, for signed-in users, a session on this host. */
export interface Place {
  /** Host name without port, such as `acme.localhost`. */
  readonly host: string;
  /** The session's cookie, `name=value`. Undefined for an anonymous visitor. */
  readonly cookie?: string;
}

/** A response. Redirects are not followed. */
export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as text. */
  readonly content: string;
}

interface RequestOptions {
  readonly method?: string;
  /** The request body, which is sent as JSON. */
  readonly body?: unknown;
}

/** Returns a random private IP address that is practically unique in this test run. */
export function ownAddress(): string {
  return `10.${String(randomInt(256))}.${String(randomInt(256))}.${String(randomInt(1, 255))}`;
}

/**
 * Sends a request without a browser. Node cannot resolve the portal's hosts, so the request goes to
 * 127.0.0.1 with a Host header.
 */
export function sendRequest(
  { host, cookie }: Place,
  path: string,
  { method = "GET", body }: RequestOptions = {},
): Promise<RawReply> {
  const { port } = portalAddress();
  const call = request({
    host: "127.0.0.1",
    port,
    method,
    path,
    headers: {
      host: `${host}:${String(port)}`,
      "x-forwarded-for": ownAddress(),
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
  });
  const reply = new Promise<RawReply>((resolve, reject) => {
    call.once("error", reject);
    call.once("response", (response) => {
      const { statusCode = 0, headers } = response;
      buffer(response).then(
        (read) => resolve({ status: statusCode, headers, content: read.toString() }),
        reject,
      );
    });
  });
  call.end(body === undefined ? undefined : JSON.stringify(body));
  return reply;
}
