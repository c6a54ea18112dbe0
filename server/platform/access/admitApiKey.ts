import type { FastifyReply, FastifyRequest } from "fastify";
import type { ApiScope } from "#contract/scopes.ts";
import { forbidden, tooManyRequests } from "#server/platform/http/httpError.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { countUse } from "#server/platform/throttle/throttle.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The scope with which an API key may call the route; without it, no key may. */
    scope?: ApiScope | "any";
  }
}

/** The limit of each key, over all processes. */
export const KEY_LIMIT: Limit = { name: "api-key", attempts: 600, windowSeconds: 60 };

/**
 * Counts a request that is sent with an API key, says in its headers how many more are allowed
 * (draft-ietf-httpapi-ratelimit-headers-10), and checks the key's scopes. Pages and other routes
 * that are not part of the contract have no scope, so no key may call them.
 * @throws HttpError 429 above the limit, 403 without the scope
 */
export async function admitApiKey(
  { requestContext: { apiKey, database }, routeOptions }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!apiKey) return;
  const { attempts, windowSeconds } = KEY_LIMIT;
  const { left, secondsLeft } = await countUse(database.system, KEY_LIMIT, String(apiKey.id));
  const wait = Math.max(1, Math.ceil(secondsLeft));
  reply.headers({
    "ratelimit-policy": `"key";q=${String(attempts)};w=${String(windowSeconds)}`,
    ratelimit: `"key";r=${String(Math.max(0, left))};t=${String(wait)}`,
  });
  if (left < 0) throw tooManyRequests(wait);
  const { scope } = routeOptions.config;
  if (scope === undefined) throw forbidden("API keys cannot make this call");
  if (scope !== "any" && !apiKey.scopes.includes(scope))
    throw forbidden(`This API key needs the scope ${scope}`);
}
