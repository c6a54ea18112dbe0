import { adminCompaniesRoutes } from "./adminCompanies/adminCompanies.routes.ts";
import { adminUsersRoutes } from "./adminUsers/adminUsers.routes.ts";
import { auditLogRoutes } from "./auditLog/auditLog.routes.ts";
import { dashboardRoutes } from "./dashboard/dashboard.routes.ts";
import { authRoutes } from "./auth/auth.routes.ts";
import { boardsRoutes } from "./boards/boards.routes.ts";
import { categoriesRoutes } from "./categories/categories.routes.ts";
import { commentsRoutes } from "./comments/comments.routes.ts";
import { companiesRoutes } from "./companies/companies.routes.ts";
import { contentRoutes } from "./content/content.routes.ts";
import { feedbackRoutes } from "./feedback/feedback.routes.ts";
import type { Route } from "./http/route.ts";
import { landingPageRoutes } from "./landingPage/landingPage.routes.ts";
import { liveRoutes } from "./live/live.routes.ts";
import { portalRoutes } from "./portal/portal.routes.ts";
import { siteSettingsRoutes } from "./siteSettings/siteSettings.routes.ts";

/** The whole HTTP interface, one line a feature. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...portalRoutes,
  ...companiesRoutes,
  ...siteSettingsRoutes,
  ...landingPageRoutes,
  ...contentRoutes,
  ...boardsRoutes,
  ...categoriesRoutes,
  ...feedbackRoutes,
  ...commentsRoutes,
  ...liveRoutes,
  ...dashboardRoutes,
  ...auditLogRoutes,
  ...adminUsersRoutes,
  ...adminCompaniesRoutes,
];
