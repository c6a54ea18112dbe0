import type { CallInput, Endpoint, ResultOf } from "#contract/endpoint.ts";

declare module "#contract/endpoint.ts" {
  /** Endpoints reach the browser without their schemas: here `endpoint.body` and its like are of no use, and do not compile. */
  interface EndpointView {
    readonly isLean: true;
  }
}

export interface CallOptions {
  /** Ends the call early; its promise then rejects with an `AbortError`. */
  readonly signal?: AbortSignal | undefined;
}

/** The arguments after the endpoint: the input may be left out where nothing in it is required. */
export type CallArgs<E extends Endpoint> =
  object extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions];

/**
 * Carries out one endpoint of the contract and gives its result; rejects with `ApiError` when it is refused. The browser
 * calls over HTTP (`callOverHttp`), the server's render calls in the same process as the viewer of its request.
 */
export type Call = <E extends Endpoint>(endpoint: E, ...args: CallArgs<E>) => Promise<ResultOf<E>>;

/** An input without its endpoint's types, for the few places that handle every endpoint alike. */
export interface AnyCallInput {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?:
    | Readonly<Record<string, string | number | boolean | null | undefined>>
    | undefined;
  readonly body?: unknown;
}
