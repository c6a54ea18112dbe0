import { once } from "node:events";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint, Page, RawBody, ServedPicture } from "#contract/endpoint.ts";
import type { LiveEvent } from "#contract/events.ts";
import { REPEATED } from "#contract/idempotency.ts";
import type { Change } from "#server/platform/changes/change.ts";
import { changesForUsers } from "#server/platform/changes/change.ts";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { ActivityLog } from "#server/platform/activity/activityLog.ts";
import { NOBODY } from "#server/platform/activity/activityLog.ts";
import { inUploadSlot } from "#server/platform/uploads/uploadSlots.ts";
import { ResponseCookies } from "#server/platform/http/responseCookies.ts";
import { countCall } from "./callLimits.ts";
import type { ActForCustomer } from "./callRoute.ts";
import { answerOnce } from "./answerOnce.ts";
import { callRoute } from "./callRoute.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import { PICTURE_POLICY } from "#server/platform/http/securityHeaders.ts";
import { isRefusal } from "#server/platform/http/errorResponse.ts";
import type { ResponseCache } from "./responseCache.ts";
import { withUploadStream } from "#server/platform/uploads/withUploadStream.ts";
import { readUpload, takeUploadsOnly } from "#server/platform/uploads/readUpload.ts";
import { assertSameUser } from "#server/platform/access/assertSameUser.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { ResponseContext, Route, StreamOpener, Subscription } from "./route.ts";

interface MountServices {
  activities: ActivityLog;
  changes: Pick<ChangeFeed, "publish">;
  streams: StreamOpener;
  responseCache: Pick<ResponseCache, "store" | "shouldStore">;
  actForCustomer: ActForCustomer;
}

/**
 * Mounts all routes. Each call is checked in this order: origin, host, rate limits, guard, shape,
 * object (docs/product-decisions.md "Who may call what").
 */
export function mountRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  services: MountServices,
): void {
  const uploads = routes.filter(({ endpoint }) => endpoint.upload ?? endpoint.uploadStream);
  for (const route of routes) {
    if (route.endpoint.raw) mountRawRoute(app, route, services);
    else if (!uploads.includes(route)) mountRoute(app, route, services);
  }
  if (uploads.length === 0) return;
  // Uploads get their own scope, so that all other routes respond with 415 to a multipart body.
  void app.register(async (scope) => {
    await takeUploadsOnly(scope);
    for (const route of uploads) mountRoute(scope, route, services);
  });
}

/**
 * Mounts a route in a scope of its own, in which bodies of the route's media types are not parsed.
 */
function mountRawRoute(app: FastifyInstance, route: Route, services: MountServices): void {
  const { mediaTypes = [], maxBytes: bodyLimit = 0 } = route.endpoint.raw ?? {};
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      [...mediaTypes],
      { parseAs: "buffer", bodyLimit },
      ({ headers }, content, done) =>
        done(null, { contentType: headers["content-type"] ?? "", content }),
    );
    scope.addContentTypeParser("*", (_request, _payload, done) => {
      done(new HttpError(415, `Send ${mediaTypes.join(" or ")}`));
    });
    mountRoute(scope, route, services);
  });
}

function mountRoute(
  app: FastifyInstance,
  route: Route,
  { activities, changes, streams, responseCache, actForCustomer }: MountServices,
): void {
  const { endpoint, guard, limits } = route;
  if (typeof guard?.admit !== "function") {
    throw new Error(`${endpoint.method} ${endpoint.path} has no guard`);
  }
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: {
      isShared: isShared(route),
      isStream: endpoint.stream === true,
      isLargeUpload: endpoint.uploadStream !== undefined,
      ...(endpoint.scope && { scope: endpoint.scope }),
    },
    // These checks run before the body is read, so that a refusal reveals nothing about the
    // expected body.
    onRequest: async (request) => {
      await countCall(limits, request.requestContext);
      if (endpoint.method !== "GET") assertSameUser(request);
      request.requestContext = guard.admit(request.requestContext);
    },
    handler: async (request, reply) => {
      const { params, query } = request;
      let isAnyPending = false;
      const publishChanges = () => {
        for (const change of changesOf(route, request.requestContext, response))
          changes.publish(change);
        response.forgetEvents();
        if (isAnyPending && request.requestContext.tenantId !== null)
          activities.wake(request.requestContext.tenantId);
        isAnyPending = false;
      };
      const record: ResponseContext["record"] = (db, ...recorded) => {
        for (const { event, isPrivate } of recorded.flatMap(activities.eventsOf))
          response.changed(event, isPrivate);
        isAnyPending ||= recorded.some(({ kind }) => response.pendingFor(kind) !== NOBODY);
        return activities.record(db, request.requestContext, recorded);
      };
      const response = new RouteResponse(activities, request, publishChanges, record);
      const { result, isRepeated } = await withBody(endpoint, request, (body) =>
        answerOnce(request, endpoint, body, (context) =>
          callRoute(route, context, { params, query, body }, response, actForCustomer),
        ),
      ).catch((error: unknown) => {
        // The write has possibly been committed despite the error. The change is therefore
        // published, so that nobody gets older data from a cache or a replica.
        if (!isRefusal(error)) publishChanges();
        throw error;
      });
      // Changes are published before the response is sent, so that a client that has received the
      // response gets no stale data from this process's caches.
      if (isRepeated) reply.header(REPEATED, "true");
      else publishChanges();
      response.cookies.sendWith(reply);
      if (response.subscription) return streams.open(request, reply, response.subscription);
      return send(responseCache, reply, request, endpoint, result);
    },
  });
}

