import { describe, expect, test } from "vitest";
import { quackbackZip } from "#server/checks/fixtures/imports/quackbackZip.ts";
import { recordsOf } from "#server/checks/fixtures/imports/recordsOf.ts";
import { storedFileOf } from "#server/checks/fixtures/imports/storedFileOf.ts";
import { zipOf } from "#server/checks/fixtures/imports/zipOf.ts";
import { readQuackback } from "./readQuackback.ts";

describe("reading an export of Quackback", () => {
  test("Quackback's posts, votes and comments become records, and comments that are not public are reported", async () => {
    const { items, votes, comments, problems } = await recordsOf(
      readQuackback(storedFileOf(await quackbackZip())),
    );
    expect(items[0]).toEqual({
      file: "posts.csv",
      line: 2,
      kind: "item",
      key: "post_01",
      title: "Dark mode 🌙",
      content: 'Dim,\r\n"please"\r\n<b>bold</b>',
      status: "In Progress",
      category: null,
      board: "features",
      tags: ["Mobile", "Design"],
      author: { name: "Robin Reyes", address: "robin@customer.example" },
      unnamedVotes: 3,
      createdAt: "2024-03-02T10:00:00.000Z",
      closed: null,
      oldPath: null,
    });
    expect(
      items.map(({ line, title, status, closed }) => [line, title, status, closed?.reason]),
    ).toEqual([
      [2, "Dark mode 🌙", "In Progress", undefined],
      [5, "Export", null, "wont_do"],
      [6, "", "Open", undefined],
      [7, "=1+1", "Open", undefined],
    ]);
    expect(votes.map(({ item, voter }) => [item, voter.address])).toEqual([
      ["post_01", "robin@customer.example"],
      ["post_01", "kim@customer.example"],
      ["post_99", "robin@customer.example"],
    ]);
    expect(comments.map(({ line, content, isInternal }) => [line, content, isInternal])).toEqual([
      [2, "I would use it\r\nevery day", false],
      [4, "A customer pays for it", true],
    ]);
    expect(problems).toEqual(["post_comments.csv 5 comment The comment is spam in Quackback"]);
  });

  test("a posts.csv without the required columns is refused with the names of the missing columns", async () => {
    const zip = await zipOf([{ name: "posts.csv", content: "id,subject\n1,A\n" }]);
    await expect(recordsOf(readQuackback(storedFileOf(zip)))).rejects.toThrow(
      "This is not posts.csv of Quackback. Missing columns: title, content",
    );
  });
});
