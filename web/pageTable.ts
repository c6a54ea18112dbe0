import type { Portal } from "#contract/portal.ts";
import type { PageAccess } from "#web/auth/pageAccess.ts";
import { createPathTable } from "#web/navigation/pathTable.ts";
import type { PageModule } from "#web/pages/pageModule.ts";

/** What stands at `/`: the landing page on the product's own host, else the roadmap (SPEC section 2). */
export type Home = "landing" | "roadmap";

/** What stands at `/` of a portal. */
export function homeOf(portal: Portal): Home {
  return portal.company ? "roadmap" : "landing";
}

/** A path and what stands there. */
export interface PageEntry {
  /** As `createPathTable` reads it. */
  readonly path: string;
  /** The page's source file, by which its chunk is found in the build's manifest. */
  readonly source: string;
  readonly importPage: () => Promise<PageModule>;
  readonly access: PageAccess;
}

/** Finds the page of an address. */
export type PageTable = ReturnType<typeof createPageTable>;

const importRoadmap = () => import("./pages/RoadmapPage.tsx");

/** The route table of SPEC section 2. Every page is a chunk of its own. */
export function createPageTable(home: Home) {
  const landing = pageAt("/", "LandingPage", () => import("./pages/LandingPage.tsx"), "everyone");
  const notFound = pageAt("*", "NotFoundPage", () => import("./pages/NotFoundPage.tsx"), "everyone");
  const pages = [
    home === "landing" ? landing : pageAt("/", "RoadmapPage", importRoadmap, "portalVisitors"),
    ...signInPages(),
    pageAt("/roadmap", "RoadmapPage", importRoadmap, "portalVisitors"),
    pageAt("/feedback", "FeedbackPage", () => import("./pages/FeedbackPage.tsx"), "portalVisitors"),
    pageAt(
      "/feedback/:id",
      "FeedbackDetailPage",
      () => import("./pages/FeedbackDetailPage.tsx"),
      "portalVisitors",
    ),
    pageAt("/board/:slug", "BoardPage", () => import("./pages/BoardPage.tsx"), "portalVisitors"),
    pageAt("/changelog", "ChangelogPage", () => import("./pages/ChangelogPage.tsx"), "portalVisitors"),
    pageAt("/settings", "SettingsPage", () => import("./pages/SettingsPage.tsx"), "signedIn"),
    pageAt("/two-factor", "TwoFactorPage", () => import("./pages/TwoFactorPage.tsx"), "signedIn"),
    pageAt(
      "/change-password",
      "ChangePasswordPage",
      () => import("./pages/ChangePasswordPage.tsx"),
      "signedIn",
    ),
    ...companySettingsPages(),
    ...adminPages(),
  ];
  return createPathTable(pages, notFound);
}

/** Where one signs in, or gets back in. */
function signInPages(): PageEntry[] {
  return [
    pageAt("/login", "LoginPage", () => import("./pages/LoginPage.tsx"), "signedOut"),
    pageAt("/register", "RegisterPage", () => import("./pages/RegisterPage.tsx"), "signedOut"),
    pageAt(
      "/forgot-password",
      "ForgotPasswordPage",
      () => import("./pages/ForgotPasswordPage.tsx"),
      "signedOut",
    ),
    pageAt("/reset-password", "ResetPasswordPage", () => import("./pages/ResetPasswordPage.tsx"), "everyone"),
  ];
}

/** The screens of the company settings area. */
function companySettingsPages(): PageEntry[] {
  const screens: [path: string, page: string, importPage: () => Promise<PageModule>][] = [
    ["/company/settings", "CompanyProfilePage", () => import("./pages/CompanyProfilePage.tsx")],
    ["/company/settings/logo", "CompanyLogoPage", () => import("./pages/CompanyLogoPage.tsx")],
    ["/company/settings/brand", "CompanyBrandPage", () => import("./pages/CompanyBrandPage.tsx")],
    ["/company/settings/domain", "CompanyDomainPage", () => import("./pages/CompanyDomainPage.tsx")],
    ["/company/boards", "CompanyBoardsPage", () => import("./pages/CompanyBoardsPage.tsx")],
    ["/company/categories", "CompanyCategoriesPage", () => import("./pages/CompanyCategoriesPage.tsx")],
    ["/company/audit-log", "CompanyAuditLogPage", () => import("./pages/CompanyAuditLogPage.tsx")],
  ];
  return screens.map(([path, page, importPage]) => pageAt(path, page, importPage, "companyAdmin"));
}

/** The screens of the admin console. */
function adminPages(): PageEntry[] {
  const screens: [path: string, page: string, importPage: () => Promise<PageModule>][] = [
    ["/admin/settings", "AdminDashboardPage", () => import("./pages/AdminDashboardPage.tsx")],
    ["/admin/companies", "AdminCompaniesPage", () => import("./pages/AdminCompaniesPage.tsx")],
    ["/admin/users", "AdminUsersPage", () => import("./pages/AdminUsersPage.tsx")],
    ["/admin/site-settings", "AdminSiteSettingsPage", () => import("./pages/AdminSiteSettingsPage.tsx")],
    ["/admin/brand-settings", "AdminBrandPage", () => import("./pages/AdminBrandPage.tsx")],
    ["/admin/landing-page", "AdminLandingPage", () => import("./pages/AdminLandingPage.tsx")],
    ["/admin/content", "AdminContentPage", () => import("./pages/AdminContentPage.tsx")],
    ["/admin/audit-log", "AdminAuditLogPage", () => import("./pages/AdminAuditLogPage.tsx")],
  ];
  return screens.map(([path, page, importPage]) => pageAt(path, page, importPage, "superAdmin"));
}

function pageAt(
  path: string,
  page: string,
  importPage: () => Promise<PageModule>,
  access: PageAccess,
): PageEntry {
  return { path, source: `web/pages/${page}.tsx`, importPage: once(importPage), access };
}

/** Asks again only if it failed: even for a module that is there, each import costs the server a walk through Node's loader. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}
