import type { FastifyInstance } from "fastify";
import { HttpError } from "#server/platform/http/httpError.ts";
import { ConcurrencyLimit } from "#server/platform/throttle/concurrencyLimit.ts";
import { onResponseEnd } from "./onResponseEnd.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the route answers with an event stream, which has limits of its own. */
    isStream?: boolean;
  }
}

/**
 * Maximum of requests in progress per client address, behind a proxy or not. A browser has six to a
 * host, but one connection may bring hundreds at once (pipelining).
 */
export const MAX_REQUESTS = 300;

/** Refuses with 429 each request of an address that has too many in progress. */
export function limitRequests(app: FastifyInstance): void {
  const limit = new ConcurrencyLimit(MAX_REQUESTS);
  app.addHook("onRequest", (request, reply, next) => {
    if (request.routeOptions.config.isStream === true) return next();
    const release = limit.acquire(request.ip);
    if (!release) {
      throw new HttpError(429, "Too many requests at the same time. Please try again.", {
        headers: { "retry-after": "5" },
      });
    }
    onResponseEnd({ request: request.raw, response: reply.raw }, release);
    return next();
  });
}
