import { eventsApi } from "#contract/events.ts";
import { portalVisitor } from "#server/http/guards.ts";
import { route } from "#server/http/route.ts";
import { isAdminOf } from "#server/users/users.policy.ts";

export const liveRoutes = [
  route(eventsApi.stream, portalVisitor, async ({ tenantId, viewer, query, answer }) =>
    answer.stream({
      companyId: tenantId,
      canSeePrivate: isAdminOf(viewer, tenantId),
      since: query.since,
    }),
  ),
];
