import { auditLogApi } from "#contract/auditLog.ts";
import { findCompany } from "#server/companies/companies.queries.ts";
import type { TenantDb } from "#server/db/database.ts";
import type { SignedInContext } from "#server/http/guards.ts";
import { notFound } from "#server/http/httpError.ts";

const { notFound: message } = auditLogApi.listOfCompany;

/** The database of a company whose log the viewer may read: the own one, or any for a super admin. @throws HttpError 404 */
export async function auditedCompanyDb(
  { database, viewer, tenantId }: SignedInContext,
  companyId: number,
): Promise<TenantDb> {
  if (companyId === tenantId) return database.tenant(companyId);
  const exists =
    viewer.role === "super_admin" && (await database.tenant(companyId).first(findCompany, { companyId }));
  if (!exists) throw notFound(message);
  return database.tenant(companyId);
}
