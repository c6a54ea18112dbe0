import { auditLogApi } from "#contract/auditLog.ts";
import { objectAdmin, superAdmin } from "#server/http/guards.ts";
import { notFound } from "#server/http/httpError.ts";
import { route } from "#server/http/route.ts";
import { readAuditPage } from "./readAuditLog.ts";

export const auditLogRoutes = [
  route(auditLogApi.list, superAdmin, ({ database, query }) => readAuditPage(database.system, query)),
  route(auditLogApi.listOfCompany, objectAdmin, async ({ database, viewer, tenantId, params, query }) => {
    const { companyId } = params;
    if (viewer.role !== "super_admin" && companyId !== tenantId) {
      throw notFound(auditLogApi.listOfCompany.notFound);
    }
    return readAuditPage(database.tenant(companyId), { ...query, companyId });
  }),
];
