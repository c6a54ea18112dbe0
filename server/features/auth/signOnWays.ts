import type { SignOnWays } from "#contract/signOn.ts";
import { listOfferedProviders } from "./providers/signInProviders.queries.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";

/** Returns the ways to log in on the request's host with an identity from elsewhere. */
export async function readSignOnWays({ database }: RequestContext): Promise<SignOnWays> {
  const offered = await database.system.all(listOfferedProviders, {});
  const providers = offered.map(({ provider }) => provider);
  return { company: null, providers, application: null };
}
