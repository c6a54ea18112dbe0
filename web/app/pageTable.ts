import type { Portal } from "#contract/portal.ts";
import type { PageAccess } from "#web/features/auth/pageAccess.ts";
import { createPathTable } from "#web/app/navigation/pathTable.ts";
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

const importRoadmap = () => import("#web/pages/RoadmapPage.tsx");

/** The route table of SPEC section 2. Every page is a chunk of its own. */
export function createPageTable(home: Home) {
  const landing = pageAt(
    "/",
    "LandingPage",
    () => import("#web/pages/LandingPage.tsx"),
    "everyone",
  );
  const notFound = pageAt(
    "*",
    "NotFoundPage",
    () => import("#web/pages/NotFoundPage.tsx"),
    "everyone",
  );
  const pages = [
    home === "landing" ? landing : pageAt("/", "RoadmapPage", importRoadmap, "portalVisitors"),
    ...signInPages(),
    pageAt("/roadmap", "RoadmapPage", importRoadmap, "portalVisitors"),
    pageAt(
      "/feedback",
      "FeedbackPage",
      () => import("#web/pages/FeedbackPage.tsx"),
      "portalVisitors",
    ),
    pageAt(
      "/feedback/:id",
      "FeedbackDetailPage",
      () => import("#web/pages/FeedbackDetailPage.tsx"),
      "portalVisitors",
    ),
    pageAt("/board/:slug", "BoardPage", () => import("#web/pages/BoardPage.tsx"), "portalVisitors"),
    pageAt(
      "/changelog",
      "ChangelogPage",
      () => import("#web/pages/ChangelogPage.tsx"),
      "portalVisitors",
    ),
    pageAt("/settings", "SettingsPage", () => import("#web/pages/SettingsPage.tsx"), "signedIn"),
    pageAt(
      "/two-factor",
      "TwoFactorPage",
      () => import("#web/pages/TwoFactorPage.tsx"),
      "signedIn",
    ),
    pageAt(
      "/change-password",
      "ChangePasswordPage",
      () => import("#web/pages/ChangePasswordPage.tsx"),
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
    pageAt("/login", "LoginPage", () => import("#web/pages/LoginPage.tsx"), "signedOut"),
    pageAt("/register", "RegisterPage", () => import("#web/pages/RegisterPage.tsx"), "signedOut"),
    pageAt(
      "/forgot-password",
      "ForgotPasswordPage",
      () => import("#web/pages/ForgotPasswordPage.tsx"),
      "signedOut",
    ),
    pageAt(
      "/reset-password",
      "ResetPasswordPage",
      () => import("#web/pages/ResetPasswordPage.tsx"),
      "everyone",
    ),
  ];
}

/** The screens of the company settings area. */
function companySettingsPages(): PageEntry[] {
  const screens: [path: string, page: string, importPage: () => Promise<PageModule>][] = [
    ["/company/settings", "CompanyProfilePage", () => import("#web/pages/CompanyProfilePage.tsx")],
    ["/company/settings/logo", "CompanyLogoPage", () => import("#web/pages/CompanyLogoPage.tsx")],
    [
      "/company/settings/brand",
      "CompanyBrandPage",
      () => import("#web/pages/CompanyBrandPage.tsx"),
    ],
    [
      "/company/settings/domain",
      "CompanyDomainPage",
      () => import("#web/pages/CompanyDomainPage.tsx"),
    ],
    ["/company/boards", "CompanyBoardsPage", () => import("#web/pages/CompanyBoardsPage.tsx")],
    [
      "/company/categories",
      "CompanyCategoriesPage",
      () => import("#web/pages/CompanyCategoriesPage.tsx"),
    ],
    [
      "/company/audit-log",
      "CompanyAuditLogPage",
      () => import("#web/pages/CompanyAuditLogPage.tsx"),
    ],
  ];
  return screens.map(([path, page, importPage]) => pageAt(path, page, importPage, "companyAdmin"));
}

/** The screens of the admin console. */
function adminPages(): PageEntry[] {
  const screens: [path: string, page: string, importPage: () => Promise<PageModule>][] = [
    ["/admin/settings", "AdminDashboardPage", () => import("#web/pages/AdminDashboardPage.tsx")],
    ["/admin/companies", "AdminCompaniesPage", () => import("#web/pages/AdminCompaniesPage.tsx")],
    ["/admin/users", "AdminUsersPage", () => import("#web/pages/AdminUsersPage.tsx")],
    [
      "/admin/site-settings",
      "AdminSiteSettingsPage",
      () => import("#web/pages/AdminSiteSettingsPage.tsx"),
    ],
    ["/admin/brand-settings", "AdminBrandPage", () => import("#web/pages/AdminBrandPage.tsx")],
    ["/admin/landing-page", "AdminLandingPage", () => import("#web/pages/AdminLandingPage.tsx")],
    ["/admin/content", "AdminContentPage", () => import("#web/pages/AdminContentPage.tsx")],
    ["/admin/audit-log", "AdminAuditLogPage", () => import("#web/pages/AdminAuditLogPage.tsx")],
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
