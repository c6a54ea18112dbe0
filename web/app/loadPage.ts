import type { QueryClient } from "@tanstack/react-query";
import { CancelledError } from "@tanstack/react-query";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { isApiError } from "#web/app/api/call.ts";
import { companyQuery, currentUserQuery, portalQuery, shownCompanyId } from "./api/session.ts";
import { redirectFor } from "#web/features/auth/pageAccess.ts";
import { preloadUnread } from "#web/features/notifications/unreadQuery.ts";
import type { PathParams } from "./navigation/pathTable.ts";
import type { Content } from "./navigation/routeState.ts";
import type { PageTable } from "./pageTable.ts";
import { pageForViewer } from "./pageTable.ts";

/** The page of a URL, ready to be rendered. */
export interface LoadedPage {
  /** The source file of the page's form for this viewer. */
  readonly source: string;
  readonly params: PathParams;
  readonly content: Content;
  /**
   * Whether the path has no page, or the page's entity does not exist. Always false in the browser,
   * which does not wait for the page's data.
   */
  readonly isMissing: boolean;
}

const isServer = import.meta.env.SSR;

interface Redirect {
  readonly redirect: string;
  readonly isPermanent?: true;
}

/**
 * Finds the page of a URL, checks the viewer's access, and loads the page's code and data. Returns
 * a redirect if the viewer is not allowed to open the page or, on the server, if the page has
 * moved. Never rejects: failures are returned as content.
 */
export async function loadPage(
  client: QueryClient,
  pages: PageTable,
  url: URL,
): Promise<LoadedPage | Redirect> {
  const { entry, params } = pages(url.pathname);
  const shown = (content: Content, isMissing = false): LoadedPage => ({
    source: pageForViewer(client, entry).source,
    params,
    content,
    isMissing,
  });
  const [session] = await Promise.allSettled([loadSession(client)]);
  if (session.status === "rejected") {
    const { reason } = session;
    return shown({ failed: "frame", error: reason, isNetworkError: gotNoResponse(reason) });
  }
  const { portal, user } = session.value;
  const redirect = redirectFor(entry.access, { portal, user, url });
  if (redirect !== null) return { redirect };
  const [code] = await Promise.allSettled([pageForViewer(client, entry).importPage()]);
  if (code.status === "rejected")
    return shown({ failed: "page", error: code.reason, isNetworkError: !isServer });
  const { Component: Page, preloads } = code.value;
  try {
    const preloaded = preloads?.({ client, params, search: url.searchParams, portal, user });
    // Failed calls are ignored, because the component that uses a query shows its error.
    const outcome = preloaded?.catch(ignoreCallErrors);
    // The browser does not wait for the page's data: the page shows skeletons until the data
    // arrives.
    const [result] = await Promise.all([
      isServer ? outcome : undefined,
      preloadCompany(client, portal, user),
      isServer ? preloadUnread(client, portal, user) : undefined,
    ]);
    if (typeof result === "object") return { redirect: result.movedTo, isPermanent: true };
    return shown({ Page }, result === 404);
  } catch (error) {
    return shown({ failed: "page", error, isNetworkError: gotNoResponse(error) });
  }
}

/** Whether a call failed without a response of the server. */
function gotNoResponse(error: unknown): boolean {
  return isApiError(error) && error.status === 0;
}

/** Loads the portal and the user, which every page needs. */
async function loadSession(client: QueryClient): Promise<{ portal: Portal; user: User | null }> {
  const [portal, user] = await Promise.all([
    client.query(portalQuery),
    client.query(currentUserQuery),
  ]);
  return { portal, user };
}

/**
 * Loads the company whose logo and colours the page shows. If the company cannot be loaded, the
 * page shows the logo and colours of the site.
 */
async function preloadCompany(
  client: QueryClient,
  portal: Portal,
  user: User | null,
): Promise<void> {
  const companyId = shownCompanyId(portal, user);
  if (companyId === null) return;
  const query = companyQuery(companyId);
  try {
    await client.query({ ...query, staleTime: "static" });
  } catch {
    client.removeQueries({ queryKey: query.queryKey });
  }
}

/**
 * Ignores failed and cancelled calls. The component that uses a query shows its error, and a
 * navigation cancels queries that are no longer needed.
 */
function ignoreCallErrors(error: unknown): void {
  if (!isApiError(error) && !(error instanceof CancelledError)) throw error;
}
