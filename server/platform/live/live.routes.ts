import { eventsApi } from "#contract/events.ts";
import { portalVisitor } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";

export const liveRoutes = [
  route(eventsApi.stream, portalVisitor, async ({ tenantId, visibility, query, response }) =>
    response.stream({
      companyId: tenantId,
      canSeePrivate: visibility?.canSeePrivate ?? false,
      userId: visibility?.viewerId ?? null,
      since: query.since,
    }),
  ),
];
