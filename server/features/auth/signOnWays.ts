import type { SignOnWays } from "#contract/signOn.ts";
import { listOfferedProviders } from "./providers/signInProviders.queries.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { findOfferedProvider } from "./companyProvider/signOn.queries.ts";

/** Returns the ways to log in on the request's host with an identity from elsewhere. */
export async function readSignOnWays({
  database,
  hostCompany,
}: RequestContext): Promise<SignOnWays> {
  const companyId = hostCompany?.id ?? null;
  const company =
    companyId === null
      ? undefined
      : await database.tenant(companyId).first(findOfferedProvider, { companyId });
  const offered = company?.isOnlyWay ? [] : await database.system.all(listOfferedProviders, {});
  const providers = offered.map(({ provider }) => provider);
  return { company: company ?? null, providers, application: null };
}
