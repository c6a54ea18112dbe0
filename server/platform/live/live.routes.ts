import { eventsApi } from "#contract/events.ts";
import { portalVisitor } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";

export const liveRoutes = [
  route(eventsApi.stream, portalVisitor, async ({ tenantId, viewer, query, response }) =>
    response.stream({
      companyId: tenantId,
      canSeePrivate: isAdminOf(viewer, tenantId),
      since: query.since,
    }),
  ),
];
