import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { superAdmin } from "#server/platform/access/guards.ts";
import { substringPattern } from "#server/platform/http/keysetCursor.ts";
import { route } from "#server/platform/routing/route.ts";
import { listCompaniesNamed } from "./adminCompanies.queries.ts";
import {
  changeCompany,
  createCompany,
  listCompaniesPage,
  removeCompany,
} from "./adminCompanies.ts";

export const adminCompaniesRoutes = [
  route(adminCompaniesApi.list, superAdmin, listCompaniesPage),
  route(adminCompaniesApi.named, superAdmin, ({ database, query: { name } }) =>
    database.system.all(listCompaniesNamed, { name, pattern: substringPattern(name) }),
  ),
  route(adminCompaniesApi.create, superAdmin, createCompany),
  route(adminCompaniesApi.update, superAdmin, changeCompany),
  route(adminCompaniesApi.remove, superAdmin, removeCompany),
];
