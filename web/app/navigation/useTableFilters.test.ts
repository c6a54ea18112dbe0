import { expect, test } from "vitest";
import { writeTableFilters } from "./useTableFilters.ts";

const DEFAULTS: { search: string; sort: string; companyId: number | null } = {
  search: "",
  sort: "name",
  companyId: null,
};

test("filters whose values differ from the defaults are written to the URL", () => {
  const filters = { search: "50% & more", sort: "date", companyId: 7 };
  const params = writeTableFilters(new URLSearchParams("x=1"), filters, DEFAULTS);
  expect(Object.fromEntries(params)).toEqual({
    x: "1",
    search: "50% & more",
    sort: "date",
    companyId: "7",
  });
});

test("filters with their default values are removed from the URL", () => {
  const params = new URLSearchParams("search=x&sort=date&companyId=7&x=1");
  expect(writeTableFilters(params, DEFAULTS, DEFAULTS).toString()).toBe("x=1");
});
