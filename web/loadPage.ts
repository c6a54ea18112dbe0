import type { QueryClient } from "@tanstack/react-query";
import { isApiError } from "./api/isApiError.ts";
import { companyQuery, currentUserQuery, portalQuery, shownCompanyId } from "./api/session.ts";
import { redirectFor } from "./auth/pageAccess.ts";
import type { PathParams } from "./navigation/pathTable.ts";
import type { Content } from "./navigation/visit.ts";
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
  const failed = (part: "frame" | "page", error: unknown): LoadedPage => ({
    entry,
    params,
    content: { failed: part, error },
    isMissing: false,
  });
  const [frame, page] = await Promise.allSettled([
    loadFrame(client),
    openPage(client, { entry, params, url }),
  ]);
  if (page.status === "fulfilled" && "redirect" in page.value) return page.value;
  if (frame.status === "rejected") return failed("frame", frame.reason);
  return page.status === "rejected" ? failed("page", page.reason) : page.value;
}

/** What every page needs before it can be drawn: the portal, the user, and the company whose look it wears. */
async function loadFrame(client: QueryClient): Promise<void> {
  const [portal, user] = await Promise.all([client.query(portalQuery), client.query(currentUserQuery)]);
  const companyId = shownCompanyId(portal, user);
  // Without its own look the page wears the site's: no reason not to show it.
  if (companyId !== null) await preloadLook(client, companyId);
}

async function preloadLook(client: QueryClient, companyId: number): Promise<void> {
  const query = companyQuery(companyId);
  try {
    await client.query({ ...query, staleTime: "static" });
  } catch {
    client.removeQueries({ queryKey: query.queryKey });
  }
}

async function openPage(
  client: QueryClient,
  { entry, params, url }: Pick<LoadedPage, "entry" | "params"> & { url: URL },
): Promise<LoadedPage | { readonly redirect: string }> {
  const [page, portal, user] = await Promise.all([
    entry.importPage(),
    client.query(portalQuery),
    client.query(currentUserQuery),
  ]);
  const redirect = redirectFor(entry.access, { portal, user, url });
  if (redirect !== null) return { redirect };
  const preloaded = page.preloads?.({ client, params, search: url.searchParams, portal, user });
  // A query that fails says so where its result would stand.
  const outcome = preloaded?.catch(ignoreApiError);
  // The browser shows the page at once, with its skeletons.
  const isMissing = isServer && (await outcome) === 404;
  return { entry, params, content: { Page: page.Component }, isMissing };
}

function ignoreApiError(error: unknown): void {
  if (!isApiError(error)) throw error;
}
