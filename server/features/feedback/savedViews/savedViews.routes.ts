import { savedViewsApi } from "#contract/savedViews.ts";
import { companyAdmin, objectAdmin } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { changeView, createView, removeView } from "./changeViews.ts";
import { countViews } from "./countViews.ts";
import { listViews } from "./savedViews.queries.ts";

export const savedViewsRoutes = [
  route(savedViewsApi.list, companyAdmin, ({ db, tenantId: companyId }) =>
    db.all(listViews, { companyId }),
  ),
  route(savedViewsApi.counts, companyAdmin, countViews),
  route(savedViewsApi.create, companyAdmin, createView),
  route(savedViewsApi.update, objectAdmin, changeView),
  route(savedViewsApi.remove, objectAdmin, removeView),
];
