import type { SignOnWays } from "#contract/signOn.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { findOfferedProvider } from "./companyProvider/signOn.queries.ts";
import { listOfferedProviders } from "./providers/signInProviders.queries.ts";
import { findApplication } from "./signedTokens/signedTokens.queries.ts";

/** Returns the ways to log in on the request's host with an identity from elsewhere. */
export async function readSignOnWays({
  database,
  hostCompany,
}: RequestContext): Promise<SignOnWays> {
  const own = hostCompany && (await findCompanyWays(database, hostCompany.id));
  const offered = own?.company?.isOnlyWay
    ? []
    : await database.system.all(listOfferedProviders, {});
  return {
    company: own?.company ?? null,
    providers: offered.map(({ provider }) => provider),
    application: own?.application ?? null,
  };
}

async function findCompanyWays(database: RequestContext["database"], companyId: number) {
  const db = database.tenant(companyId);
  const company = await db.first(findOfferedProvider, { companyId });
  const application = await db.first(findApplication, { companyId });
  const hasButton = application?.isOn === true && application.loginUrl !== null;
  return { company: company ?? null, application: hasButton ? { name: application.name } : null };
}
