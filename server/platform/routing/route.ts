import type { FastifyReply, FastifyRequest } from "fastify";
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResultOf } from "#contract/endpoint.ts";
import type { LiveEvent } from "#contract/events.ts";
import type { CallLimit } from "./callLimits.ts";
import type { Guard } from "#server/platform/access/guards.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";

/** What a stream is about. */
export interface Subscription {
  /** null: nobody's data, so nothing will be told. */
  readonly companyId: number | null;
  readonly canSeePrivate: boolean;
  /** The position up to which everything is known; undefined where nothing is known yet. */
  readonly since: string | undefined;
}

/** Keeps the connection of a request open and writes a subscription's events to it. */
export interface StreamOpener {
  /** @throws HttpError 429 or 503 when too many streams are open */
  open(request: FastifyRequest, reply: FastifyReply, subscription: Subscription): FastifyReply;
}

/** Lets a handler say what is no part of the body. */
export interface ResponseContext {
  /** Sent once the call has succeeded, and only then; of the same name the last. */
  setCookie(cookie: string): void;
  /** What was asked for had been so before: nothing has changed that anyone could see. */
  unchanged(): void;
  /** Whose data the call changes, where that is not the tenant's. */
  concerns(companyId: number): void;
  /**
   * What open pages of the tenant are told once the call is done. `isPrivate`: only to those who see private boards. A call that says
   * nothing is told to nobody.
   */
  changed(event: LiveEvent, isPrivate: boolean): void;
  /** Tells at once what is changed so far, before the call is done: for one that takes long, and from whose first step on others must see it. */
  publishNow(): void;
  /** Keeps the connection for events (endpoints that are a `stream`). */
  stream(subscription: Subscription): void;
}

/** What a handler gets: what the guard made sure of, and the request's parts as their schemas read them. */
export type Handled<E extends Endpoint, Context> = Context & {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly response: ResponseContext;
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
