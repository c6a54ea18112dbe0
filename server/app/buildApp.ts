import compress from "@fastify/compress";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Fastify, { LogController } from "fastify";
import { constants } from "node:zlib";
import type { Config } from "#server/platform/config/config.ts";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { ReadReplica } from "#server/platform/replica/readReplica.ts";
import { mountApiDocs } from "#server/platform/routing/apiDocs.ts";
import { errorReply } from "#server/platform/http/errorResponse.ts";
import { isForeignOrigin } from "#server/platform/http/foreignOrigin.ts";
import { mountHealth } from "#server/platform/health/health.ts";
import { mountMetrics } from "#server/platform/health/metrics.ts";
import { forbidden, notFound } from "#server/platform/http/httpError.ts";
import { refuseMalformedRequest } from "#server/platform/http/refuseMalformedRequest.ts";
import { mountFeedbackPortal } from "#server/features/auth/feedbackPortal.ts";
import { mountAuditCsv } from "#server/features/auditLog/auditCsv.ts";
import { mountDomainCheck } from "#server/features/companies/domainCheck.ts";
import { listRights } from "#server/platform/access/context.queries.ts";
import { HostCache } from "#server/platform/access/hostCache.ts";
import { mountLogos } from "#server/features/companies/logos.ts";
import { mountRoutes } from "#server/platform/routing/mount.ts";
import type { PageRenderer } from "#server/platform/pages/pages.ts";
import { trackDataVersions } from "#server/platform/changes/dataVersions.ts";
import {
  cacheKeyOf,
  COMPRESSED_FROM,
  ResponseCache,
} from "#server/platform/routing/responseCache.ts";
import { mountPages } from "#server/platform/pages/pages.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { resolveContext } from "#server/platform/access/resolveContext.ts";
import { setSecurityHeaders } from "#server/platform/http/securityHeaders.ts";
import { mountSecurityTxt } from "#server/platform/http/securityTxt.ts";
import { LiveHub } from "#server/platform/live/liveHub.ts";
import { routes } from "./routes.ts";

declare module "fastify" {
  interface FastifyRequest {
    requestContext: RequestContext;
    /** Where the answer to this request is kept; null when it is nobody else's business. */
    cacheKey: string | null;
    /** By the clock of changes, before anything was read. */
    version: number;
  }
}

export interface AppDependencies {
  config: Config;
  database: Database;
  logger: FastifyBaseLogger;
  /** Tells this process and others whose data has changed. */
  changes: ChangeFeed;
  /** For the reads of anonymous visitors; without one they are the database's. */
  replica?: ReadReplica | undefined;
  /** Draws the pages; without one there is only the API. */
  pages?: PageRenderer;
}

/** Largest JSON body in bytes: a description of 10,000 characters, each escaped, and room to spare. */
const BODY_LIMIT = 128 * 1024;

/** Up to so many bytes an answer is compressed in one go: for a page that takes 0.3 ms, less than handing it to another thread costs. */
const COMPRESSED_AT_ONCE = 256 * 1024;

/** The portal as a value: everything but the listening and the stopping. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { config, database, logger, changes, replica, pages } = dependencies;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    // A logo of 5 MB over a slow line; headers have a shorter time of their own.
    requestTimeout: 180_000,
    // Longer than the longest answer takes: that to the deletion of a large company.
    connectionTimeout: 660_000,
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply);
      sendError(error, request, reply);
    },
  });
  readJsonOnly(app);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  app.addHook("onRequest", (request, reply, next) => {
    setSecurityHeaders(request, reply);
    refuseMalformedRequest(request);
    next();
  });
  logRequests(app);
  await app.register(compress, {
    threshold: COMPRESSED_FROM,
    syncThreshold: COMPRESSED_AT_ONCE,
    // For what is compressed on its way: zstd takes a quarter of brotli's time for a page, and five per cent more bytes.
    encodings: ["zstd", "br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  });
  const live = new LiveHub({
    changes,
    listRights: (asked) => database.system.all(listRights, asked),
    onError: (error) =>
      logger.warn({ err: error }, "the rights of open streams could not be judged"),
  });
  // Streams would keep the server from closing.
  app.addHook("preClose", async () => live.close());
  mountHealth(app, database);
  mountMetrics(app, { token: config.metricsToken, countStreams: () => live.size, replica });
  mountSecurityTxt(app, config);
  mountDomainCheck(app, { database, config });
  if (pages) await pages.mountAssets(app);
  await app.register(async (portal) => mountPortal(portal, dependencies, live));
  return app;
}

/** All that belongs to the portal of a host: for any other host there is none. */
function mountPortal(
  portal: FastifyInstance,
  { config, database, changes, replica, pages }: AppDependencies,
  live: LiveHub,
): void {
  const clock = trackDataVersions(changes);
  const responseCache = new ResponseCache(clock);
  const hosts = new HostCache(clock);
  portal.decorateRequest("requestContext");
  portal.decorateRequest("cacheKey", null);
  portal.decorateRequest("moment", 0);
  portal.addHook("onRequest", async (request, reply) => {
    request.cacheKey = cacheKeyOf(request);
    request.version = responseCache.now();
    if (await responseCache.serve(request, reply)) return reply;
    if (isForeignOrigin(request)) {
      throw forbidden("This request came from another site");
    }
    request.requestContext = await resolveContext(request, { database, config, hosts, replica });
    return undefined;
  });
  mountRoutes(portal, routes, { changes, streams: live, responseCache });
  mountLogos(portal);
  mountFeedbackPortal(portal);
  mountAuditCsv(portal);
  mountApiDocs(portal, routes, config.provider);
  portal.all("/api/*", () => {
    throw notFound();
  });
  if (pages) mountPages(portal, { routes, pages, responseCache, live });
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = errorReply(error, request);
  void reply.code(status).headers(headers).send(body);
}

/** One line a request, without its query: people search for what they would not say aloud. */
function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, next) => {
    const { method, url, host, ip } = request;
    const path = url.split("?", 1)[0];
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const userId = signedInUserId(request);
    request.log.info({ method, host, path, ip, userId, status: reply.statusCode, ms }, "request");
    next();
  });
}

/** Who asked, as far as the request got to where that is known. */
function signedInUserId({
  requestContext,
}: {
  requestContext?: RequestContext;
}): number | undefined {
  return (requestContext?.viewer ?? requestContext?.restrictedUser)?.id;
}

/** A number means so many proxies, counted from this process outwards. */
function trustedProxies(trustProxy: Config["trustProxy"]) {
  return typeof trustProxy === "number" ? (_: string, hop: number) => hop < trustProxy : trustProxy;
}

/** JSON is the only body; an empty one is none, whatever its type says. */
function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void parse(request, body as string, done);
  });
}
