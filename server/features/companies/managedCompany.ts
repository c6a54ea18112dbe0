import type { CompanySettings, companySettingsApi } from "#contract/companySettings.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import type { CompanySettingsRow } from "./companies.queries.ts";
import { findCompanySettings } from "./companies.queries.ts";
import { presentCompanySettings } from "./presentCompanySettings.ts";

/** The context of an admin's request about one company. */
export type CompanyContext = Omit<
  Handled<typeof companySettingsApi.settings, SignedInContext>,
  "body" | "query"
>;

/**
 * Returns the database of a company that the viewer manages: the viewer's own company, or any
 * company for a super admin.
 * @throws HttpError 404 if the viewer does not manage the company
 */
export function managedCompanyDb({
  database,
  viewer,
  params,
  response,
  notFound,
}: CompanyContext): TenantDb {
  const { companyId } = params;
  if (!isAdminOf(viewer, companyId)) throw notFound();
  response.concerns(companyId);
  return database.tenant(companyId);
}

/** @throws HttpError 404 if the company does not exist */
export async function requireCompany(
  db: TenantDb,
  { notFound }: Pick<CompanyContext, "notFound">,
): Promise<CompanySettingsRow> {
  const company = await db.first(findCompanySettings, { companyId: db.companyId });
  if (!company) throw notFound();
  return company;
}

export async function readCompanySettings(context: CompanyContext): Promise<CompanySettings> {
  const company = await requireCompany(managedCompanyDb(context), context);
  return presentCompanySettings(company, context.config.baseDomain);
}
