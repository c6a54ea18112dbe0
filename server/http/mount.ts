import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint, Page } from "#contract/endpoint.ts";
import type { ChangeFeed, Changed } from "#server/db/changeFeed.ts";
import { inUploadSlot } from "#server/uploads/uploadSlots.ts";
import { countCall } from "./callLimits.ts";
import { callRoute } from "./callRoute.ts";
import { readUpload, takeUploadsOnly } from "./readUpload.ts";
import type { Route } from "./route.ts";

/** Every route of the table becomes a call of the server, checked in DECISIONS' order: host, origin, limits, guard, shape, object. */
export function mountRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  changes: Pick<ChangeFeed, "announce">,
): void {
  const uploads = routes.filter(({ endpoint }) => endpoint.upload !== undefined);
  for (const route of routes) {
    if (!uploads.includes(route)) mountRoute(app, route, changes);
  }
  if (uploads.length === 0) return;
  // A scope of their own: everywhere else a multipart body stays a 415.
  void app.register(async (scope) => {
    await takeUploadsOnly(scope);
    for (const route of uploads) mountRoute(scope, route, changes);
  });
}

function mountRoute(app: FastifyInstance, route: Route, changes: Pick<ChangeFeed, "announce">): void {
  const { endpoint, guard, limits } = route;
  if (typeof guard?.admit !== "function") {
    throw new Error(`${endpoint.method} ${endpoint.path} has no guard`);
  }
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // Before the body is read: whoever may not call learns nothing of its shape.
    onRequest: async (request) => {
      await countCall(limits, request.requestContext);
      request.requestContext = guard.admit(request.requestContext);
    },
    handler: async (request, reply) => {
      const { params, query } = request;
      let isChanged = true;
      const answer = {
        setCookie: (cookie: string) => void reply.header("set-cookie", cookie),
        unchanged: () => {
          isChanged = false;
        },
      };
      const result = await withBody(endpoint, request, (body) =>
        callRoute(route, request.requestContext, { params, query, body }, answer),
      );
      // Before the answer: whoever is told that it is done, sees it done.
      const changed = isChanged ? changedBy(endpoint, request) : undefined;
      if (changed !== undefined) changes.announce(changed);
      return send(reply, request, endpoint, result);
    },
  });
}

/**
 * Whose data a call has changed: the tenant's, or the company's that it names; the provider's calls change anyone's for all we know.
 * Undefined when there is nothing to be seen.
 */
function changedBy({ method, path, unseen }: Endpoint, request: FastifyRequest): Changed | undefined {
  if (method === "GET" || unseen) return undefined;
  if (path.startsWith("/api/admin/")) return null;
  const { companyId } = request.params as { companyId?: string };
  return companyId === undefined ? (request.requestContext.tenantId ?? undefined) : Number(companyId);
}

function withBody(
  { upload }: Endpoint,
  request: FastifyRequest,
  work: (body: unknown) => Promise<unknown>,
): Promise<unknown> {
  if (upload === undefined) return work(request.body);
  const { viewer, ip } = request.requestContext;
  return inUploadSlot(viewer ? `user ${String(viewer.id)}` : ip, async () =>
    work(await readUpload(request, upload)),
  );
}

function send(
  reply: FastifyReply,
  request: FastifyRequest,
  endpoint: Endpoint,
  result: unknown,
): FastifyReply {
  reply.code(endpoint.status).header("cache-control", "no-store");
  if (endpoint.status === 204) return reply.send();
  if (!endpoint.paged) return reply.send(result);
  const page = result as Page<unknown>;
  reply.header("x-total-count", String(page.total));
  if (page.nextCursor !== null) {
    const next = new URL(request.url, "http://host");
    next.searchParams.set("cursor", page.nextCursor);
    reply.header("link", `<${next.pathname}${next.search}>; rel="next"`);
  }
  return reply.send(page.items);
}
