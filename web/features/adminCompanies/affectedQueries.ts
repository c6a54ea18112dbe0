import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { adminUsersApi } from "#contract/adminUsers.ts";
import { auditLogApi } from "#contract/auditLog.ts";
import { companiesApi } from "#contract/companies.ts";
import { dashboardApi } from "#contract/dashboard.ts";
import { portalApi } from "#contract/portal.ts";

/** The queries to refetch after a company was created, changed or deleted. */
export const QUERIES_AFFECTED_BY_COMPANY = [
  adminCompaniesApi.list,
  adminUsersApi.list,
  auditLogApi.list,
  companiesApi.get,
  dashboardApi.get,
  // The changed company can be the company of the current host.
  portalApi.get,
] as const;
