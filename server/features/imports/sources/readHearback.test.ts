import { describe, expect, test } from "vitest";
import { exportedItem, hearbackExport } from "#server/checks/fixtures/imports/hearbackExport.ts";
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
      exported: {
        ...exportedItem(1, {
          title: "Dark mode 🌙",
          description: "Dim,\n\u2028please",
          boardCategoryId: 1,
          status: "planned",
          assigneeId: 1,
          isAnswered: true,
          votes: 2,
        }),
        isPrivate: false,
        isPending: false,
        assignee: "ada@acme.example",
      },
    });
    expect(
      items.map(({ key, board, author, closed, exported }) => [
        key,
        board,
        author?.name,
        exported?.isPending ? "pending" : closed,
      ]),
    ).toEqual([
      ["1", "Features", "Robin Reyes", null],
      ["2", "Ideas", undefined, { reason: "already_possible", note: "Use the menu", at: AT }],
      ["3", "Features", "Robin Reyes", null],
      ["4", "Features", "Robin Reyes", "pending"],
    ]);
    expect(merges).toMatchObject([{ item: "3", target: "1", mergedAt: AT }]);
  });

  test("votes and follows that a merge has copied refer to the merged item, and comments that a merge has moved belong to the merged item again", async () => {
    const { votes, follows, comments } = await read();
    expect(votes.map(({ item, voter, mergedFrom }) => [item, voter.address, mergedFrom])).toEqual([
      ["1", "robin@customer.example", null],
      ["1", "kim@customer.example", "3"],
      ["3", "kim@customer.example", null],
    ]);
    expect(votes[0]?.exported).toEqual({ isFollowing: true, isRecorded: false, recorder: null });
    expect(votes[2]?.exported).toEqual({
      isFollowing: false,
      isRecorded: true,
      recorder: { name: "Ada Admin", address: "ada@acme.example" },
    });
    expect(follows.map(({ item, level, mergedFrom }) => [item, level, mergedFrom])).toEqual([
      ["1", "all", null],
      ["1", "off", "3"],
      ["3", "off", null],
    ]);
    expect(
      comments.map(({ key, item, isInternal, isPending }) => [key, item, isInternal, isPending]),
    ).toEqual([
      ["1", "1", false, false],
      ["2", "1", true, false],
      ["3", "3", false, false],
      ["4", "1", false, true],
    ]);
  });

  test("status changes are read with their notes", async () => {
    const { statusChanges } = await read();
    expect(statusChanges).toMatchObject([
      {
        item: "1",
        from: "new",
        to: "planned",
        note: "We plan it",
        author: { name: "Ada Admin" },
        exported: { isSilent: false },
      },
    ]);
  });

  test("a record that has the wrong shape, or whose person or board is missing, is skipped with a reason", async () => {
    const changes = { "data/status-changes.jsonl": [{ id: 1 }] };
    expect((await read(changes)).problems).toEqual([
      "data/status-changes.jsonl 1 status_change The record is not like one of an export",
      "data/votes.jsonl 4 vote The person is not in the export",
    ]);
    const { problems, items } = await read({ "data/boards.jsonl": [{ id: 1, name: "Secret" }] });
    expect(items).toEqual([]);
    expect(problems[0]).toBe("data/items.jsonl 1 item The board is not in the export");
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
  ])("an export with an invalid manifest is refused: %j", async (manifest, message) => {
    await expect(read({ "data/people.jsonl": [] }, manifest)).rejects.toThrow(message);
  });
});
