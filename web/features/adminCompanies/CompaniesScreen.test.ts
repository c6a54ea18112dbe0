import { expect, test } from "vitest";
import { readTableFilters, writeTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { COMPANY_FILTERS } from "./CompaniesScreen.tsx";

const read = (query: string) => readTableFilters(new URLSearchParams(query), COMPANY_FILTERS);

test("a URL without filters lists all companies, sorted by name", () => {
  expect(read("")).toEqual({ search: "", sort: "name" });
});

test("invalid company filters in the URL are ignored", () => {
  expect(read(`sort=votes&search=${"a".repeat(201)}`)).toEqual({ search: "", sort: "name" });
  expect(read("search=%00")).toEqual({ search: "", sort: "name" });
});

test("company filters that were written to the URL are read back unchanged", () => {
  const filters = { search: "50% & more", sort: "date" } as const;
  const params = writeTableFilters(new URLSearchParams(), filters, COMPANY_FILTERS.defaults);
  expect(readTableFilters(params, COMPANY_FILTERS)).toEqual(filters);
});
