import type { IncomingHttpHeaders } from "node:http";
import type { CallInput, Endpoint, ResponseOf } from "#contract/endpoint.ts";
import type { Place } from "./sendRequest.ts";
import { sendRequest } from "./sendRequest.ts";

export interface Reply<Body> {
  readonly body: Body;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Calls an endpoint without a browser on any host of the portal.
 * @throws unless the response has the endpoint's success status
 */
export async function callApi<E extends Endpoint>(
  place: Place,
  endpoint: E,
  input?: CallInput<E>,
): Promise<Reply<ResponseOf<E>>> {
  const { params, query, body } = (input ?? {}) as {
    params?: object;
    query?: object;
    body?: unknown;
  };
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    String(new Map(Object.entries(params ?? {})).get(name)),
  );
  const search = new URLSearchParams(Object.entries(query ?? {})).toString();
  const { method } = endpoint;
  const { status, headers, content } = await sendRequest(place, `${path}?${search}`, {
    method,
    body,
  });
  if (status !== endpoint.status)
    throw new Error(`${method} ${path}: ${String(status)} ${content}`);
  return { headers, body: (content === "" ? undefined : JSON.parse(content)) as ResponseOf<E> };
}
