import { expect, test } from "vitest";
import { readCompanyFilters, writeCompanyFilters } from "./companyFilters.ts";

const read = (query: string) => readCompanyFilters(new URLSearchParams(query));

test("an address without filters is the whole list by name", () => {
  expect(read("")).toEqual({ search: "", sort: "name" });
});

test("what makes no sense counts as not said", () => {
  expect(read(`sort=votes&search=${"a".repeat(201)}`)).toEqual({ search: "", sort: "name" });
  expect(read("search=%00")).toEqual({ search: "", sort: "name" });
});

test("filters come back from the address they were written to; the defaults are left out", () => {
  const filters = { search: "50% & more", sort: "date" } as const;
  const params = writeCompanyFilters(new URLSearchParams("x=1"), filters);
  expect(params.get("x")).toBe("1");
  expect(readCompanyFilters(params)).toEqual(filters);
  expect(writeCompanyFilters(params, { search: "", sort: "name" }).toString()).toBe("x=1");
});
