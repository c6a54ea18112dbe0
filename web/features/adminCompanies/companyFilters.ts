import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { searchQuery } from "#contract/fields.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

export const COMPANY_SORTS = ["name", "date"] as const;

export type CompanySort = (typeof COMPANY_SORTS)[number];

export const COMPANY_SORT_LABELS: Record<CompanySort, string> = {
  name: "Name",
  date: "Newest first",
};

/** The API accepts a search text of at most this many characters. */
export const SEARCH_LENGTH = 200;

/** The filters of the companies table, as stored in the URL. */
export interface CompanyFilters {
  readonly search: string;
  readonly sort: CompanySort;
}

/** The default filters: all companies, sorted by name. */
export const DEFAULT_COMPANY_FILTERS: CompanyFilters = { search: "", sort: "name" };

/** Returns the value if it is a sort order, otherwise the default sort order. */
export function readCompanySort(value: string | null): CompanySort {
  return value === "date" ? "date" : "name";
}

/** Reads the filters from the URL. Invalid values are replaced by the defaults. */
export function readCompanyFilters(params: URLSearchParams): CompanyFilters {
  return {
    search: searchQuery.safeParse(params.get("search") ?? "").data ?? "",
    sort: readCompanySort(params.get("sort")),
  };
}

/** Returns the query for the pages of the companies table. The data is stale after ten seconds. */
export function companyPagesQuery({ search, sort }: CompanyFilters) {
  const query = { search: search || undefined, sort: sort === "name" ? undefined : sort };
  return { ...apiPagedQuery(adminCompaniesApi.list, { query }), staleTime: 10_000 };
}
