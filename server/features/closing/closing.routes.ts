import { closingApi } from "#contract/closing.ts";
import { companyAdmin, objectAdmin } from "#server/platform/access/guards.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import { route } from "#server/platform/routing/route.ts";
import { closeFeedback } from "./closeFeedback.ts";
import { closeInBulk } from "./closeInBulk.ts";
import { reopenFeedback } from "./reopenFeedback.ts";

/** Limits bulk changes, because each of them locks up to 500 items. */
const bulkLimit = byAccount({ name: "bulk-close-account", attempts: 300, windowSeconds: 60 * 60 });

export const closingRoutes = [
  route(closingApi.close, objectAdmin, closeFeedback),
  route(closingApi.reopen, objectAdmin, reopenFeedback),
  route(closingApi.closeInBulk, companyAdmin, closeInBulk, bulkLimit),
];
