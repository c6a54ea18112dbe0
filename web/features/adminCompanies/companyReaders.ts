import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { adminUsersApi } from "#contract/adminUsers.ts";
import { auditLogApi } from "#contract/auditLog.ts";
import { companiesApi } from "#contract/companies.ts";
import { dashboardApi } from "#contract/dashboard.ts";
import { portalApi } from "#contract/portal.ts";

/** What shows a company, or counts it: to be fetched again after one has changed or gone. */
export const COMPANY_READERS = [
  adminCompaniesApi.list,
  adminUsersApi.list,
  auditLogApi.list,
  companiesApi.get,
  dashboardApi.get,
  // The company may be the one whose host this is.
  portalApi.get,
] as const;
