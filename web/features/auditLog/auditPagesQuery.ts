import { auditLogApi } from "#contract/auditLog.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { addressOf } from "#web/app/api/callOverHttp.ts";
import type { AuditLogFilters } from "./auditFilters.ts";

/** Whose log it is: one company's, or, with null, the whole installation's. */
export type AuditScope = number | null;

/** The entries, newest first, page by page. Fetched again when one comes back to them: a log grows all the time. */
export function auditPagesQuery(scope: AuditScope, filters: AuditLogFilters) {
  const query = queryOf(scope, filters);
  const pages =
    scope === null
      ? apiPagedQuery(auditLogApi.list, { query })
      : apiPagedQuery(auditLogApi.listOfCompany, { params: { companyId: scope }, query });
  return { ...pages, staleTime: 0 };
}

/** Where the same entries, all of them, are to be had as CSV. */
export function auditCsvAddress(scope: AuditScope, filters: AuditLogFilters): string {
  const query = queryOf(scope, filters);
  return scope === null
    ? addressOf(`${auditLogApi.list.path}.csv`, { query })
    : addressOf(`${auditLogApi.listOfCompany.path}.csv`, { params: { companyId: scope }, query });
}

function queryOf(scope: AuditScope, { search, action, from, to, companyId }: AuditLogFilters) {
  return {
    search: search || undefined,
    action: action || undefined,
    from: from || undefined,
    to: to || undefined,
    ...(scope === null && companyId !== null && { companyId: String(companyId) }),
  };
}
