import { mergingApi } from "#contract/merging.ts";
import { objectAdmin, portalVisitor } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { listMergedItemsPage } from "./listMergedItemsPage.ts";
import { mergeFeedback } from "./mergeFeedback.ts";
import { previewMerge } from "./previewMerge.ts";
import { unmergeFeedback } from "./unmergeFeedback.ts";

export const mergingRoutes = [
  route(mergingApi.preview, objectAdmin, previewMerge),
  route(mergingApi.merge, objectAdmin, mergeFeedback),
  route(mergingApi.unmerge, objectAdmin, unmergeFeedback),
  route(mergingApi.list, portalVisitor, listMergedItemsPage),
];
