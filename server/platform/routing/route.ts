import type { FastifyReply, FastifyRequest } from "fastify";
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResultOf } from "#contract/endpoint.ts";
import type { LiveEvent } from "#contract/events.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import type { Activity, ActivityKind } from "#server/platform/activity/activity.ts";
import type { HttpError } from "#server/platform/http/httpError.ts";
import type { CallLimit } from "./callLimits.ts";
import type { Guard } from "#server/platform/access/guards.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";

/** What an event stream subscribes to. */
export interface Subscription {
  /**
   * The company; null on the product's own host if the viewer has no company. Then only events for
   * all companies are sent.
   */
  readonly companyId: number | null;
  readonly canSeePrivate: boolean;
  /** The signed-in user; null for an anonymous visitor. */
  readonly userId: number | null;
  /**
   * The position in the stream up to which the page has all changes; undefined if the page has no
   * position.
   */
  readonly since: string | undefined;
}

/** Keeps the connection of a request open and sends the events of a subscription. */
export interface StreamOpener {
  /** @throws HttpError 429 or 503 when too many streams are open */
  open(request: FastifyRequest, reply: FastifyReply, subscription: Subscription): FastifyReply;
}

/** Receives everything that a handler returns besides the body. */
export interface ResponseContext {
  /**
   * Sets a cookie if the call succeeds. Of several cookies with the same name, only the last cookie
   * is sent.
   */
  setCookie(cookie: string): void;
  /** Reports that the call has changed nothing that anyone could see. */
  unchanged(): void;
  /** Reports the company whose data the call changes, if the company is not the tenant. */
  concerns(companyId: number): void;
  /**
   * Reports an event to be sent to open pages of the tenant after the call. With `isPrivate`, the
   * event is sent only to viewers who may see private boards. Without a report, no event is sent.
   */
  changed(event: LiveEvent, isPrivate: boolean): void;
  /**
   * Records what the viewer did to items of the tenant in the transaction of the change, and
   * reports the events as `changed` does.
   */
  record(db: TenantTransaction, ...activities: readonly Activity[]): Promise<void>;
  /**
   * Returns the consumers for which a statement stores an activity of this kind
   * (`ActivityLog.pendingFor`).
   */
  pendingFor(kind: ActivityKind): string;
  /** Whether `record` writes rows for activities of this kind that have `isStored`. */
  writesFor(kind: ActivityKind): boolean;
  /** Like `changed`, but only the open pages of these users get the event. */
  changedForUsers(userIds: readonly number[], event: LiveEvent): void;
  /** Like `changed`, but for the given company, which need not be the tenant. */
  changedIn(companyId: number, event: LiveEvent, isPrivate: boolean): void;
  /**
   * Publishes the reported changes at once. Long calls use this to make their first steps visible
   * before the call ends.
   */
  publishNow(): void;
  /** Keeps the connection open for events (endpoints with `stream`). */
  stream(subscription: Subscription): void;
}

/**
 * A handler's input: the context that the guard has checked, and the parsed parts of the request.
 */
export type Handled<E extends Endpoint, Context = RequestContext> = Context & {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly response: ResponseContext;
  /** Returns the endpoint's 404. */
  readonly notFound: () => HttpError;
};

/** An endpoint with its guard and its handler. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly guard: Guard;
  /** Rate limits. Calls are counted before the guard and the input are checked. */
  readonly limits: readonly CallLimit[];
  readonly handle: (input: Handled<Endpoint>) => Promise<unknown>;
}

/**
 * Combines an endpoint with its guard and its handler. A route without a guard does not compile.
 */
export function route<E extends Endpoint, Context extends RequestContext>(
  endpoint: E,
  guard: Guard<Context>,
  handle: (input: Handled<E, Context>) => Promise<ResultOf<E>>,
  ...limits: CallLimit[]
): Route {
  return { endpoint, guard, limits, handle: handle as unknown as Route["handle"] };
}
