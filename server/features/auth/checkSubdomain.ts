import type { authApi, SubdomainCheck } from "#contract/auth.ts";
import { findTakenSubdomain } from "#server/features/companies/companies.queries.ts";
import { isReservedSubdomain } from "#server/features/companies/subdomain.policy.ts";
import { bySubscriber } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";

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
 * Returns whether a new company can have the subdomain. A subdomain in use and the subdomain of a
 * deleted company get the same response, so that the response reveals no more about companies than
 * a registration or a request to the subdomain does.
 */
export async function checkSubdomain({
  database,
  query: { subdomain },
}: Handled<typeof authApi.checkSubdomain>): Promise<SubdomainCheck> {
  if (isReservedSubdomain(subdomain)) return { state: "reserved" };
  const taken = await database.system.first(findTakenSubdomain, { subdomain });
  return { state: taken ? "taken" : "free" };
}