/**
 * Whether responses to anonymous visitors can be cached. This is true for GET routes whose guard
 * has `admitsAnonymous`, except streams, pictures and routes with a rate limit.
 */
function isShared({ endpoint, guard, limits }: Route): boolean {
  return (
    endpoint.method === "GET" &&
    guard.admitsAnonymous === true &&
    limits.length === 0 &&
    !endpoint.stream &&
    !endpoint.image
  );
}

/** Collects what a handler reports besides its result. */
class RouteResponse implements ResponseContext {
  readonly cookies = new ResponseCookies();
  isChanged = true;
  subscription: Subscription | undefined;
  concernedId: number | undefined;
  /** Reported events; `companyId` is undefined for the tenant. */
  events: {
    companyId?: number;
    event: LiveEvent;
    isPrivate: boolean;
    userIds?: readonly number[];
  }[] = [];
  readonly publishNow: ResponseContext["publishNow"];
  readonly record: ResponseContext["record"];
  readonly pendingFor: ResponseContext["pendingFor"];
  readonly writesFor: ResponseContext["writesFor"];

  constructor(
    { pendingFor, writesFor }: ActivityLog,
    { requestContext }: FastifyRequest,
    publishNow: ResponseContext["publishNow"],
    record: ResponseContext["record"],
  ) {
    this.publishNow = publishNow;
    this.record = record;
    this.pendingFor = (kind) => pendingFor(kind, requestContext);
    this.writesFor = writesFor;
  }

  setCookie(cookie: string): void {
    this.cookies.set(cookie);
  }

  unchanged(): void {
    this.isChanged = false;
  }

  concerns(companyId: number): void {
    this.concernedId = companyId;
  }

  changed(event: LiveEvent, isPrivate: boolean): void {
    this.events.push({ event, isPrivate });
  }

  changedForUsers(userIds: readonly number[], event: LiveEvent): void {
    this.events.push({ event, isPrivate: true, userIds });
  }

  changedIn(companyId: number, event: LiveEvent, isPrivate: boolean): void {
    this.events.push({ companyId, event, isPrivate });
  }

  /** Removes the reported events after they were published, so that no event is published twice. */
  forgetEvents(): void {
    this.events = [];
  }

  stream(subscription: Subscription): void {
    this.subscription = subscription;
  }
}

/**
 * Returns the changes that a call publishes. A GET call, an endpoint with `withoutInvalidation` and
 * a call that reported `unchanged` publish nothing. If the handler reported events, each event is
 * published for its company. Otherwise, one change without events is published for the company that
 * the call concerns, or for the tenant. Behind a super admin's guard, or without any company, this
 * change is published for all companies, because invalidating too much is slow but never shows
 * stale data.
 */
function changesOf(
  { endpoint, guard }: Route,
  context: RequestContext,
  { isChanged, events, concernedId }: RouteResponse,
): Change[] {
  if (endpoint.method === "GET" || endpoint.withoutInvalidation || !isChanged) return [];
  const { tenantId } = context;
  if (events.length > 0) {
    return events.flatMap(({ companyId = tenantId, event, isPrivate, userIds }) =>
      userIds && companyId !== null
        ? changesForUsers(companyId, userIds, event)
        : { companyId, isPrivate, events: [event] },
    );
  }
  const companyId = guard.changesAnyCompany ? null : (concernedId ?? tenantId);
  return [{ companyId, isPrivate: false, events: [] }];
}

