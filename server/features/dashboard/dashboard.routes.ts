import { dashboardApi } from "#contract/dashboard.ts";
import { companyAdmin, superAdmin } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { readCompanyDashboard, readDashboard } from "./readDashboards.ts";

export const dashboardRoutes = [
  route(dashboardApi.get, superAdmin, readDashboard),
  route(dashboardApi.ofCompany, companyAdmin, readCompanyDashboard),
];
