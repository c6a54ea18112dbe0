import { randomInt } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { CallInput, Endpoint, ResponseOf } from "#contract/endpoint.ts";
import { portalAddress } from "./portalAddress.ts";

/** Where somebody is, and as whom. */
export interface Place {
  /** Host name without port, such as `acme.localhost`. */
  readonly host: string;
  /** The session's cookie, `name=value`; absent for an anonymous visitor. */
  readonly cookie?: string;
}

export interface Reply<Body> {
  readonly body: Body;
  readonly headers: IncomingHttpHeaders;
}

/** An address that nobody else of this run has. */
export function ownAddress(): string {
  return `10.${String(randomInt(256))}.${String(randomInt(256))}.${String(randomInt(1, 255))}`;
}

/**
 * Calls an endpoint without a browser, on any host of the portal: Node does not resolve `*.localhost`. Rejects unless the
 * answer has the endpoint's own status.
 */
export async function callApi<E extends Endpoint>(
  place: Place,
  endpoint: E,
  input?: CallInput<E>,
): Promise<Reply<ResponseOf<E>>> {
  const { params, query, body } = (input ?? {}) as { params?: object; query?: object; body?: unknown };
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    String(new Map(Object.entries(params ?? {})).get(name)),
  );
  const search = new URLSearchParams(Object.entries(query ?? {})).toString();
  const { status, headers, content } = await send(place, endpoint.method, `${path}?${search}`, body);
  if (status !== endpoint.status) throw new Error(`${endpoint.method} ${path}: ${String(status)} ${content}`);
  return { headers, body: (content === "" ? undefined : JSON.parse(content)) as ResponseOf<E> };
}

async function send({ host, cookie }: Place, method: string, path: string, body: unknown) {
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
  const content = new Promise<{ status: number; headers: IncomingHttpHeaders; content: string }>(
    (resolve, reject) => {
      call.once("error", reject);
      call.once("response", (response) => {
        const { statusCode = 0, headers } = response;
        text(response).then((read) => resolve({ status: statusCode, headers, content: read }), reject);
      });
    },
  );
  call.end(body === undefined ? undefined : JSON.stringify(body));
  return content;
}
