import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { adminUsersApi } from "#contract/adminUsers.ts";
import { auditLogApi } from "#contract/auditLog.ts";
import { authApi } from "#contract/auth.ts";
import { dashboardApi } from "#contract/dashboard.ts";

/** What shows an account, counts it, or shows the company that may have come with it. */
export const USER_READERS = [
  adminUsersApi.list,
  adminCompaniesApi.list,
  auditLogApi.list,
  authApi.currentUser,
  dashboardApi.get,
] as const;
