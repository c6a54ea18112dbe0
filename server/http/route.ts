import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResultOf } from "#contract/endpoint.ts";
import type { CallLimit } from "./callLimits.ts";
import type { Guard } from "./guards.ts";
import type { RequestContext } from "./requestContext.ts";

/** Lets a handler say what is no part of the body. */
export interface Answer {
  setCookie(cookie: string): void;
  /** What was asked for had been so before: nothing has changed that anyone could see. */
  unchanged(): void;
}

/** What a handler gets: what the guard made sure of, and the request's parts as their schemas read them. */
export type Handled<E extends Endpoint, Context> = Context & {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly answer: Answer;
};

/** An endpoint with who may call it and what it does. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly guard: Guard;
  /** How often it may be called, counted before anything else is looked at. */
  readonly limits: readonly CallLimit[];
  readonly handle: (input: Handled<Endpoint, RequestContext>) => Promise<unknown>;
}

/** Ties an endpoint to its guard and its handler. There is no route without a guard: it would not compile, nor boot. */
export function route<E extends Endpoint, Context extends RequestContext>(
  endpoint: E,
  guard: Guard<Context>,
  handle: (input: Handled<E, Context>) => Promise<ResultOf<E>>,
  ...limits: CallLimit[]
): Route {
  return { endpoint, guard, limits, handle: handle as unknown as Route["handle"] };
}
