import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasCredentials } from "#server/platform/access/isAnonymous.ts";
import type { FairSemaphore } from "#server/platform/fairness/fairSemaphore.ts";
import { createFairSemaphore } from "#server/platform/fairness/fairSemaphore.ts";
import { errorReply } from "#server/platform/http/errorResponse.ts";
import { notFound, overloaded } from "#server/platform/http/httpError.ts";
import { pagePolicy } from "#server/platform/http/securityHeaders.ts";
import { readTheme } from "#server/platform/http/theme.ts";
import type { LiveHub } from "#server/platform/live/liveHub.ts";
import type { ResponseCache } from "#server/platform/routing/responseCache.ts";
import type { Route } from "#server/platform/routing/route.ts";
import { networkForTurns } from "#server/platform/throttle/subscriber.ts";
import type { RouteTable } from "./callInProcess.ts";
import { callInProcess, routeTable } from "./callInProcess.ts";
import type { PageRequest, PageResponse } from "./pageEntry.ts";
import { localPath, pageUrl } from "./pageUrl.ts";
import { PLAIN_STYLE, plainPage } from "./plainPage.ts";

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
  inTurn: InTurn;
  /**
   * Returns the path of the imported item that had the requested path in another product; null if
   * no such item exists.
   */
  findNewAddress: (request: FastifyRequest) => Promise<string | null>;
}

/**
 * Limits for rendering by client address. An address gets one page or feed rendered at a time, because
 * rendering takes processor time that the pages of all other addresses need. There is no limit for
 * all addresses together, so a page never waits for the pages of another address.
 */
const RENDERING = {
  width: Number.POSITIVE_INFINITY,
  perKey: 1,
  mostWaiting: 500,
  longestWaitMs: 5_000,
};

/** Pages with a form, which can be submitted before the page's script has been loaded. */
const FORM_PATHS = [
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/change-password",
  "/two-factor",
];

/** Runs the rendering of a page or a feed when the client address has a turn. */
export type InTurn = FairSemaphore<string>;

export const createRenderingTurns = (): InTurn => createFairSemaphore(RENDERING);

/** Mounts the pages: every path that has no other route is a page of the portal. */
export function mountPages(app: FastifyInstance, services: PageServices): void {
  const table = routeTable(services.routes);
  const config = { isShared: !services.pages.isDevelopment };
  app.get("/*", { config }, (request, reply) => sendPage({ ...services, table }, request, reply));
  for (const path of FORM_PATHS) {
    // The route ignores the submitted form and shows the page again.
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
    return reply.headers(pageHeaders(pagePolicy([PLAIN_STYLE]))).send(plainPage(body));
  });
}

interface Rendering extends PageServices {
  table: RouteTable;
}

async function sendPage(
  { pages, responseCache, live, table, inTurn, findNewAddress }: Rendering,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const url = pageUrl(request);
  const page = await inTurn(networkForTurns(request.ip), () =>
    pages.render({
      url,
      call: callInProcess(table, request),
      theme: readTheme(request.headers.cookie),
      // The position is read before any data, so that the page receives all later changes when it
      // connects.
      livePosition: live.position(),
    }),
  );
  const caching = cachingHeaders(request);
  const newAddress = page.status === 404 ? await findNewAddress(request) : null;
  if (newAddress !== null)
    return reply.code(301).headers(caching).header("location", newAddress).send();
  reply.code(page.status).headers(caching);
  if (page.status === 503) reply.headers(overloaded().headers);
  if (page.location !== undefined)
    return reply.header("location", localPath(page.location, url)).send();
  const { buffer, byteOffset, byteLength } = page.html ?? new Uint8Array();
  const html = Buffer.from(buffer, byteOffset, byteLength);
  const headers = pageHeaders(pagePolicy(page.styles ?? [], pages.isDevelopment));
  if (page.status !== 200 || !responseCache.shouldStore(request))
    return reply.headers(headers).send(html);
  const shared = { ...headers, ...caching, etag: etagOf(html) };
  responseCache.store({ headers: shared, body: html }, request);
  return reply.headers(shared).send(html);
}

/**
 * Returns the headers that control caching. A signed-in user's page is not stored, so that the next
 * person at this browser cannot see it by going back. `vary` names the cookie, so that the
 * browser's cache does not use a page of another session.
 */
function cachingHeaders(request: FastifyRequest) {
  return {
    "cache-control": hasCredentials(request) ? "private, no-store" : "private, no-cache",
    vary: "accept-encoding, cookie",
  };
}

const pageHeaders = (policy: string) => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policy,
});

const etagOf = (html: Buffer) =>
  `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
