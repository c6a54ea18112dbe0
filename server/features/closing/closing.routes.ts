import { closingApi } from "#contract/closing.ts";
import { objectAdmin } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { closeFeedback } from "./closeFeedback.ts";
import { reopenFeedback } from "./reopenFeedback.ts";

export const closingRoutes = [
  route(closingApi.close, objectAdmin, closeFeedback),
  route(closingApi.reopen, objectAdmin, reopenFeedback),
];
