import { searchQuery } from "#contract/fields.ts";

export const COMPANY_SORTS = ["name", "date"] as const;

export type CompanySort = (typeof COMPANY_SORTS)[number];

export const COMPANY_SORT_LABELS: Record<CompanySort, string> = {
  name: "Name",
  date: "Newest first",
};

/** Longest search that the API takes. */
export const SEARCH_LENGTH = 200;

/** What the address says of the list of companies. */
export interface CompanyFilters {
  readonly search: string;
  readonly sort: CompanySort;
}

/** Reads an address; what makes no sense counts as not said. */
export function readCompanyFilters(params: URLSearchParams): CompanyFilters {
  return {
    search: searchQuery.safeParse(params.get("search") ?? "").data ?? "",
    sort: params.get("sort") === "date" ? "date" : "name",
  };
}

/** The address' parameters with other filters; what is the default is left out. */
export function writeCompanyFilters(params: URLSearchParams, { search, sort }: CompanyFilters) {
  const next = new URLSearchParams(params);
  next.delete("search");
  next.delete("sort");
  if (search) next.set("search", search);
  if (sort !== "name") next.set("sort", sort);
  return next;
}
