import type { SignOnWays } from "#contract/signOn.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";

/** Returns the ways to log in on the request's host with an identity from elsewhere. */
export async function readSignOnWays(_context: RequestContext): Promise<SignOnWays> {
  return { company: null, providers: [], application: null };
}
