import type { FastifyRequest } from "fastify";
import { ApiError } from "#contract/errors.ts";
import { errorResponse } from "#server/platform/http/errorResponse.ts";
import { NOBODY } from "#server/platform/activity/activityLog.ts";
import { callRoute } from "#server/platform/routing/callRoute.ts";
import type { ResponseContext, Route } from "#server/platform/routing/route.ts";
import type { InProcessCall } from "./pageEntry.ts";

export type RouteTable = ReadonlyMap<string, Route>;

/** Returns the routes by their names, such as "GET /api/feedback/:id". */
export function routeTable(routes: readonly Route[]): RouteTable {
  return new Map(routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]));
}

/**
 * Returns a function that calls routes directly, as the viewer of a page request. A call runs the
 * route's guard and handler, but without HTTP. Path parameters can be numbers, and errors reject
 * with the contract's `ApiError`. Statements of calls that run at the same time share a round trip.
 */
export function callInProcess(routes: RouteTable, request: FastifyRequest): InProcessCall {
  const { requestContext } = request;
  const grouped = { ...requestContext, db: requestContext.db?.grouped() ?? null };
  return async (name, input = {}) => {
    const route = routes.get(name);
    if (!route) throw new Error(`No route for ${name}`);
    try {
      return await callRoute(route, route.guard.admit(grouped), input, READ_ONLY);
    } catch (error) {
      const { status, body } = errorResponse(error, request);
      throw new ApiError(status, body);
    }
  };
}

/**
 * The response context of a call during rendering. Rendering only reads, so nothing is published,
 * and setting a cookie or opening a stream is an error.
 */
const READ_ONLY: ResponseContext = {
  setCookie: () => {
    throw new Error("A call during rendering cannot set cookies");
  },
  unchanged: () => undefined,
  concerns: () => undefined,
  changed: () => undefined,
  changedForUsers: () => undefined,
  record: async () => undefined,
  pendingFor: () => NOBODY,
  writesFor: () => false,
  changedIn: () => undefined,
  publishNow: () => undefined,
  stream: () => {
    throw new Error("A call during rendering cannot open a stream");
  },
};
