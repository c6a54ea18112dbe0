import type { CallName, ResultOf } from "#contract/api.ts";
import type { Page } from "#contract/endpoint.ts";
import { SIGNED_IN_AS } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import type { AnyCallInput, Call, CallArgs } from "./call.ts";

/**
 * Calls an endpoint with `fetch` and sends cookies. A body is sent as JSON. Rejects with
 * `ApiError`. If there was no response, the error has the status 0 and the message 'Network error
 * occurred'. Source: docs/specification.md "7. Calls".
 */
export const callOverHttp: Call = async <Name extends CallName>(
  name: Name,
  ...[input, options]: CallArgs<Name>
) => {
  const response = await send(name, input ?? {}, options?.signal);
  return (await resultOf(response, options?.isPage === true)) as ResultOf<Name>;
};

async function send(name: CallName, input: AnyCallInput, signal: AbortSignal | undefined) {
  const [method = "", path = ""] = name.split(" ");
  const hasBody = input.body !== undefined;
  try {
    return await fetch(addressOf(path, input), {
      method,
      credentials: "same-origin",
      headers: {
        Accept: "application/json",
        ...(hasBody && { "Content-Type": "application/json" }),
        ...(method !== "GET" && signedInAsHeader()),
      },
      ...(hasBody && { body: JSON.stringify(input.body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    throw signal?.aborted ? error : networkError();
  }
}

/** Returns the endpoint's path with its parameters filled in, followed by the query. */
export function addressOf(path: string, input: AnyCallInput): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = input.params?.[name];
    if (value === undefined) throw new Error(`Path parameter ${name} is missing for ${path}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null) continue;
    for (const each of [value].flat()) query.append(name, String(each));
  }
  return query.size > 0 ? `${filled}?${query.toString()}` : filled;
}

async function resultOf(response: Response, isPage: boolean): Promise<unknown> {
  if (!response.ok)
    throw new ApiError(response.status, (await textOf(response)) || response.statusText);
  if (response.status === 204) return undefined;
  const body = parseJson(await textOf(response), response.status);
  return isPage ? pageOf(body, response.headers) : body;
}

async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch {
    throw networkError();
  }
}

function parseJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(status, text);
  }
}

function pageOf(body: unknown, headers: Headers): Page<unknown> {
  const items: unknown[] = Array.isArray(body) ? body : [];
  const total = Number(headers.get("X-Total-Count") ?? items.length);
  return { items, nextCursor: nextCursorOf(headers.get("Link")), total };
}

/**
 * Returns the `cursor` of the URL that a `Link` header marks with rel="next"; null if the header
 * has no such URL.
 */
export function nextCursorOf(link: string | null): string | null {
  const next = /<([^<>]*)>\s*;\s*rel="next"/.exec(link ?? "")?.[1];
  return next === undefined ? null : new URL(next, "http://any.invalid").searchParams.get("cursor");
}

/** Returns the error of a call that got no response. */
export function networkError(): ApiError {
  return new ApiError(0, { message: "Network error occurred" });
}

let userId: number | null = null;

/** Sets the user on whose behalf the page makes its calls; null if nobody is signed in. */
export function setCallingUser(id: number | null): void {
  userId = id;
}

/**
 * Returns the header that names the page's user, for calls that change data. The server refuses
 * such a call if another tab has meanwhile signed in a different user. Without a user there is no
 * header.
 */
export function signedInAsHeader(): Record<string, string> {
  return userId === null ? {} : { [SIGNED_IN_AS]: String(userId) };
}
