import { expect, test } from "vitest";
import { NO_COLUMNS } from "#contract/importFields.ts";
import type { SourceRecord } from "#server/features/imports/sources/importRecord.ts";
import { checkItem } from "./planItems.ts";

test("the longest path that an item can have in another product is stored in full", () => {
  const oldPath = `/${"b".repeat(100)}/p/${"t".repeat(200)}`;
  const record: SourceRecord = {
    kind: "item",
    file: null,
    line: 1,
    key: "1",
    title: "Dark mode",
    content: "",
    author: null,
    status: null,
    category: null,
    board: null,
    tags: [],
    unnamedVotes: 0,
    createdAt: null,
    closed: null,
    oldPath,
  };
  const context = {
    companyId: 1,
    importId: 1,
    source: "canny" as const,
    columns: NO_COLUMNS,
    dateOrder: null,
    boardId: null,
    viewQuota: 0,
    plannedAsNew: 0,
    match: () => ({ target: null, match: "unknown" as const }),
  };
  expect(checkItem(record, context).data.oldPath).toBe(oldPath);
});
