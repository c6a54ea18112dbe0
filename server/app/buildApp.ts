import compress from "@fastify/compress";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Fastify, { LogController } from "fastify";
import { constants } from "node:zlib";
import { closeStalledConnections } from "#server/platform/connections/closeStalledConnections.ts";
import { LARGE_UPLOAD_MS, limitBodyTime } from "#server/platform/connections/limitBodyTime.ts";
import { limitConnections } from "#server/platform/connections/limitConnections.ts";
import { limitRequests } from "#server/platform/connections/limitRequests.ts";
import { startInTurn } from "#server/platform/connections/requestTurns.ts";
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
import { loggedPath } from "#server/platform/http/loggedPath.ts";
import { refuseMalformedRequest } from "#server/platform/http/refuseMalformedRequest.ts";
import { mountConfirmEmailForm } from "#server/features/auth/confirmEmailForm.ts";
import { mountChangelogFeeds } from "#server/features/changelogFeeds/changelogFeeds.ts";
import { mountSubscription } from "#server/features/changelogSubscribers/subscriptionLink.ts";
import { findQueueAge } from "#server/features/webhooks/deliveries.queries.ts";
import type { WebhookCounts } from "#server/features/webhooks/deliverWebhooks.ts";
import { noWebhooks } from "#server/features/webhooks/deliverWebhooks.ts";
import { mountSignedTokens } from "#server/features/auth/signedTokens/tokenSignIn.ts";
import { mountCompanySignOn } from "#server/features/auth/companyProvider/companySignOn.ts";
import { mountSignOnPages } from "#server/features/auth/confirmSignOn.ts";
import { mountProviderSignOn } from "#server/features/auth/providers/providerSignOn.ts";
import { mountLoginLink } from "#server/features/auth/loginLink.ts";
import { mountFeedbackPortal } from "#server/features/auth/feedbackPortal.ts";
import type { DevMailbox } from "#server/features/devMails/devMailbox.ts";
import { mountDevMails } from "#server/features/devMails/mountDevMails.ts";
import { mountDemoProvider } from "#server/operations/demo/mountDemoProvider.ts";
import { mountDomainCheck } from "#server/features/companies/domainCheck.ts";
import { actForCustomer } from "#server/features/apiKeys/actForCustomer.ts";
import { hasApiKey, refuseKeyInQuery } from "#server/platform/access/apiKey.ts";
import { admitApiKey } from "#server/platform/access/admitApiKey.ts";
import { listRights } from "#server/platform/access/context.queries.ts";
import { HostCache } from "#server/platform/access/hostCache.ts";
import { mountPictures } from "#server/features/profile/mountPictures.ts";
import { mountMcp } from "#server/features/mcp/mountMcp.ts";
import { mountLogos } from "#server/features/companies/logos.ts";
import { findNewAddress } from "#server/features/imports/findNewAddress.ts";
import { mountSharePictures } from "#server/features/sharePictures/sharePictures.ts";
import { mountSitemap } from "#server/features/sitemap/sitemap.ts";
import { mountUnsubscribe } from "#server/features/notificationSettings/unsubscribe.ts";
import { mountRoutes } from "#server/platform/routing/mount.ts";
import { createActivityLog } from "#server/platform/activity/activityLog.ts";
import type { Outbox } from "#server/platform/activity/outbox.ts";
import type { PageRenderer } from "#server/platform/pages/pages.ts";
import { trackDataVersions } from "#server/platform/changes/dataVersions.ts";
import {
  cacheKeyOf,
  COMPRESSED_FROM,
  ResponseCache,
} from "#server/platform/routing/responseCache.ts";
import { createRenderingTurns, mountPages } from "#server/platform/pages/pages.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { resolveContext } from "#server/platform/access/resolveContext.ts";
import { setSecurityHeaders } from "#server/platform/http/securityHeaders.ts";
import { mountSecurityTxt } from "#server/platform/http/securityTxt.ts";
import { LiveHub } from "#server/platform/live/liveHub.ts";
import { ACTIVITY_CONSUMERS } from "./activityConsumers.ts";
import { routes } from "./routes.ts";

