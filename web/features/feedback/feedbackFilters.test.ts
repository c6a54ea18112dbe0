import { expect, test } from "vitest";
import { aCustomer, anAdmin } from "#web/testing/fixtures.ts";
import {
  isFiltered,
  knownFilters,
  NO_FILTERS,
  readFilters,
  writeFilters,
} from "./feedbackFilters.ts";

const read = (query: string) => readFilters(new URLSearchParams(query));

test("feedback filters that were written to the URL are read back unchanged", () => {
  const filters = {
    search: "dark mode & 100%",
    category: "bug",
    status: "under_development",
    boardCategoryId: 7,
    mine: "voted",
    assigneeId: 12,
    unanswered: true,
    state: "closed",
    sort: "date",
  } as const;
  expect(readFilters(writeFilters(new URLSearchParams(), filters))).toEqual(filters);
});

test("default feedback filters are left out of the URL, and other URL parameters stay", () => {
  const params = new URLSearchParams("search=x&status=planned&sort=date&submit=1");
  expect(writeFilters(params, NO_FILTERS).toString()).toBe("submit=1");
});

test.each([
  "",
  "search=+&category=all&status=all&boardCategoryId=&sort=votes",
  "category=toString&status=done&sort=votes2&boardCategoryId=1e3",
  "mine=liked",
  "assigneeId=all&unanswered=false",
  "state=merged",
  "boardCategoryId=-1",
  "boardCategoryId=0",
  "boardCategoryId=1234567890123456",
])("unknown or default feedback filters in the address have no effect: %s", (query) => {
  expect(read(query)).toEqual(NO_FILTERS);
  expect(isFiltered(read(query))).toBe(false);
});

test("a search text is cut to 500 characters and contains neither NUL characters nor unpaired surrogates", () => {
  expect(read(`search=${"a".repeat(700)}`).search).toHaveLength(500);
  expect(read(`search=${encodeURIComponent("a\u0000b")}`).search).toBe("ab");
  expect(read(`search=${"a".repeat(499)}${encodeURIComponent("😀")}`).search.isWellFormed()).toBe(
    true,
  );
});

test("a filter by a board category that does not exist is removed", () => {
  const filters = { ...NO_FILTERS, boardCategoryId: 3 };
  const category = {
    id: 3,
    name: "Mobile",
    companyId: 1,
    feedbackCount: 3,
    createdAt: "2026-01-01T00:00:00.000Z",
  };
  expect(knownFilters(filters, undefined, null, false).boardCategoryId).toBe(3);
  expect(knownFilters(filters, [category], null, false).boardCategoryId).toBe(3);
  expect(knownFilters(filters, [], null, false).boardCategoryId).toBeNull();
});

test("a filter by the viewer's own items is removed for signed-out visitors", () => {
  const filters = { ...NO_FILTERS, mine: "voted" } as const;
  expect(knownFilters(filters, [], aCustomer(), false).mine).toBe("voted");
  expect(knownFilters(filters, [], null, false).mine).toBeNull();
});

test("only admins can filter by new items, by unanswered items and by assignee", () => {
  const filters = { ...NO_FILTERS, status: "new", unanswered: true, assigneeId: "none" } as const;
  expect(knownFilters(filters, [], anAdmin(), true)).toEqual(filters);
  const forCustomer = { ...NO_FILTERS, status: "evaluating" };
  expect(knownFilters(filters, [], aCustomer(), false)).toEqual(forCustomer);
});

test.each([
  ["status=closed", { state: "closed" }],
  ["status=unanswered", { unanswered: true }],
  ["mine=me", { assigneeId: "me" }],
  ["mine=12", { assigneeId: 12 }],
  ["mine=voted", { mine: "voted" }],
])(
  "without JavaScript, the form parameter %s is read as the filter that the chosen option stands for",
  (query, filter) => {
    expect(read(query)).toEqual({ ...NO_FILTERS, ...filter });
  },
);

test("a list of the viewer's own items is not filtered by state", () => {
  const filters = { ...NO_FILTERS, mine: "voted", state: "closed" } as const;
  expect(knownFilters(filters, [], aCustomer(), false).state).toBe("open");
  expect(knownFilters(filters, [], null, false).state).toBe("closed");
});
