import { auditLogApi } from "#contract/auditLog.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { addressOf } from "#web/app/api/callOverHttp.ts";
import type { AuditLogFilters } from "./auditFilters.ts";

/** The id of the company whose log this is; null for the installation's log. */
export type AuditScope = number | null;

/**
 * Returns the query for the pages of entries, newest first. The pages are always stale, because a
 * log grows continuously.
 */
export function auditPagesQuery(scope: AuditScope, filters: AuditLogFilters) {
  const query = queryOf(scope, filters);
  const pages =
    scope === null
      ? apiPagedQuery(auditLogApi.list, { query })
      : apiPagedQuery(auditLogApi.listOfCompany, { params: { companyId: scope }, query });
  return { ...pages, staleTime: 0 };
}

/** Returns the URL of a CSV file with all entries that match the filters. */
export function auditCsvAddress(scope: AuditScope, filters: AuditLogFilters): string {
  const query = queryOf(scope, filters);
  return scope === null
    ? addressOf(auditLogApi.download.path, { query })
    : addressOf(auditLogApi.downloadOfCompany.path, { params: { companyId: scope }, query });
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
