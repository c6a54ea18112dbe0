import type { QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import type { Portal } from "#contract/portal.ts";
import { bootJson } from "./api/boot.ts";
import type { Call } from "#web/app/api/call.ts";
import { isApiError } from "#web/app/api/call.ts";
import { createQueryClient } from "./api/queryClient.ts";
import { companyQuery, currentUserQuery, portalQuery, shownCompanyId } from "./api/session.ts";
import { App } from "./App.tsx";
import type { PageHead } from "#web/app/layout/PageMeta.tsx";
import type { LoadedPage } from "./loadPage.ts";
import { loadPage } from "./loadPage.ts";
import { loadedParts } from "#web/ui/lazyPart.tsx";
import type { PageAssets } from "./pageAssets.ts";
import type { Home, PageTable } from "./pageTable.ts";
import { createPageTable, homeOf } from "./pageTable.ts";
import type { RenderedDocument } from "./renderDocument.ts";
import { renderDocument } from "./renderDocument.ts";
import type { Theme } from "#web/features/theme/ThemeContext.tsx";

export { assetsFromManifest } from "./pageAssets.ts";

export interface PageRequest {
  /** The page's absolute URL. The caller has checked the host in the URL. */
  readonly url: string;
  /** Calls endpoints in this process, on behalf of the user who has requested the page. */
  readonly call: Call;
  readonly theme: Theme;
  /** Position in the event stream before the page's data was read. */
  readonly livePosition: string;
  readonly assets: PageAssets;
}

export interface PageResponse {
  readonly status: number;
  /** The path to which the response redirects, on the same origin. A redirect has no `html`. */
  readonly location?: string;
  /** The document, encoded in UTF-8. */
  readonly html?: Uint8Array<ArrayBuffer>;
  /** Texts of the document's style elements in their order, for the content security policy. */
  readonly styles?: readonly string[];
}

const tables: Readonly<Record<Home, PageTable>> = {
  landing: createPageTable("landing"),
  roadmap: createPageTable("roadmap"),
};

/**
 * Renders one page to a whole HTML document, or returns a redirect. The status is 404 if the path
 * has no page or the page's entity does not exist. If calls have failed with server errors, the
 * status is 503 if all these errors are 503, otherwise 500. The status is also 500 if the page's
 * code cannot be loaded. Rejects if the portal cannot be loaded or a component throws.
 */
export async function renderPage(request: PageRequest): Promise<PageResponse> {
  const client = createQueryClient(request.call);
  const portal = await client.query(portalQuery);
  const url = new URL(request.url);
  const page = await loadPage(client, tables[homeOf(portal)], url);
  if ("redirect" in page) return { status: page.isPermanent ? 301 : 302, location: page.redirect };
  await loadedParts();
  return { status: statusOf(client, page), ...documentOf(request, { client, portal, url, page }) };
}

interface Rendering {
  client: QueryClient;
  portal: Portal;
  url: URL;
  page: LoadedPage;
}

function documentOf(
  request: PageRequest,
  { client, portal, url, page }: Rendering,
): RenderedDocument {
  const { theme, livePosition, assets } = request;
  const { params, content, source } = page;
  const now = Date.now();
  const { origin, pathname, search } = url;
  let head: PageHead = {
    title: portal.site.siteName,
    description: null,
    path: pathname,
    noIndex: true,
  };
  const appHtml = renderToString(
    <App
      client={client}
      now={now}
      theme={theme}
      onHead={(collected) => {
        head = collected;
      }}
      route={{
        location: { pathname, search, hash: "", state: null, key: "", previous: null },
        params,
        content,
        scroll: "keep",
      }}
    />,
  );
  // Texts cannot contain the attribute, because their quotes are escaped.
  const needsAll = assets.otherPages.includes(source) || appHtml.includes('data-markdown=""');
  return renderDocument({
    origin,
    head,
    portal,
    company: shownCompany(client, portal),
    theme,
    assets,
    stylesheet: assets.styles[needsAll ? "all" : "visitors"],
    pageChunks: assets.pages[source] ?? [],
    appHtml,
    bootJson: bootJson(client, {
      now,
      livePosition,
      failed: "failed" in content ? content.failed : null,
    }),
  });
}

function statusOf(client: QueryClient, { content, isMissing }: LoadedPage): number {
  if ("failed" in content) return failureStatus([statusOfError(content.error)]);
  const errors = client
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.status === "error" });
  const statuses = errors.map(({ state: { error } }) => statusOfError(error));
  if (isMissing || statuses.includes(404)) return 404;
  const failures = statuses.filter((status) => status >= 500);
  return failures.length === 0 ? 200 : failureStatus(failures);
}

const statusOfError = (error: unknown) => (isApiError(error) ? error.status : 500);

/**
 * Returns 503 only if every failure is a 503. A 503 tells clients such as search engines to repeat
 * the request later, which does not help against other failures.
 */
const failureStatus = (statuses: readonly number[]) =>
  statuses.every((status) => status === 503) ? 503 : 500;

function shownCompany(client: QueryClient, portal: Portal) {
  const user = client.getQueryData(currentUserQuery.queryKey) ?? null;
  const companyId = shownCompanyId(portal, user);
  return (
    portal.company ??
    (companyId === null ? null : (client.getQueryData(companyQuery(companyId).queryKey) ?? null))
  );
}
