import { expect, test } from "vitest";
import { writeFilters } from "#web/app/navigation/filterParams.ts";
import { DEFAULT_COMPANY_FILTERS, readCompanyFilters } from "./CompaniesScreen.tsx";

const read = (query: string) => readCompanyFilters(new URLSearchParams(query));

test("a URL without filters lists all companies, sorted by name", () => {
  expect(read("")).toEqual({ search: "", sort: "name" });
});

test("invalid company filters in the URL are ignored", () => {
  expect(read(`sort=votes&search=${"a".repeat(201)}`)).toEqual({ search: "", sort: "name" });
  expect(read("search=%00")).toEqual({ search: "", sort: "name" });
});

test("company filters that were written to the URL are read back unchanged", () => {
  const filters = { search: "50% & more", sort: "date" } as const;
  const params = writeFilters(new URLSearchParams(), filters, DEFAULT_COMPANY_FILTERS);
  expect(readCompanyFilters(params)).toEqual(filters);
});
