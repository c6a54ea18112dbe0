import type { SignOnWays } from "#contract/signOn.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { Db } from "#server/platform/db/database.ts";
import { findOfferedProvider } from "./companyProvider/signOn.queries.ts";
import { listOfferedProviders } from "./providers/signInProviders.queries.ts";
import { findApplication } from "./signedTokens/signedTokens.queries.ts";

/**
 * Returns the ways to log in on the request's host with an identity from elsewhere.
 * @param db the transaction of the caller, if there is one
 */
export async function readSignOnWays(
  { database, hostCompany }: Pick<RequestContext, "database" | "hostCompany">,
  db: Db = database.system,
): Promise<SignOnWays> {
  const own = hostCompany && (await findCompanyWays(db, hostCompany.id));
  const offered = own?.company?.isOnlyWay ? [] : await db.all(listOfferedProviders, {});
  return {
    company: own?.company ?? null,
    providers: offered.map(({ provider }) => provider),
    application: own?.application ?? null,
  };
}

async function findCompanyWays(db: Db, companyId: number) {
  const company = await db.first(findOfferedProvider, { companyId });
  const application = await db.first(findApplication, { companyId });
  const hasButton = application?.isOn === true && application.loginUrl !== null;
  return { company: company ?? null, application: hasButton ? { name: application.name } : null };
}
