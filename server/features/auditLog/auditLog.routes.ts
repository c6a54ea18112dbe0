import { auditLogApi } from "#contract/auditLog.ts";
import { objectAdmin, superAdmin } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { auditCsvLimit, createAuditCsv } from "./auditCsv.ts";
import { auditedCompanyDb } from "./auditedCompanyDb.ts";
import { readAuditPage } from "./readAuditLog.ts";

export const auditLogRoutes = [
  route(auditLogApi.list, superAdmin, ({ database, query }) =>
    readAuditPage(database.system, query),
  ),
  route(auditLogApi.listOfCompany, objectAdmin, async (context) => {
    const { companyId } = context.params;
    return readAuditPage(await auditedCompanyDb(context, companyId), {
      ...context.query,
      companyId,
    });
  }),
  route(
    auditLogApi.download,
    superAdmin,
    ({ database, query }) => Promise.resolve(createAuditCsv(database.system, query)),
    auditCsvLimit,
  ),
  route(
    auditLogApi.downloadOfCompany,
    objectAdmin,
    async (context) => {
      const { companyId } = context.params;
      const db = await auditedCompanyDb(context, companyId);
      return createAuditCsv(db, { ...context.query, companyId });
    },
    auditCsvLimit,
  ),
];
