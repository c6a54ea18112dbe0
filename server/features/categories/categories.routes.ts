import { categoriesApi } from "#contract/categories.ts";
import { companyAdmin, objectAdmin, portalVisitor } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { listCategories } from "./categories.queries.ts";
import { changeCategory, createCategory, removeCategory } from "./changeCategories.ts";

export const categoriesRoutes = [
  route(categoriesApi.list, portalVisitor, async ({ db, visibility }) =>
    db && visibility ? db.all(listCategories, visibility) : [],
  ),
  route(categoriesApi.create, companyAdmin, createCategory),
  route(categoriesApi.update, objectAdmin, changeCategory),
  route(categoriesApi.remove, objectAdmin, removeCategory),
];
