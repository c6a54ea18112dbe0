import type { BodyOf, Endpoint, Page, ParamsOf, QueryOf } from "#contract/endpoint.ts";

/** A page's request, parsed with the contract's schemas. */
export interface ScriptedCall<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly headers: Headers;
}

/** An endpoint's schemas. They exist in tests and on the server but not in the browser's build. */
interface Schemas {
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly response: Schema;
  readonly status: number;
}

interface Schema {
  safeParse(value: unknown): { success: true; data: unknown } | { success: false; error: Error };
}

const schemasOf = (endpoint: Endpoint) => endpoint as unknown as Schemas;

interface Sent {
  readonly params: Readonly<Record<string, string>>;
  readonly url: URL;
  readonly init: RequestInit;
}

/** Finds the route of a path. If several routes match, finds a route with the fewest parameters. */
export function matchPath<Route extends { readonly endpoint: Endpoint }>(
  routes: readonly Route[],
  pathname: string,
): { route: Route; params: Record<string, string> } | undefined {
  const matches = routes.flatMap((route) => {
    const pattern = route.endpoint.path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)");
    const match = new RegExp(`^${pattern}$`).exec(pathname);
    if (!match) return [];
    const params = Object.entries(match.groups ?? {});
    const decoded = params.map(([name, value]) => [name, decodeURIComponent(value)]);
    return [{ route, params: Object.fromEntries(decoded) as Record<string, string> }];
  });
  return matches.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

/** Parses a request as the server does, or describes how the request breaks the contract. */
export function readRequest(
  endpoint: Endpoint,
  { params, url, init }: Sent,
): { call: ScriptedCall<Endpoint> } | { problem: string } {
  const schemas = schemasOf(endpoint);
  const sent = {
    params,
    query: queryOf(url.searchParams),
    body: bodyOf(endpoint, init.body),
  };
  const read: Record<string, unknown> = { headers: new Headers(init.headers) };
  for (const part of ["params", "query", "body"] as const) {
    const outcome = schemas[part]?.safeParse(sent[part]) ?? { success: true, data: sent[part] };
    if (!outcome.success)
      return { problem: `${part} breaks the contract: ${outcome.error.message}` };
    read[part] = outcome.data;
  }
  return { call: read as unknown as ScriptedCall<Endpoint> };
}

/**
 * Returns the JSON body or, for an upload, the file's name without the file's bytes, because no
 * test reads them. In the form of a streamed upload, the text field must precede the file. The
 * field's text is returned with the file's name.
 */
function bodyOf({ upload, uploadStream }: Endpoint, body: RequestInit["body"]): unknown {
  if (typeof body === "string") return JSON.parse(body) as unknown;
  if (!(body instanceof FormData)) return undefined;
  const file = body.get(uploadStream?.field ?? upload ?? "");
  if (!(file instanceof File)) return undefined;
  if (!uploadStream) return { filename: file.name, content: new Uint8Array() };
  const [[first, text] = []] = [...body];
  return first === uploadStream.textField ? { text, filename: file.name } : undefined;
}

/**
 * Returns a function that creates the HTTP response for a result.
 * @throws Error if the result breaks the contract
 */
export function responseOf(endpoint: Endpoint, result: unknown): () => Response {
  const { response, status } = schemasOf(endpoint);
  const page = endpoint.paged ? (result as Page<unknown>) : null;
  const outcome = response.safeParse(page ? page.items : result);
  if (!outcome.success) {
    throw new Error(
      `${endpoint.method} ${endpoint.path}: the response breaks the contract: ${outcome.error.message}`,
    );
  }
  if (status === 204) return () => new Response(null, { status });
  return () =>
    Response.json(outcome.data, { status, headers: page ? headersOf(endpoint, page) : {} });
}

function headersOf(
  { path }: Endpoint,
  { total, nextCursor }: Page<unknown>,
): Record<string, string> {
  return {
    "X-Total-Count": String(total),
    ...(nextCursor !== null && {
      Link: `<${path}?cursor=${encodeURIComponent(nextCursor)}>; rel="next"`,
    }),
  };
}

/** Returns a query as the server reads it: a repeated parameter is an array. */
function queryOf(params: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const [first = "", ...more] = params.getAll(name);
      return [name, more.length > 0 ? [first, ...more] : first];
    }),
  );
}
