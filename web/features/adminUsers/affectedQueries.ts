import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { adminUsersApi } from "#contract/adminUsers.ts";
import { auditLogApi } from "#contract/auditLog.ts";
import { authApi } from "#contract/auth.ts";
import { dashboardApi } from "#contract/dashboard.ts";

/**
 * The queries to refetch after an account was created, changed or deleted. Creating or changing an
 * account can also create a company.
 */
export const QUERIES_AFFECTED_BY_USER = [
  adminUsersApi.list,
  adminCompaniesApi.list,
  auditLogApi.list,
  authApi.currentUser,
  dashboardApi.get,
] as const;
