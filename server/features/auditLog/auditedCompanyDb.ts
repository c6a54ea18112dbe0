import { auditLogApi } from "#contract/auditLog.ts";
import { findCompany } from "#server/features/companies/companies.queries.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";

const { notFound: message } = auditLogApi.listOfCompany;

/**
 * Returns the database of a company whose audit log the viewer can read: the viewer's own company,
 * or any company for a super admin.
 * @throws HttpError 404 if the company does not exist or the viewer cannot read its audit log
 */
export async function auditedCompanyDb(
  { database, viewer }: SignedInContext,
  companyId: number,
): Promise<TenantDb> {
  const db = database.tenant(companyId);
  const company = isAdminOf(viewer, companyId) && (await db.first(findCompany, { companyId }));
  if (!company) throw notFound(message);
  return db;
}
