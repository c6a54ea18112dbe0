import { expect, test } from "vitest";
import { NO_COLUMNS } from "#contract/importFields.ts";
import type { SourceRecord } from "#server/features/imports/sources/importRecord.ts";
import { checkItem } from "./planItems.ts";

function checked(given: Partial<Extract<SourceRecord, { kind: "item" }>>) {
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
    oldPath: null,
    ...given,
  };
  const context = {
    companyId: 1,
    importId: 1,
    source: "canny" as const,
    columns: NO_COLUMNS,
    dateOrder: null,
    boardId: null,
    viewQuota: 0,
    entryQuota: 0,
    pictureMegabytes: 0,
    plannedAsNew: 0,
    plannedBytes: 0,
    match: () => ({ target: null, match: "unknown" as const }),
  };
  return checkItem(record, context).data;
}

test("the longest path that an item can have in another product is stored in full", () => {
  const oldPath = `/${"b".repeat(100)}/p/${"t".repeat(200)}`;
  expect(checked({ oldPath }).oldPath).toBe(oldPath);
});

test("imported titles and names become one line, and imported texts are stored in NFC", () => {
  const person = { name: "Rene\u0301\n\u202ESmith", address: "r@example.org" };
  const given = { title: "Dark\r\nmode\u001B", content: "Se\u0301\n1", tags: ["a\tb", "\u200B"] };
  expect(checked({ ...given, board: "My\nboard", author: person })).toMatchObject({
    title: "Dark mode",
    description: "Sé\n1",
    tags: ["a b"],
    board: "My board",
    person: { fullName: "René Smith" },
  });
});

test("an imported title without a visible character is refused", () => {
  for (const title of ["\u3164", "\u200B\u200D", "\u202E\n"])
    expect(() => checked({ title })).toThrow("The title is empty");
});
