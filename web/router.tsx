import type { QueryClient } from "@tanstack/react-query";
import type { LoaderFunctionArgs, RouteObject } from "react-router";
import { createContext, data, redirect } from "react-router";
import type { Portal } from "#contract/portal.ts";
import type { PageAccess } from "#web/auth/pageAccess.ts";
import { redirectFor } from "#web/auth/pageAccess.ts";
import { AppLayout } from "#web/layout/AppLayout.tsx";
import { RouteError } from "#web/layout/RouteError.tsx";
import type { PageModule } from "#web/pages/pageModule.ts";
import { isApiError } from "./api/isApiError.ts";
import { companyQuery, currentUserQuery, portalQuery, shownCompanyId } from "./api/session.ts";

/** Hands the query client to the loaders. */
export const clientContext = createContext<QueryClient>();

/** What stands at `/`: the landing page on the product's own host, else the roadmap (SPEC section 2). */
export type Home = "landing" | "roadmap";

/** What stands at `/` of a portal. */
export function homeOf(portal: Portal): Home {
  return portal.company ? "roadmap" : "landing";
}

/** What a page's route says of itself. */
export interface PageHandle {
  /** The page's source file, by which its chunk is found in the build's manifest. */
  readonly source: string;
}

const isServer = import.meta.env.SSR;

const importRoadmap = () => import("./pages/RoadmapPage.tsx");

/** The route table of SPEC section 2. Every page is a chunk of its own. */
export function createRoutes(home: Home): RouteObject[] {
  const landing = pageRoute("/", "LandingPage", () => import("./pages/LandingPage.tsx"), "everyone");
  return [
    {
      id: "app",
      Component: AppLayout,
      ErrorBoundary: RouteError,
      loader: loadFrame,
      children: [
        {
          id: "pages",
          ErrorBoundary: RouteError,
          children: [
            home === "landing" ? landing : pageRoute("/", "RoadmapPage", importRoadmap, "portalVisitors"),
            ...signInRoutes(),
            pageRoute("/roadmap", "RoadmapPage", importRoadmap, "portalVisitors"),
            pageRoute(
              "/feedback",
              "FeedbackPage",
              () => import("./pages/FeedbackPage.tsx"),
              "portalVisitors",
            ),
            pageRoute(
              "/feedback/:id",
              "FeedbackDetailPage",
              () => import("./pages/FeedbackDetailPage.tsx"),
              "portalVisitors",
            ),
            pageRoute("/board/:slug", "BoardPage", () => import("./pages/BoardPage.tsx"), "portalVisitors"),
            pageRoute(
              "/changelog",
              "ChangelogPage",
              () => import("./pages/ChangelogPage.tsx"),
              "portalVisitors",
            ),
            pageRoute("/settings", "SettingsPage", () => import("./pages/SettingsPage.tsx"), "signedIn"),
            pageRoute("/two-factor", "TwoFactorPage", () => import("./pages/TwoFactorPage.tsx"), "signedIn"),
            pageRoute(
              "/change-password",
              "ChangePasswordPage",
              () => import("./pages/ChangePasswordPage.tsx"),
              "signedIn",
            ),
            ...companySettingsRoutes(),
            ...adminRoutes(),
            pageRoute("*", "NotFoundPage", () => import("./pages/NotFoundPage.tsx"), "everyone"),
          ],
        },
      ],
    },
  ];
}

/** Where one signs in, or gets back in. */
function signInRoutes(): RouteObject[] {
  return [
    pageRoute("/login", "LoginPage", () => import("./pages/LoginPage.tsx"), "signedOut"),
    pageRoute("/register", "RegisterPage", () => import("./pages/RegisterPage.tsx"), "signedOut"),
    pageRoute(
      "/forgot-password",
      "ForgotPasswordPage",
      () => import("./pages/ForgotPasswordPage.tsx"),
      "signedOut",
    ),
    pageRoute(
      "/reset-password",
      "ResetPasswordPage",
      () => import("./pages/ResetPasswordPage.tsx"),
      "everyone",
    ),
  ];
}

/** The screens of the company settings area. */
function companySettingsRoutes(): RouteObject[] {
  const screens: [path: string, page: string, importPage: () => Promise<PageModule>][] = [
    ["/company/settings", "CompanyProfilePage", () => import("./pages/CompanyProfilePage.tsx")],
    ["/company/settings/logo", "CompanyLogoPage", () => import("./pages/CompanyLogoPage.tsx")],
    ["/company/settings/brand", "CompanyBrandPage", () => import("./pages/CompanyBrandPage.tsx")],
    ["/company/settings/domain", "CompanyDomainPage", () => import("./pages/CompanyDomainPage.tsx")],
    ["/company/boards", "CompanyBoardsPage", () => import("./pages/CompanyBoardsPage.tsx")],
    ["/company/categories", "CompanyCategoriesPage", () => import("./pages/CompanyCategoriesPage.tsx")],
    ["/company/audit-log", "CompanyAuditLogPage", () => import("./pages/CompanyAuditLogPage.tsx")],
  ];
  return screens.map(([path, page, importPage]) => pageRoute(path, page, importPage, "companyAdmin"));
}

/** The screens of the admin console. */
function adminRoutes(): RouteObject[] {
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
  return screens.map(([path, page, importPage]) => pageRoute(path, page, importPage, "superAdmin"));
}

/** Its path is also the route's id, by which the browser takes over from the server. */
function pageRoute(
  path: string,
  page: string,
  importPage: () => Promise<PageModule>,
  access: PageAccess,
): RouteObject {
  return {
    id: path,
    path,
    handle: { source: `web/pages/${page}.tsx` } satisfies PageHandle,
    lazy: async () => ({ Component: (await importPage()).Component }),
    loader: (args) => loadPage(args, importPage, access),
  };
}

/** What every page needs before it can be drawn: the portal, the user, and the company whose look it wears. */
async function loadFrame({ context }: Pick<LoaderFunctionArgs, "context">) {
  const client = context.get(clientContext);
  const [portal, user] = await Promise.all([client.query(portalQuery), client.query(currentUserQuery)]);
  const companyId = shownCompanyId(portal, user);
  // Without its own look the page wears the site's: no reason not to show it.
  if (companyId !== null) await preloadLook(client, companyId);
  return null;
}

async function preloadLook(client: QueryClient, companyId: number) {
  const query = companyQuery(companyId);
  try {
    await client.query({ ...query, staleTime: "static" });
  } catch {
    client.removeQueries({ queryKey: query.queryKey });
  }
}

async function loadPage(
  { context, params, request }: LoaderFunctionArgs,
  importPage: () => Promise<PageModule>,
  access: PageAccess,
) {
  const client = context.get(clientContext);
  const url = new URL(request.url);
  const [page, portal, user] = await Promise.all([
    importPage(),
    client.query(portalQuery),
    client.query(currentUserQuery),
  ]);
  const elsewhere = redirectFor(access, { portal, user, url });
  // React Router's contract: a thrown response is a redirect.
  if (elsewhere !== null) throw redirect(elsewhere);
  const preloaded = page.preloads?.({ client, params, search: url.searchParams, portal, user });
  // A query that fails says so where its result would stand.
  const outcome = preloaded?.catch(ignoreApiError);
  // The browser shows the page at once, with its skeletons.
  if (!isServer) return null;
  return (await outcome) === 404 ? data(null, { status: 404 }) : null;
}

function ignoreApiError(error: unknown): void {
  if (!isApiError(error)) throw error;
}
