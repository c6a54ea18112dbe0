import type { QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import type { StaticHandlerContext } from "react-router";
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
} from "react-router";
import type { Portal } from "#contract/portal.ts";
import { bootJson } from "./api/boot.ts";
import type { Call } from "./api/call.ts";
import { isApiError } from "./api/isApiError.ts";
import { createQueryClient } from "./api/queryClient.ts";
import { companyQuery, currentUserQuery, portalQuery, shownCompanyId } from "./api/session.ts";
import { App } from "./App.tsx";
import type { PageHead } from "./layout/HeadContext.ts";
import type { PageAssets } from "./pageAssets.ts";
import type { RenderedDocument } from "./renderDocument.ts";
import { renderDocument } from "./renderDocument.ts";
import type { Home, PageHandle } from "./router.tsx";
import { clientContext, createRoutes, homeOf } from "./router.tsx";
import type { Theme } from "./theme/ThemeContext.tsx";

export { assetsFromManifest } from "./pageAssets.ts";

export interface PageRequest {
  /** Absolute; its host has been checked. */
  readonly url: string;
  /** Calls in this process, as the viewer of this request. */
  readonly call: Call;
  readonly theme: Theme;
  /** Where the stream of live updates stood before anything was read. */
  readonly livePosition: string;
  readonly assets: PageAssets;
}

export interface PageResponse {
  readonly status: number;
  /** Where to go instead; there is no html then. A path of this origin. */
  readonly location?: string;
  readonly html?: string;
  /** Texts of the document's style elements, in order. */
  readonly styles?: readonly string[];
}

type StaticHandler = ReturnType<typeof createStaticHandler>;

const handlers: Readonly<Record<Home, StaticHandler>> = {
  landing: createStaticHandler(createRoutes("landing")),
  roadmap: createStaticHandler(createRoutes("roadmap")),
};

/**
 * Renders one page to a whole HTML document, or says where to go instead. Status 404 where the page's subject does not
 * exist, 500 where one of its calls failed. Rejects when the portal itself cannot be loaded or a component throws.
 */
export async function renderPage(request: PageRequest): Promise<PageResponse> {
  const client = createQueryClient(request.call);
  const portal = await client.query(portalQuery);
  const handler = handlers[homeOf(portal)];
  const context = await handler.query(new Request(request.url), {
    requestContext: new RouterContextProvider(new Map([[clientContext, client]])),
  });
  if (context instanceof Response) {
    return { status: context.status, location: context.headers.get("Location") ?? "/" };
  }
  return {
    status: statusOf(client, context),
    ...documentOf(request, { client, portal, context, handler }),
  };
}

interface Rendering {
  client: QueryClient;
  portal: Portal;
  context: StaticHandlerContext;
  handler: StaticHandler;
}

function documentOf(request: PageRequest, { client, portal, context, handler }: Rendering): RenderedDocument {
  const { url, theme, livePosition, assets } = request;
  const now = Date.now();
  const { origin, pathname } = new URL(url);
  let head: PageHead = { title: portal.site.siteName, description: null, path: pathname, noIndex: true };
  const appHtml = renderToString(
    <App
      client={client}
      now={now}
      theme={theme}
      onHead={(collected) => {
        head = collected;
      }}
    >
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </App>,
  );
  return renderDocument({
    origin,
    head,
    portal,
    company: shownCompany(client, portal),
    theme,
    assets,
    pageChunks: pageChunks(context, assets),
    appHtml,
    bootJson: bootJson(client, { now, livePosition, failedRoutes: Object.keys(context.errors ?? {}) }),
  });
}

function statusOf(client: QueryClient, context: StaticHandlerContext): number {
  if (context.statusCode !== 200) return context.statusCode;
  const errors = client.getQueryCache().findAll({ predicate: ({ state }) => state.status === "error" });
  const statuses = errors.map(({ state: { error } }) => (isApiError(error) ? error.status : 500));
  if (statuses.includes(404)) return 404;
  return statuses.some((status) => status >= 500) ? 500 : 200;
}

function shownCompany(client: QueryClient, portal: Portal) {
  const user = client.getQueryData(currentUserQuery.queryKey) ?? null;
  const companyId = shownCompanyId(portal, user);
  return (
    portal.company ??
    (companyId === null ? null : (client.getQueryData(companyQuery(companyId).queryKey) ?? null))
  );
}

function pageChunks(context: StaticHandlerContext, assets: PageAssets): readonly string[] {
  const handle = context.matches.at(-1)?.route.handle as PageHandle | undefined;
  return (handle && assets.pages[handle.source]) ?? [];
}
