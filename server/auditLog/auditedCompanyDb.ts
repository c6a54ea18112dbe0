import { auditLogApi } from "#contract/auditLog.ts";
import { findCompany } from "#server/companies/companies.queries.ts";
import type { TenantDb } from "#server/db/database.ts";
import type { SignedInContext } from "#server/http/guards.ts";
import { notFound } from "#server/http/httpError.ts";
import { isAdminOf } from "#server/users/users.policy.ts";

const { notFound: message } = auditLogApi.listOfCompany;

/** The database of a company whose log the viewer may read: the own one, or any for a super admin. @throws HttpError 404 */
export async function auditedCompanyDb(
  { database, viewer }: SignedInContext,
  companyId: number,
): Promise<TenantDb> {
  const db = database.tenant(companyId);
  const company = isAdminOf(viewer, companyId) && (await db.first(findCompany, { companyId }));
  if (!company) throw notFound(message);
  return db;
}
