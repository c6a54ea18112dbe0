import type { QueryClient } from "@tanstack/react-query";
import { CancelledError } from "@tanstack/react-query";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { isApiError } from "./api/isApiError.ts";
import { companyQuery, currentUserQuery, portalQuery, shownCompanyId } from "./api/session.ts";
import { redirectFor } from "#web/features/auth/pageAccess.ts";
import type { PathParams } from "./navigation/pathTable.ts";
import type { Content } from "./navigation/routeState.ts";
import type { PageEntry, PageTable } from "./pageTable.ts";

/** What stands at an address, ready to be shown. */
export interface LoadedPage {
  readonly entry: PageEntry;
  readonly params: PathParams;
  readonly content: Content;
  /** Whether the page says that what it is about does not exist; only the server waits until it knows. */
  readonly isMissing: boolean;
}

const isServer = import.meta.env.SSR;

/**
 * Finds the page of an address, asks who may open it, and fetches its code and what it shows; or says where to go instead. Never
 * rejects: a failure is content, too.
 */
export async function loadPage(
  client: QueryClient,
  pages: PageTable,
  url: URL,
): Promise<LoadedPage | { readonly redirect: string }> {
  const { entry, params } = pages(url.pathname);
  const shown = (content: Content, isMissing = false): LoadedPage => ({
    entry,
    params,
    content,
    isMissing,
  });
  const [code, session] = await Promise.allSettled([entry.importPage(), loadSession(client)]);
  if (session.status === "rejected") return shown({ failed: "frame", error: session.reason });
  const { portal, user } = session.value;
  const redirect = redirectFor(entry.access, { portal, user, url });
  if (redirect !== null) return { redirect };
  if (code.status === "rejected") return shown({ failed: "page", error: code.reason });
  const { Component: Page, preloads } = code.value;
  try {
    const preloaded = preloads?.({ client, params, search: url.searchParams, portal, user });
    // A query that fails says so where its result would stand.
    const outcome = preloaded?.catch(ignoreExpected);
    // The browser shows the page at once, with its skeletons.
    const [said] = await Promise.all([
      isServer ? outcome : undefined,
      preloadLook(client, portal, user),
    ]);
    return shown({ Page }, said === 404);
  } catch (error) {
    return shown({ failed: "page", error });
  }
}

/** Whose portal it is and who asks: without these nothing can be drawn. */
async function loadSession(client: QueryClient): Promise<{ portal: Portal; user: User | null }> {
  const [portal, user] = await Promise.all([
    client.query(portalQuery),
    client.query(currentUserQuery),
  ]);
  return { portal, user };
}

/** The company whose look the page wears. Without its own it wears the site's: no reason not to show it. */
async function preloadLook(client: QueryClient, portal: Portal, user: User | null): Promise<void> {
  const companyId = shownCompanyId(portal, user);
  if (companyId === null) return;
  const query = companyQuery(companyId);
  try {
    await client.query({ ...query, staleTime: "static" });
  } catch {
    client.removeQueries({ queryKey: query.queryKey });
  }
}

/** A refused call is shown by whoever wanted its result; nobody does any more where it was cancelled, by going on to another page. */
function ignoreExpected(error: unknown): void {
  if (!isApiError(error) && !(error instanceof CancelledError)) throw error;
}
