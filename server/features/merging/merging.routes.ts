import { mergingApi } from "#contract/merging.ts";
import { companyAdmin, objectAdmin, objectVisitor } from "#server/platform/access/guards.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import { route } from "#server/platform/routing/route.ts";
import { listMergedItemsPage } from "./listMergedItemsPage.ts";
import { mergeFeedback } from "./mergeFeedback.ts";
import { mergeInBulk } from "./mergeInBulk.ts";
import { previewMerge } from "./previewMerge.ts";
import { unmergeFeedback } from "./unmergeFeedback.ts";

/** Limits bulk merges, because each of them copies the votes and followers of up to 500 items. */
const bulkLimit = byAccount({ name: "bulk-merge-account", attempts: 300, windowSeconds: 60 * 60 });

export const mergingRoutes = [
  route(mergingApi.preview, objectAdmin, previewMerge),
  route(mergingApi.merge, objectAdmin, mergeFeedback),
  route(mergingApi.unmerge, objectAdmin, unmergeFeedback),
  route(mergingApi.mergeInBulk, companyAdmin, mergeInBulk, bulkLimit),
  route(mergingApi.list, objectVisitor, listMergedItemsPage),
];
