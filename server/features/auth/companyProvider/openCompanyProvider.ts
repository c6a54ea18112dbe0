import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { OpenProvider } from "#server/platform/openId/openProvider.ts";
import type { ProviderProblem } from "#server/platform/openId/providerProblem.ts";
import { openSecret } from "#server/platform/secrets/sealSecret.ts";
import type { ProviderRow } from "./signOn.queries.ts";
import { findProvider } from "./signOn.queries.ts";

/** The provider of a company, with its secret. */
export interface CompanyProvider {
  row: ProviderRow;
  client: OpenProvider;
}

const LOST_SECRET: ProviderProblem = {
  kind: "settings",
  text: "The client secret was stored by another installation. Enter it again.",
};

/**
 * Returns the provider of the host's company, or why it cannot be used; null if there is none.
 */
export async function openCompanyProvider({
  database,
  hostCompany,
  config,
}: Pick<RequestContext, "database" | "hostCompany" | "config">): Promise<
  CompanyProvider | { problem: ProviderProblem } | null
> {
  if (!hostCompany) return null;
  const companyId = hostCompany.id;
  const row = await database.tenant(companyId).first(findProvider, { companyId });
  if (!row) return null;
  const clientSecret = openSecret(config, row.clientSecret);
  if (clientSecret === null) return { problem: LOST_SECRET };
  const { issuer, clientId } = row;
  return { row, client: { issuer, clientId, clientSecret } };
}
