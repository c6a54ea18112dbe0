import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Endpoint } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { callRoute } from "#server/platform/routing/callRoute.ts";
import { errorResponse, errorReply } from "#server/platform/http/errorResponse.ts";
import type { ResponseCache } from "#server/platform/routing/responseCache.ts";
import { parseHost } from "#server/platform/http/hosts.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import type { InProcessCall, PageRequest, PageResponse } from "./pageEntry.ts";
import { hasSessionCookie } from "#server/platform/access/sessionToken.ts";
import type { LiveHub } from "#server/platform/live/liveHub.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { ResponseContext, Route } from "#server/platform/routing/route.ts";
import { pagePolicy } from "#server/platform/http/securityHeaders.ts";
import { readTheme } from "#server/platform/http/theme.ts";

/**
 * Renders pages: from the built files (`builtPages.ts`), or during development from the sources
 * (`devPages.ts`).
 */
export interface PageRenderer {
  readonly isDevelopment: boolean;
  /** Serves scripts, fonts and pictures, which are the same for every tenant. */
  mountAssets(app: FastifyInstance): Promise<void>;
  render(request: PageRequest): Promise<PageResponse>;
}

interface PageServices {
  routes: readonly Route[];
  pages: PageRenderer;
  responseCache: ResponseCache;
  live: Pick<LiveHub, "position">;
}

/** Mounts the pages: every path that is not an API route is a page of the portal. */
export function mountPages(
  app: FastifyInstance,
  { routes, pages, responseCache, live }: PageServices,
): void {
  const byEndpoint = new Map(routes.map((route) => [keyOf(route.endpoint), route]));
  const config = { isShared: !pages.isDevelopment };
  app.get("/*", { config }, async (request, reply) => {
    const url = pageUrl(request);
    const page = await pages.render({
      url,
      call: callInProcess(byEndpoint, request),
      theme: readTheme(request.headers.cookie),
      // Read before any data, so that changes during the rendering are sent to the page when it
      // connects.
      livePosition: live.position(),
    });
    // The next person at this browser must not see a signed-in user's page by going back.
    const isPersonal = hasSessionCookie(request.headers.cookie);
    const caching = isPersonal ? "private, no-store" : "private, no-cache";
    // Going back uses the browser's own cache, which must know that another session has another
    // page.
    const vary = "accept-encoding, cookie";
    reply.code(page.status).headers({ "cache-control": caching, vary });
    if (page.location !== undefined)
      return reply.header("location", pathHere(page.location, url)).send();
    const { buffer, byteOffset, byteLength } = page.html ?? new Uint8Array();
    const html = Buffer.from(buffer, byteOffset, byteLength);
    const headers = pageHeaders(pagePolicy(page.styles ?? [], pages.isDevelopment));
    if (page.status !== 200 || !responseCache.shouldStore(request))
      return reply.headers(headers).send(html);
    const shared = {
      ...headers,
      "cache-control": caching,
      vary,
      etag: etagOf(html),
    };
    responseCache.store({ headers: shared, body: html }, request);
    return reply.headers(shared).send(html);
  });
  // A form that was submitted before the page's script was loaded. The body is ignored and the page
  // is shown again.
  for (const path of [
    "/login",
    "/register",
    "/forgot-password",
    "/reset-password",
    "/change-password",
    "/two-factor",
  ]) {
    app.post(
      path,
      { onRequest: async (request, reply) => reply.redirect(request.url, 303) },
      () => undefined,
    );
  }
  app.route({
    method: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    url: "/*",
    handler: () => {
      throw notFound();
    },
  });
  // Page requests get errors as HTML; API requests get them as JSON.
  app.setErrorHandler(async (error, request, reply) => {
    const { status, headers, body } = errorReply(error, request);
    reply.code(status).headers(headers);
    if (request.url.startsWith("/api/")) return reply.send(body);
    return reply
      .headers(pageHeaders(pagePolicy([PLAIN_STYLE])))
      .send(plainPage(body.message, body.requestId));
  });
}

const pageHeaders = (policy: string) => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policy,
});

const etagOf = (html: Buffer) =>
  `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;

const keyOf = ({ method, path }: Pick<Endpoint, "method" | "path">) => `${method} ${path}`;

/** The route's own guard and handler, without the way over the network and with the same answers. */
function callInProcess(
  byEndpoint: ReadonlyMap<string, Route>,
  request: FastifyRequest,
): InProcessCall {
  const response: ResponseContext = {
    setCookie: () => {
      throw new Error("A page that is drawn sets no cookies");
    },
    unchanged: () => undefined,
    concerns: () => undefined,
    changed: () => undefined,
    publishNow: () => undefined,
    stream: () => {
      throw new Error("A page that is drawn is no stream");
    },
  };
  return async (endpoint, input) => {
    const route = byEndpoint.get(keyOf(endpoint));
    if (!route) throw new Error(`No route for ${keyOf(endpoint)}`);
    try {
      const context: RequestContext = route.guard.admit(request.requestContext);
      return await callRoute(route, context, asSent(input), response);
    } catch (error) {
      const refusal = errorResponse(error, request);
      throw new ApiError(refusal.status, JSON.stringify(refusal.body));
    }
  };
}

/** Path and query as text, as they arrive over HTTP. */
function asSent(input: Parameters<InProcessCall>[1]) {
  const textOf = (values: object | undefined) =>
    Object.fromEntries(
      Object.entries(values ?? {})
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    );
  return { params: textOf(input?.params), query: textOf(input?.query), body: input?.body };
}

/** No route matches an encoded line end in the path, not even the one for unknown pages. */
const LINE_END = /%(?:0a|0d|e2%80%a[89])/i;

/**
 * Returns the absolute URL of the requested page.
 * @throws HttpError 404 for a path that starts like another host's address (`//`), or contains a
 * line end
 */
function pageUrl(request: FastifyRequest): string {
  if (LINE_END.test(request.url.split("?", 1)[0] ?? "")) throw notFound();
  const host = parseHost(request.host);
  const port = host?.port ? `:${host.port}` : "";
  const url = `${request.protocol}://${host?.hostname ?? ""}${port}${request.url}`;
  if (!URL.canParse(url) || new URL(url).pathname.startsWith("//")) throw notFound();
  return url;
}

/**
 * Returns a redirect target as a path of the page's own origin, encoded for a header. Another
 * origin becomes `/`.
 */
function pathHere(location: string, url: string): string {
  const { origin, pathname, search, hash } = new URL(location, url);
  return origin === new URL(url).origin && !pathname.startsWith("//")
    ? pathname + search + hash
    : "/";
}

const PLAIN_STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { display: grid; min-height: 100svh; margin: 0; place-content: center; text-align: center; padding: 1rem }
  h1 { font-size: 1.5rem; margin: 0 }`;

/** An error page without any tenant's data, for hosts without a portal and failed pages. */
function plainPage(message: string, requestId: string | undefined): string {
  const reference = requestId === undefined ? "" : `<p>Please quote <code>${requestId}</code>.</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${message}</title>
<style>${PLAIN_STYLE}</style></head>
<body><main><h1>${message}</h1>${reference}</main></body></html>`;
}
