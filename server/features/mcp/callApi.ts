import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CallInput, Endpoint, ResponseOf } from "#contract/endpoint.ts";
import type { ErrorBody } from "#contract/errorBody.ts";
import type { OnBehalfOf } from "#contract/onBehalfOf.ts";

/** The result of a call; for a page of a list also the length of the list and the next page. */
export interface ApiAnswer<E extends Endpoint> {
  readonly body: ResponseOf<E>;
  readonly total: number;
  readonly nextCursor: string | null;
}

/** The input of a call, and the customer for whom it acts. */
export type ApiInput<E extends Endpoint> = CallInput<E> &
  (E extends { actsForCustomers: true } ? { customer?: OnBehalfOf | undefined } : unknown);

export type CallApi = <E extends Endpoint>(
  endpoint: E,
  input: ApiInput<E>,
) => Promise<ApiAnswer<E>>;

/** Why something was not done, in words for an assistant. */
export class Refusal extends Error {}

/** Seconds after which a tool stops waiting for a call. */
const LONGEST_CALL_SECONDS = 20;

/** The headers that say who calls from where. */
const KEPT_HEADERS = [
  "host",
  "authorization",
  "user-agent",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
] as const;

interface Parts {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | string[] | undefined>>;
  body?: object;
  customer?: OnBehalfOf;
}

/**
 * Returns a function that calls the API in this process with the key of a request, from the same
 * address. Each call passes the hooks, limits and guards of its route, as over the network.
 */
export function callApiAs(app: FastifyInstance, { headers, raw }: FastifyRequest): CallApi {
  const kept = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  return async <E extends Endpoint>({ method, path }: E, input: ApiInput<E>) => {
    const { params, query, body, customer } = input as Parts;
    const payload = customer ? { ...body, onBehalfOf: customer } : body;
    const call = app.inject({
      method,
      url: addressOf(path, params, query),
      headers: kept,
      ...(payload && { payload }),
      ...(raw.socket.remoteAddress && { remoteAddress: raw.socket.remoteAddress }),
    });
    const answer = await inTime(call);
    if (answer.statusCode >= 400) throw refusalOf(answer);
    return {
      body: answer.json<ResponseOf<E>>(),
      total: Number(answer.headers["x-total-count"]),
      nextCursor: nextCursorOf(answer.headers.link),
    };
  };
}

function addressOf(path: string, params: Parts["params"], query: Parts["query"] = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ""),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of value === undefined ? [] : [value].flat()) search.append(name, each);
  }
  return `${filled}?${search.toString()}`;
}

function nextCursorOf(link: string | string[] | undefined): string | null {
  const [, next] = /<([^>]+)>; rel="next"/.exec(String(link)) ?? [];
  return next === undefined ? null : new URL(next, "http://host").searchParams.get("cursor");
}

/** @throws Refusal if the call takes too long */
async function inTime<T>(call: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Refusal("The portal is slow. It is unknown whether this was done: look first."));
  }, LONGEST_CALL_SECONDS * 1000);
  return Promise.race([call, promise]).finally(() => clearTimeout(timer));
}

/** Says in words why the API refused a call. */
function refusalOf(answer: {
  statusCode: number;
  headers: Readonly<Record<string, string | string[] | number | undefined>>;
  json: () => unknown;
}): Refusal {
  const { message, errors } = answer.json() as ErrorBody;
  const fields = Object.entries(errors ?? {}).map(
    ([name, texts]) => `${name}: ${texts.join(", ")}`,
  );
  const wait = answer.headers["retry-after"];
  return new Refusal(
    [
      fields.length > 0 ? `Not accepted. ${fields.join(". ")}.` : `${message.replace(/\.$/, "")}.`,
      ...(answer.statusCode === 404 ? ["It does not exist, or this API key may not see it."] : []),
      ...(wait === undefined ? [] : [`Wait ${String(wait)} seconds before you try again.`]),
    ].join(" "),
  );
}
