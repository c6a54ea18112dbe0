import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { HttpError } from "#server/platform/http/httpError.ts";
import { ConcurrencyLimit } from "#server/platform/throttle/concurrencyLimit.ts";
import { onResponseEnd } from "./onResponseEnd.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the route responds with an event stream. Event streams have their own limits. */
    isStream?: boolean;
  }
}

/**
 * Maximum number of requests in progress per client address, with or without a proxy. A browser
 * opens at most six connections to a host, but other clients can also send several requests at once
 * over each connection (pipelining).
 */
export const MAX_REQUESTS = 300;

/**
 * Maximum number of requests in progress per connection. Browsers and proxies send only one request
 * at a time over a connection.
 */
export const MAX_PIPELINED = 20;

/**
 * Refuses a request with 429 if its IP address or its connection has too many requests in progress.
 */
export function limitRequests(app: FastifyInstance): void {
  const limit = new ConcurrencyLimit(MAX_REQUESTS);
  const pipelined = new WeakMap<Socket, number>();
  app.addHook("onRequest", (request, reply, next) => {
    if (request.routeOptions.config.isStream === true) return next();
    const { socket } = request.raw;
    const count = pipelined.get(socket) ?? 0;
    const release = count < MAX_PIPELINED ? limit.acquire(request.ip) : null;
    if (!release) {
      throw new HttpError(429, "Too many requests at the same time. Please try again.", {
        headers: { "retry-after": "5" },
      });
    }
    pipelined.set(socket, count + 1);
    onResponseEnd({ request: request.raw, response: reply.raw }, () => {
      pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1);
      release();
    });
    return next();
  });
}
