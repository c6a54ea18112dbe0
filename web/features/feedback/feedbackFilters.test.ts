import { expect, test } from "vitest";
import type { Board } from "#contract/boards.ts";
import { aBoard, aCustomer, anAdmin } from "#web/testing/fixtures.ts";
import {
  ignoredFilters,
  isFiltered,
  knownFilters,
  NO_FILTERS,
  readFilters,
  writeFilters,
} from "./feedbackFilters.ts";

const NONE = { categories: [], boards: [], pageBoardId: null };

const read = (query: string) => readFilters(new URLSearchParams(query));

test("feedback filters that were written to the URL are read back unchanged", () => {
  const filters = {
    search: "dark mode & 100%",
    category: "bug",
    status: "under_development",
    boardId: 4,
    boardCategoryId: 7,
    createdFrom: "2026-02-28",
    createdTo: "2026-03-14",
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
  "boardId=all&createdFrom=2026-02-30&createdTo=14.03.2026",
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
  expect(
    knownFilters(filters, { ...NONE, categories: undefined }, null, false).boardCategoryId,
  ).toBe(3);
  expect(
    knownFilters(filters, { ...NONE, categories: [category] }, null, false).boardCategoryId,
  ).toBe(3);
  expect(knownFilters(filters, NONE, null, false).boardCategoryId).toBeNull();
});

test("a filter by the viewer's own items is removed for signed-out visitors", () => {
  const filters = { ...NO_FILTERS, mine: "voted" } as const;
  expect(knownFilters(filters, NONE, aCustomer(), false).mine).toBe("voted");
  expect(knownFilters(filters, NONE, null, false).mine).toBeNull();
});

test("only admins can filter by new items, by unanswered items and by assignee", () => {
  const filters = { ...NO_FILTERS, status: "new", unanswered: true, assigneeId: "none" } as const;
  expect(knownFilters(filters, NONE, anAdmin(), true)).toEqual(filters);
  const forCustomer = { ...NO_FILTERS, status: "evaluating" };
  expect(knownFilters(filters, NONE, aCustomer(), false)).toEqual(forCustomer);
});

test("a filter by a board that does not exist is removed, and so is one on the page of a board", () => {
  const filters = { ...NO_FILTERS, boardId: 21 };
  const boardOf = (boards: Board[] | undefined, pageBoardId: number | null = null) =>
    knownFilters(filters, { ...NONE, boards, pageBoardId }, null, false).boardId;
  expect(boardOf(undefined)).toBe(21);
  expect(boardOf([aBoard({ id: 21 })])).toBe(21);
  expect(boardOf([])).toBeNull();
  expect(boardOf([aBoard({ id: 21 })], 22)).toBeNull();
});

test.each([
  ["sort=newest&status=done&category=bug", ["sort", "status"]],
  ["boardCategoryId=99&boardId=1e3&priority=high", ["boardCategoryId", "boardId", "priority"]],
  [
    "assigneeId=me&unanswered=true&createdFrom=2026-01-01",
    ["assigneeId", "unanswered", "createdFrom"],
  ],
  ["search=x&status=new&sort=match&view=1&submit=1&vote=5&category=all&boardCategoryId=", []],
  ["utm_source=mail&gclid=1&ref=x", []],
])("a customer's list with %s in its address ignores %j", (query, names) => {
  const params = new URLSearchParams(query);
  const known = knownFilters(read(query), NONE, aCustomer(), false);
  expect(ignoredFilters(params, known)).toEqual(names);
});

test("a list of the viewer's own items is not filtered by state", () => {
  const filters = { ...NO_FILTERS, mine: "voted", state: "closed" } as const;
  expect(knownFilters(filters, NONE, aCustomer(), false).state).toBe("open");
  expect(knownFilters(filters, NONE, null, false).state).toBe("closed");
});
