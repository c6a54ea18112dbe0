import { changelogTimelineApi } from "#contract/changelogTimeline.ts";
import { portalVisitor } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { listMonths, listTimelinePage } from "./readTimeline.ts";

export const changelogTimelineRoutes = [
  route(changelogTimelineApi.list, portalVisitor, listTimelinePage),
  route(changelogTimelineApi.months, portalVisitor, listMonths),
];