declare module "fastify" {
  interface FastifyRequest {
    requestContext: RequestContext;
    /** Key of the response in the response cache; null if the response is not cached. */
    cacheKey: string | null;
    /** Version of the data (`DataVersions.now`) before the request has read anything. */
    version: number;
  }
}

export interface AppDependencies {
  config: Config;
  database: Database;
  logger: FastifyBaseLogger;
  /** Publishes data changes to this process and to all other processes. */
  changes: ChangeFeed;
  /** Notifies followers soon after a change. Without an outbox, another process notifies them. */
  outbox?: Pick<Outbox, "wake"> | undefined;
  /**
   * Serves reads of anonymous visitors. Without a replica, the primary database serves these reads.
   */
  replica?: ReadReplica | undefined;
  /** Renders the pages. Without a renderer, the app serves only the API. */
  pages?: PageRenderer;
  /** Attempts to deliver webhooks by this process, for the metrics. */
  webhookCounts?: Readonly<WebhookCounts> | undefined;
  /** Whether the database contains the demo data, so that the demo's own provider is served. */
  hasDemo?: boolean;
  /** The last mails that this process has sent. Only a portal in development has a mailbox. */
  mailbox?: DevMailbox | undefined;
  /**
   * A signal that is aborted when the process begins to stop. Health checks then fail, and
   * responses close their connections.
   */
  stopping?: AbortSignal | undefined;
}

/**
 * Maximum bytes of a JSON body, which are enough for a description of 10,000 escaped characters.
 */
const BODY_LIMIT = 128 * 1024;

/**
 * Responses up to this many bytes are compressed synchronously. Compressing a page takes 0.3 ms,
 * less than handing the page over to another thread.
 */
const COMPRESSED_AT_ONCE = 256 * 1024;

/** Builds the HTTP application without listening, so that tests can use it directly. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { config, database, logger, changes, pages, stopping } = dependencies;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    // Request headers, and bodies for most routes, have separate, shorter timeouts.
    requestTimeout: LARGE_UPLOAD_MS,
    // Milliseconds after which an inactive connection is closed. The slowest request, the deletion
    // of a large company, takes less.
    connectionTimeout: 660_000,
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply);
      sendError(error, request, reply);
    },
  });
  const endChecks = closeStalledConnections(app.server);
  app.addHook("onClose", async () => endChecks());
  if (config.trustProxy === false || config.trustProxy === 0) limitConnections(app.server);
  readJsonOnly(app);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  app.addHook("onRequest", (request, reply, next) => {
    setSecurityHeaders(request, reply);
    if (stopping?.aborted) reply.header("connection", "close");
    refuseMalformedRequest(request);
    next();
  });
  limitRequests(app);
  limitBodyTime(app);
  logRequests(app);
  await app.register(compress, {
    threshold: COMPRESSED_FROM,
    syncThreshold: COMPRESSED_AT_ONCE,
    // Only responses that are not cached use these encodings. Compressing a page with zstd takes a
    // quarter of the time that brotli takes, and the result is 5 % larger.
    encodings: ["zstd", "br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  });
  const live = new LiveHub({
    changes,
    listRights: (rightsKeys) => database.system.all(listRights, rightsKeys),
    onError: (error) =>
      logger.warn({ err: error }, "the rights of open event streams could not be checked"),
  });
  // Ends the open event streams, which would otherwise prevent the server from closing.
  app.addHook("preClose", async () => live.close());
  mountHealth(app, { database, stopping });
  mountMetrics(app, metricsOf(dependencies, live));
  mountSecurityTxt(app, config);
  if (dependencies.hasDemo) mountDemoProvider(app, config);
  mountDomainCheck(app, { database: database.inTurnsOf("product"), config });
  if (pages) await pages.mountAssets(app);
  await app.register(async (portal) => mountPortal(portal, dependencies, live));
  return app;
}

/**
 * Mounts the routes that need the host of a portal. On any other host these routes respond with
 * 404, except routes with `admitsUnknownHost`.
 */
