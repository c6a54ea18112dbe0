import { describe, expect, test } from "vitest";
import { hearbackExport } from "#server/checks/fixtures/imports/hearbackExport.ts";
import { recordsOf } from "#server/checks/fixtures/imports/recordsOf.ts";
import { storedFileOf } from "#server/checks/fixtures/imports/storedFileOf.ts";
import { readHearback } from "./readHearback.ts";

const read = async (...changes: Parameters<typeof hearbackExport>) =>
  recordsOf(readHearback(storedFileOf(await hearbackExport(...changes))));

const ROBIN = { name: "Robin Reyes", address: "robin@customer.example" };
const AT = "2024-03-02T10:00:00.000Z";

describe("reading an export of Hearback", () => {
  test("items have the names of their boards, topics and authors, and closed and merged items are recognized", async () => {
    const { items, merges } = await read();
    expect(items[0]).toEqual({
      file: "data/items.jsonl",
      line: 1,
      kind: "item",
      key: "1",
      title: "Dark mode 🌙",
      content: "Dim,\n\u2028please",
      status: "planned",
      category: "feature",
      board: "Features",
      tags: ["Mobile"],
      author: ROBIN,
      unnamedVotes: 0,
      createdAt: AT,
      closed: null,
      oldPath: null,
    });
    expect(
      items.map(({ key, board, author, closed }) => [key, board, author?.name, closed]),
    ).toEqual([
      ["1", "Features", "Robin Reyes", null],
      ["2", "Ideas", undefined, { reason: "already_possible", note: "Use the menu", at: AT }],
      ["3", "Features", "Robin Reyes", null],
    ]);
    expect(merges).toMatchObject([{ item: "3", target: "1", mergedAt: AT }]);
  });

  test("votes and levels of following that a merge has copied are left out, and comments that a merge has moved return to the merged item", async () => {
    const { votes, follows, comments } = await read();
    expect(votes.map(({ item, voter }) => [item, voter.address])).toEqual([
      ["1", "robin@customer.example"],
      ["3", "kim@customer.example"],
    ]);
    expect(follows.map(({ item, level }) => [item, level])).toEqual([
      ["1", "all"],
      ["3", "off"],
    ]);
    expect(comments.map(({ key, item, isInternal }) => [key, item, isInternal])).toEqual([
      ["1", "1", false],
      ["2", "1", true],
      ["3", "3", false],
    ]);
  });

  test("status changes are read with their notes", async () => {
    const { statusChanges } = await read();
    expect(statusChanges).toMatchObject([
      { item: "1", from: "new", to: "planned", note: "We plan it", author: { name: "Ada Admin" } },
    ]);
  });

  test("records that were pending, name no known person or have an invalid format are reported with the reason", async () => {
    const { problems } = await read({ "data/status-changes.jsonl": [{ id: 1 }] });
    expect(problems).toEqual([
      "data/items.jsonl 4 item The item was not published",
      "data/status-changes.jsonl 1 status_change The record is not like one of an export",
      "data/comments.jsonl 4 comment The comment was not published",
      "data/votes.jsonl 4 vote The person is not in the export",
    ]);
  });

  test.each([
    [{ format: "other" }, "This is no export of Hearback: the ZIP file contains no manifest.json"],
    [{ version: 2, files: {} }, "A newer Hearback has made this export (version 2 instead of 1)"],
    [{ files: [] }, "This is no export of Hearback: data/people.jsonl is missing"],
    [
      { files: [{ name: "data/people.jsonl", records: 3, bytes: 1, crc32: "00000000" }] },
      "data/people.jsonl was changed after the export",
    ],
    [{ files: "none" }, "manifest.json is damaged"],
    [
      { files: [{ name: "data/people.jsonl", records: 0, bytes: 0, crc32: "00000001" }] },
      "data/people.jsonl was changed after the export",
    ],
  ])("an export with another manifest is refused: %j", async (manifest, message) => {
    await expect(read({ "data/people.jsonl": [] }, manifest)).rejects.toThrow(message);
  });
});
