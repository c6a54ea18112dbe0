import { auditLogApi } from "#contract/auditLog.ts";
import { findCompany } from "#server/features/companies/companies.queries.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { anyAdmin, confirmedAnyAdmin, superAdmin } from "#server/platform/access/guards.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { route } from "#server/platform/routing/route.ts";
import { auditCsvLimit, createAuditCsv } from "./auditCsv.ts";
import { readAuditPage } from "./readAuditLog.ts";

export const auditLogRoutes = [
  route(auditLogApi.list, superAdmin, ({ database, query }) =>
    readAuditPage(database.system, query),
  ),
  route(auditLogApi.listOfCompany, anyAdmin, async (context) => {
    const { companyId } = context.params;
    return readAuditPage(await auditedCompanyDb(context), { ...context.query, companyId });
  }),
  route(
    auditLogApi.download,
    superAdmin,
    ({ database, query }) => Promise.resolve(createAuditCsv(database.system, query)),
    auditCsvLimit,
  ),
  route(
    auditLogApi.downloadOfCompany,
    confirmedAnyAdmin,
    async (context) => {
      const { companyId } = context.params;
      return createAuditCsv(await auditedCompanyDb(context), { ...context.query, companyId });
    },
    auditCsvLimit,
  ),
];

/**
 * Returns the database of a company whose audit log the viewer can read: the viewer's own company,
 * or any company for a super admin.
 * @throws HttpError 404 if the company does not exist or the viewer cannot read its audit log
 */
async function auditedCompanyDb({
  database,
  viewer,
  params: { companyId },
  notFound,
}: Omit<Handled<typeof auditLogApi.listOfCompany, SignedInContext>, "query">): Promise<TenantDb> {
  const db = database.tenant(companyId);
  const company = isAdminOf(viewer, companyId) && (await db.first(findCompany, { companyId }));
  if (!company) throw notFound();
  return db;
}
