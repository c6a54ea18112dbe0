import type { SignOnWays } from "#contract/signOn.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { findApplication } from "./signedTokens/signedTokens.queries.ts";

/** Returns the ways to log in on the request's host with an identity from elsewhere. */
export async function readSignOnWays({
  database,
  hostCompany,
}: RequestContext): Promise<SignOnWays> {
  const application =
    hostCompany && (await database.system.first(findApplication, { companyId: hostCompany.id }));
  const hasButton = application?.isOn === true && application.loginUrl !== null;
  return {
    company: null,
    providers: [],
    application: hasButton ? { name: application.name } : null,
  };
}
