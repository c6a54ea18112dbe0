import type { authApi, SubdomainCheck } from "#contract/auth.ts";
import type { QueryOf } from "#contract/endpoint.ts";
import { findTakenSubdomain } from "#server/features/companies/companies.queries.ts";
import { isReservedSubdomain } from "#server/features/companies/subdomain.policy.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { bySubscriber } from "#server/platform/routing/callLimits.ts";

/**
 * Filling in the registration form needs only a few checks. The limit prevents clients from trying
 * many names.
 */
export const subdomainCheckLimit = bySubscriber({
  name: "subdomain-check",
  attempts: 60,
  windowSeconds: 60 * 60,
});

/**
 * Returns whether a new company can have the subdomain. About companies, the response reveals no
 * more than a registration and the subdomain's host do: it does not distinguish the subdomain of a
 * deleted company from a subdomain in use.
 */
export async function checkSubdomain({
  database,
  query: { subdomain },
}: RequestContext & { query: QueryOf<typeof authApi.checkSubdomain> }): Promise<SubdomainCheck> {
  if (isReservedSubdomain(subdomain)) return { state: "reserved" };
  const taken = await database.system.first(findTakenSubdomain, { subdomain });
  return { state: taken ? "taken" : "free" };
}