const EMPTY_BODY: RawBody = { contentType: "", content: new Uint8Array() };

function withBody<T>(
  { upload, uploadStream, raw }: Endpoint,
  request: FastifyRequest,
  work: (body: unknown) => Promise<T>,
): Promise<T> {
  if (raw) return work(request.body ?? EMPTY_BODY);
  if (uploadStream) return withUploadStream(request, uploadStream, work);
  if (upload === undefined) return work(request.body);
  const { viewer, ip } = request.requestContext;
  return inUploadSlot(viewer ? `user ${String(viewer.id)}` : ip, async () =>
    work(await readUpload(request, upload)),
  );
}

function send(
  responseCache: MountServices["responseCache"],
  reply: FastifyReply,
  request: FastifyRequest,
  { method, status, paged, download, csv, zip, image }: Endpoint,
  result: unknown,
): FastifyReply | Promise<FastifyReply> {
  if (image) return sendPicture(reply, request, result as ServedPicture);
  if (download !== undefined) {
    const textType = csv ? "text/csv" : "application/json";
    const type = zip ? "application/zip" : `${textType}; charset=utf-8`;
    return sendFile(reply, { name: download, type }, result as AsyncIterable<string | Uint8Array>);
  }
  const headers = {
    "cache-control": "no-store",
    ...(paged && listHeaders(request, result as Page<unknown>)),
    // A response with a list that is not paged also gets the header with the total.
    ...(method === "GET" && Array.isArray(result) && { "x-total-count": String(result.length) }),
  };
  reply.code(status).headers(headers);
  if (status === 204) return reply.send();
  const body = paged ? (result as Page<unknown>).items : result;
  if (!responseCache.shouldStore(request)) return reply.send(body);
  const shared = {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    vary: "accept-encoding",
  };
  const bytes = Buffer.from(JSON.stringify(body));
  responseCache.store({ headers: shared, body: bytes }, request);
  return reply.headers(shared).send(bytes);
}

/**
 * Sends a file. Its first piece is created before the response begins, so that a failure is an error
 * response and not an incomplete file. The other pieces are created while the client reads.
 */
async function sendFile(
  reply: FastifyReply,
  { name, type }: { name: string; type: string },
  content: AsyncIterable<string | Uint8Array>,
): Promise<FastifyReply> {
  const file = Readable.from(content);
  await once(file, "readable");
  return reply
    .type(type)
    .headers({
      "cache-control": "no-store",
      "content-disposition": `attachment; filename="${name}"`,
    })
    .send(file);
}

/**
 * Seconds for which everybody may keep a picture that all visitors of a host may see. Its board can
 * become private at any time, so the time is that of cached pages (`responseCache.ts`).
 */
const PUBLIC_PICTURE_SECONDS = 60;

/**
 * Sends a picture, or a 304 if the client has it. A browser asks each time for a picture that not
 * everybody may see, so that it shows nothing that the viewer may no longer see.
 */
async function sendPicture(
  reply: FastifyReply,
  { headers, requestContext }: FastifyRequest,
  { etag, isPublic, read }: ServedPicture,
): Promise<FastifyReply> {
  const isKnown = headers["if-none-match"]?.split(/,\s*/).includes(etag) ?? false;
  const content = isKnown ? undefined : await read();
  const caching =
    isPublic && requestContext.apiKey === null
      ? `public, max-age=${String(PUBLIC_PICTURE_SECONDS)}`
      : "private, no-cache";
  return reply
    .code(isKnown ? 304 : 200)
    .headers({
      etag,
      "cache-control": caching,
      "content-security-policy": PICTURE_POLICY,
      ...(content && { "content-type": "image/webp" }),
    })
    .send(content);
}

/** Returns headers with the total of a list, the URL of its next page and a hint. */
function listHeaders(
  request: FastifyRequest,
  { total, nextCursor, isSearchCut = false, updatedUntil }: Page<unknown>,
): Record<string, string> {
  const headers = {
    "x-total-count": String(total),
    ...(isSearchCut && { "x-search-cut": "true" }),
    ...(updatedUntil !== undefined && { "x-updated-until": updatedUntil }),
  };
  if (nextCursor === null) return headers;
  const next = new URL(request.url, "http://host");
  next.searchParams.set("cursor", nextCursor);
  return { ...headers, link: `<${next.pathname}${next.search}>; rel="next"` };
}
