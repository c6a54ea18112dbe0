import type { QueryClient } from "@tanstack/react-query";
import type { Portal } from "#contract/portal.ts";
import { currentUserQuery, isAdminOf, portalQuery } from "#web/app/api/session.ts";
import type { PageAccess } from "#web/features/auth/pageAccess.ts";
import { createPathTable } from "#web/app/navigation/pathTable.ts";
import type { PageModule } from "#web/pages/pageModule.ts";

type PageRow = readonly [path: string, page: string, access: PageAccess, adminPage?: string];

/**
 * The pages of the app, except the page `/` (docs/specification.md "Route list"). Each row has the
 * path in the syntax of `createPathTable`, the name of the page's file in `web/pages`, who is
 * allowed to open the page, and, if it differs, the page's form for admins of the portal's company.
 * Every page is a chunk of its own.
 */
const PAGES: readonly PageRow[] = [
  ["/login", "LoginPage", "signedOut"],
  ["/register", "RegisterPage", "signedOut"],
  ["/forgot-password", "ForgotPasswordPage", "signedOut"],
  ["/reset-password", "ResetPasswordPage", "everyone"],
  ["/roadmap", "RoadmapPage", "portalVisitors", "RoadmapAdminPage"],
  ["/feedback", "FeedbackPage", "portalVisitors", "FeedbackAdminPage"],
  ["/feedback/:id", "FeedbackDetailPage", "portalVisitors", "FeedbackDetailAdminPage"],
  ["/board/:slug", "BoardPage", "portalVisitors", "BoardAdminPage"],
  ["/changelog", "ChangelogPage", "portalVisitors"],
  ["/changelog/:slug", "ChangelogEntryPage", "portalVisitors"],
  ["/notifications", "NotificationsPage", "signedIn"],
  ["/settings", "SettingsPage", "signedIn"],
  ["/two-factor", "TwoFactorPage", "signedIn"],
  ["/confirm-email", "ConfirmEmailPage", "signedIn"],
  ["/change-password", "ChangePasswordPage", "signedIn"],
  ["/invitation", "InvitationPage", "everyone"],
  ["/account-deleted", "AccountDeletedPage", "everyone"],
  ["/company", "CompanyDashboardPage", "companyAdmin"],
  ["/company/settings", "CompanyProfilePage", "companyAdmin"],
  ["/company/settings/logo", "CompanyLogoPage", "companyAdmin"],
  ["/company/settings/brand", "CompanyBrandPage", "companyAdmin"],
  ["/company/settings/domain", "CompanyDomainPage", "companyAdmin"],
  ["/company/settings/sign-on", "CompanySignOnPage", "companyAdmin"],
  ["/company/settings/sign-on/:way", "CompanySignOnPage", "companyAdmin"],
  ["/company/boards", "CompanyBoardsPage", "companyAdmin"],
  ["/company/categories", "CompanyCategoriesPage", "companyAdmin"],
  ["/company/changelog", "CompanyChangelogPage", "companyAdmin"],
  ["/company/changelog/:id", "ChangelogEditorPage", "companyAdmin"],
  ["/company/subscribers", "CompanySubscribersPage", "companyAdmin"],
  ["/company/members", "CompanyMembersPage", "companyAdmin"],
  ["/company/moderation", "CompanyModerationPage", "companyAdmin"],
  ["/company/mail", "CompanyMailPage", "companyAdmin"],
  ["/company/api", "CompanyApiPage", "companyAdmin"],
  ["/company/data", "CompanyDataPage", "companyAdmin"],
  ["/company/audit-log", "CompanyAuditLogPage", "companyAdmin"],
  ["/admin/settings", "AdminDashboardPage", "superAdmin"],
  ["/admin/companies", "AdminCompaniesPage", "superAdmin"],
  ["/admin/users", "AdminUsersPage", "superAdmin"],
  ["/admin/site-settings", "AdminSiteSettingsPage", "superAdmin"],
  ["/admin/brand-settings", "AdminBrandPage", "superAdmin"],
  ["/admin/landing-page", "AdminLandingPage", "superAdmin"],
  ["/admin/content", "AdminContentPage", "superAdmin"],
  ["/admin/mail", "AdminMailPage", "superAdmin"],
  ["/admin/audit-log", "AdminAuditLogPage", "superAdmin"],
];

/** The pages that `/` can show (docs/specification.md "Route list"). */
const HOME_PAGES = {
  landing: ["/", "LandingPage", "everyone"],
  roadmap: ["/", "RoadmapPage", "portalVisitors", "RoadmapAdminPage"],
} as const satisfies Record<string, PageRow>;

/** Which page `/` shows: the roadmap on a company's host, otherwise the landing page. */
export type Home = keyof typeof HOME_PAGES;

/** Returns which page a portal shows at `/`. */
export function homeOf(portal: Portal): Home {
  return portal.company ? "roadmap" : "landing";
}

/** The code of a page. */
interface PageCode {
  /** The page's source file, which is also the page's key in the build's manifest. */
  readonly source: string;
  readonly importPage: () => Promise<PageModule>;
}

/** A path and its page. */
interface PageEntry {
  readonly path: string;
  readonly access: PageAccess;
  readonly page: PageCode;
  /** The page's form for admins of the portal's company. */
  readonly adminPage: PageCode;
}

/** A function that finds the page of a path. */
export type PageTable = ReturnType<typeof createPageTable>;

/** Creates the table of all pages. */
export function createPageTable(home: Home) {
  const pages = [HOME_PAGES[home], ...PAGES].map(pageEntry);
  return createPathTable(pages, pageEntry(["*", "NotFoundPage", "everyone"]));
}

const visitorPages = import.meta.glob<PageModule>(
  "../pages/{Board,Feedback,FeedbackDetail,Landing,Login,Roadmap}Page.tsx",
);

function pageEntry([path, page, access, adminPage = page]: PageRow): PageEntry {
  return { path, access, page: pageCode(page), adminPage: pageCode(adminPage) };
}

function pageCode(page: string): PageCode {
  const file = `../pages/${page}.tsx`;
  const importPage = visitorPages[file] ?? (() => importOther(file));
  return { source: `web/pages/${page}.tsx`, importPage: once(importPage) };
}

/** Returns the form of a page for the portal's viewer, both of which must be in the cache. */
export function pageForViewer(client: QueryClient, { page, adminPage }: PageEntry): PageCode {
  const portal = client.getQueryData(portalQuery.queryKey);
  const user = client.getQueryData(currentUserQuery.queryKey) ?? null;
  return isAdminOf(user, portal?.tenantId ?? null) ? adminPage : page;
}

async function importOther(file: string): Promise<PageModule> {
  const { importOtherPage } = await import("./otherPages.ts");
  return importOtherPage(file);
}

/**
 * Caches the promise of `load`, unless it rejects. Without this cache, the server would run Node's
 * module loader for each `import()` of a loaded module.
 */
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
