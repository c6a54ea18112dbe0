import { companiesApi } from "#contract/companies.ts";
import { portalVisitor } from "#server/http/guards.ts";
import { notFound } from "#server/http/httpError.ts";
import { route } from "#server/http/route.ts";
import { findCompany } from "./companies.queries.ts";
import { presentCompany } from "./presentCompany.ts";

export const companiesRoutes = [
  route(companiesApi.get, portalVisitor, async ({ database, tenantId, viewer, params: { companyId } }) => {
    const mayRead = companyId === tenantId || viewer?.role === "super_admin";
    const company = mayRead ? await database.tenant(companyId).first(findCompany, { companyId }) : undefined;
    if (!company) throw notFound(companiesApi.get.notFound);
    return presentCompany(company);
  }),
];
