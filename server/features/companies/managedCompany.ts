import { companySettingsApi } from "#contract/companySettings.ts";
import type { CompanySettings } from "#contract/companySettings.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import type { CompanySettingsRow } from "./companies.queries.ts";
import { findCompanySettings } from "./companies.queries.ts";
import { presentCompanySettings } from "./presentCompanySettings.ts";

const { notFound: message } = companySettingsApi.settings;

/** The context of an admin's request about one company. */
export type CompanyContext = SignedInContext & {
  params: { companyId: number };
  response: Pick<ResponseContext, "concerns">;
};

/**
 * Returns the database of a company that the viewer manages: the viewer's own company, or any
 * company for a super admin.
 * @throws HttpError 404 if the viewer does not manage the company
 */
export function managedCompanyDb({ database, viewer, params, response }: CompanyContext): TenantDb {
  const { companyId } = params;
  if (!isAdminOf(viewer, companyId)) throw notFound(message);
  response.concerns(companyId);
  return database.tenant(companyId);
}

/** @throws HttpError 404 if the company does not exist */
export async function requireCompany(db: TenantDb): Promise<CompanySettingsRow> {
  const company = await db.first(findCompanySettings, { companyId: db.companyId });
  if (!company) throw notFound(message);
  return company;
}

export async function readCompanySettings(context: CompanyContext): Promise<CompanySettings> {
  const company = await requireCompany(managedCompanyDb(context));
  return presentCompanySettings(company, context.config.baseDomain);
}
