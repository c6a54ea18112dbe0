import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import type { CompanyFilters } from "./companyFilters.ts";

/** The list of companies, page by page. Fetched again when one comes back to it after ten seconds. */
export function companyPagesQuery({ search, sort }: CompanyFilters) {
  const query = { search: search || undefined, sort: sort === "name" ? undefined : sort };
  return { ...apiPagedQuery(adminCompaniesApi.list, { query }), staleTime: 10_000 };
}
