import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { OpenProvider } from "#server/platform/openId/openProvider.ts";
import { openSecret } from "#server/platform/secrets/sealSecret.ts";
import type { ProviderRow } from "./signOn.queries.ts";
import { findProvider } from "./signOn.queries.ts";

/** The provider of a company. */
export interface CompanyProvider {
  row: ProviderRow;
  /** Null if the client secret was sealed by another installation. */
  client: OpenProvider | null;
}

/** Returns the provider of the host's company; null if there is none. */
export async function openCompanyProvider({
  database,
  hostCompany,
  config,
}: Pick<RequestContext, "database" | "hostCompany" | "config">): Promise<CompanyProvider | null> {
  if (!hostCompany) return null;
  const companyId = hostCompany.id;
  const row = await database.tenant(companyId).first(findProvider, { companyId });
  if (!row) return null;
  const { issuer, clientId } = row;
  const clientSecret = openSecret(config, row.clientSecret);
  return { row, client: clientSecret === null ? null : { issuer, clientId, clientSecret } };
}
