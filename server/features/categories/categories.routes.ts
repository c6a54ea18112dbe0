import { categoriesApi } from "#contract/categories.ts";
import { companyAdmin, objectAdmin, portalVisitor } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import { listCategories } from "./categories.queries.ts";
import { changeCategory, createCategory, removeCategory } from "./changeCategories.ts";

export const categoriesRoutes = [
  route(categoriesApi.list, portalVisitor, async ({ db, viewer }) =>
    db
      ? db.all(listCategories, {
          companyId: db.companyId,
          canSeePrivate: isAdminOf(viewer, db.companyId),
        })
      : [],
  ),
  route(categoriesApi.create, companyAdmin, createCategory),
  route(categoriesApi.update, objectAdmin, changeCategory),
  route(categoriesApi.remove, objectAdmin, removeCategory),
];
