import { categoriesApi } from "#contract/categories.ts";
import { companyAdmin, objectAdmin, portalVisitor } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { changeCategory, createCategory, removeCategory } from "./changeCategories.ts";
import { listCategoriesPage } from "./listCategoriesPage.ts";

export const categoriesRoutes = [
  route(categoriesApi.list, portalVisitor, listCategoriesPage),
  route(categoriesApi.create, companyAdmin, createCategory),
  route(categoriesApi.update, objectAdmin, changeCategory),
  route(categoriesApi.remove, objectAdmin, removeCategory),
];
