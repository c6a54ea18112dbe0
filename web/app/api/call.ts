import type { CallName, InputOf, ResultOf } from "#contract/api.ts";
import type { ApiError } from "#contract/errors.ts";

export interface CallOptions {
  /** Aborts the call. The promise of the call then rejects with an `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the result is a `Page`, whose cursor and total an HTTP response has in its headers. */
  readonly isPage?: boolean;
}

/**
 * The arguments of a `Call` after its name. The input is optional if none of its fields is required.
 */
export type CallArgs<Name extends CallName> =
  object extends InputOf<Name>
    ? [input?: InputOf<Name>, options?: CallOptions]
    : [input: InputOf<Name>, options?: CallOptions];

/**
 * Calls one endpoint of the contract by its name. Rejects with `ApiError` if the server refuses the
 * call. In the browser the call is an HTTP request (`callOverHttp`). During the server's render it
 * runs in the server's process, on behalf of the user who has requested the page.
 */
export type Call = <Name extends CallName>(
  name: Name,
  ...args: CallArgs<Name>
) => Promise<ResultOf<Name>>;

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
