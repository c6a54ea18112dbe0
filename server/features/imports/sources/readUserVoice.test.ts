import { describe, expect, test } from "vitest";
import { recordsOf } from "#server/checks/fixtures/imports/recordsOf.ts";
import { storedFileOf } from "#server/checks/fixtures/imports/storedFileOf.ts";
import { uservoiceCsv } from "#server/checks/fixtures/imports/uservoiceCsv.ts";
import { readUserVoice } from "./readUserVoice.ts";

const LAYOUT = { format: "csv", delimiter: ",", columns: [], samples: [] } as const;

const read = (csv: string) =>
  recordsOf(readUserVoice(storedFileOf(csv), { ...LAYOUT, columns: [], samples: [] }));

describe("reading an export of UserVoice", () => {
  test("all rows of an idea together become one item with its votes and its answer", async () => {
    const { items, votes, statusChanges, problems } = await read(uservoiceCsv());
    expect(items[0]).toEqual({
      file: null,
      line: 2,
      kind: "item",
      key: "1",
      title: "Dark mode 🌙",
      content: "Dim,\r\nplease",
      status: "Planned",
      category: null,
      board: "Features",
      tags: ["Mobile", "ui", "theme"],
      author: { name: "Robin Reyes", address: "robin@customer.example" },
      unnamedVotes: 2,
      createdAt: "2024-03-02 10:00:00",
      closed: null,
      oldPath: null,
    });
    expect(items.map(({ key, unnamedVotes, closed }) => [key, unnamedVotes, closed])).toEqual([
      ["1", 2, null],
      ["2", 0, { reason: "wont_do", note: "Not for now", at: "2024-03-10 08:30:00" }],
      ["4", 0, null],
    ]);
    expect(votes.map(({ line, item, voter }) => [line, item, voter])).toEqual([
      [2, "1", { name: "Robin Reyes", address: "robin@customer.example" }],
      [4, "2", { name: null, address: "kim@customer.example" }],
      [5, "1", { name: "Kim", address: "kim@customer.example" }],
    ]);
    expect(statusChanges).toMatchObject([
      { item: "1", author: { address: "ada@acme.example" }, to: "Planned", note: "We plan it" },
    ]);
    expect(problems).toEqual([
      " 7 item The idea is spam in UserVoice",
      " 10 item The row has 2 cells instead of 18",
    ]);
  });

  test("in an export of UserVoice without forums, the category of an idea becomes its board", async () => {
    const { items } = await read(
      "Idea Id,Idea Title,Idea Description,Category Name,Public Status Name,Labels,Voters Count,User Email Address\n" +
        '1,Dark mode,,Features,Planned,"ui, theme",many,\n',
    );
    expect(items).toMatchObject([
      { board: "Features", tags: ["ui", " theme"], unnamedVotes: 0, content: "Dark mode" },
    ]);
  });

  test.each([
    ["title,content\nA,B\n", "Idea Id, Idea Title, Idea Description, Public Status Name"],
    ["", "Idea Id, Idea Title"],
  ])(
    "a file without the columns of UserVoice is refused with the names of the missing columns: %j",
    async (csv, missing) => {
      await expect(read(csv)).rejects.toThrow(
        `This is not the full export of ideas from UserVoice. Missing columns: ${missing}`,
      );
    },
  );
});