function mountPortal(
  portal: FastifyInstance,
  { config, database, changes, outbox, replica, pages, mailbox }: AppDependencies,
  live: LiveHub,
): void {
  const versions = trackDataVersions(changes);
  const responseCache = new ResponseCache(versions);
  const hosts = new HostCache(versions);
  portal.decorateRequest("requestContext");
  portal.decorateRequest("cacheKey", null);
  portal.decorateRequest("version", 0);
  startInTurn(portal);
  portal.addHook("onRequest", async (request, reply) => {
    request.cacheKey = cacheKeyOf(request);
    request.version = responseCache.now();
    refuseKeyInQuery(request);
    if (await responseCache.serve(request, reply)) return reply;
    const isBrowser = !hasApiKey(request);
    if (isBrowser && isForeignOrigin(request) && !request.routeOptions.config.admitsForeignOrigin) {
      throw forbidden("This request came from another site");
    }
    request.requestContext = await resolveContext(request, { database, config, hosts, replica });
    await admitApiKey(request, reply);
    return undefined;
  });
  const activities = createActivityLog(ACTIVITY_CONSUMERS, outbox?.wake);
  mountRoutes(portal, routes, {
    activities,
    changes,
    streams: live,
    responseCache,
    actForCustomer,
  });
  mountLogos(portal);
  mountPictures(portal);
  mountFeedbackPortal(portal);
  mountConfirmEmailForm(portal);
  mountLoginLink(portal);
  mountSignedTokens(portal);
  mountProviderSignOn(portal);
  mountSignOnPages(portal);
  mountCompanySignOn(portal);
  mountUnsubscribe(portal);
  mountSubscription(portal);
  mountSitemap(portal, responseCache);
  const inTurn = createRenderingTurns();
  mountChangelogFeeds(portal, responseCache, inTurn);
  mountSharePictures(portal, responseCache);
  mountMcp(portal);
  mountApiDocs(portal, routes, config.provider);
  if (mailbox && config.isDevelopment) mountDevMails(portal, mailbox);
  portal.all("/api/*", () => {
    throw notFound();
  });
  if (pages) mountPages(portal, { routes, pages, responseCache, live, inTurn, findNewAddress });
}

const metricsOf = (
  { config, replica, database, webhookCounts = noWebhooks() }: AppDependencies,
  live: LiveHub,
): Parameters<typeof mountMetrics>[1] => ({
  config,
  countStreams: () => live.size,
  replica,
  webhooks: {
    counts: webhookCounts,
    queueAge: async () => (await database.system.first(findQueueAge, {}))?.seconds ?? 0,
  },
});

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = errorReply(error, request);
  void reply.code(status).headers(headers).send(body);
}

/**
 * Logs one line per request. The query of the URL is left out, because search terms can be private.
 */
function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, next) => {
    const { method, url, host, ip } = request;
    const path = loggedPath(url);
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const userId = signedInUserId(request);
    request.log.info({ method, host, path, ip, userId, status: reply.statusCode, ms }, "request");
    next();
  });
}

/**
 * Returns the id of the signed-in user; undefined if nobody is signed in or if the request ended
 * before its session was resolved.
 */
function signedInUserId({
  requestContext,
}: {
  requestContext?: RequestContext;
}): number | undefined {
  return (requestContext?.viewer ?? requestContext?.restrictedUser)?.id;
}

/**
 * Converts the setting to Fastify's option. A number says how many proxies are trusted, beginning
 * with the one nearest to this process.
 */
function trustedProxies(trustProxy: Config["trustProxy"]) {
  return typeof trustProxy === "number" ? (_: string, hop: number) => hop < trustProxy : trustProxy;
}

/** Accepts only JSON bodies. An empty JSON body is treated as no body. */
function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void parse(request, body as string, done);
  });
}
