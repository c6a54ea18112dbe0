import { categoriesApi } from "#contract/categories.ts";
import { portalVisitor } from "#server/http/guards.ts";
import { route } from "#server/http/route.ts";
import { listCategories } from "./categories.queries.ts";

export const categoriesRoutes = [
  route(categoriesApi.list, portalVisitor, async ({ db }) =>
    db ? db.all(listCategories, { companyId: db.companyId }) : [],
  ),
];
