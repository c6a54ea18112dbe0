import { changelogTimelineApi } from "#contract/changelogTimeline.ts";
import { portalVisitor } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { listChangelogMonths, listChangelogTimelinePage } from "./readTimeline.ts";

export const changelogTimelineRoutes = [
  route(changelogTimelineApi.list, portalVisitor, listChangelogTimelinePage),
  route(changelogTimelineApi.months, portalVisitor, listChangelogMonths),
];
