import type { CallInput, Endpoint, ResultOf } from "#contract/endpoint.ts";
import type { ApiError } from "#contract/errors.ts";

declare module "#contract/endpoint.ts" {
  /**
   * In the browser an endpoint has no schemas. With this declaration, code that reads
   * `endpoint.body` or another schema does not compile.
   */
  interface EndpointView {
    readonly isLean: true;
  }
}

export interface CallOptions {
  /** Aborts the call. The promise of the call then rejects with an `AbortError`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The arguments of a `Call` after the endpoint. The input is optional if none of its fields is
 * required.
 */
export type CallArgs<E extends Endpoint> =
  object extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions];

/**
 * Calls one endpoint of the contract. Rejects with `ApiError` if the server refuses the call. In
 * the browser the call is an HTTP request (`callOverHttp`). During the server's render it runs in
 * the server's process, on behalf of the user who has requested the page.
 */
export type Call = <E extends Endpoint>(endpoint: E, ...args: CallArgs<E>) => Promise<ResultOf<E>>;

/** An untyped input, for code that handles all endpoints alike. */
export interface AnyCallInput {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?:
    | Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>
    | undefined;
  readonly body?: unknown;
}

/**
 * Whether an error is an `ApiError`. Checks the name and the status instead of using `instanceof`.
 * On the server, the bundle of the pages has its own copy of the class, so `instanceof` would fail.
 */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === "ApiError" && "status" in error;
}
