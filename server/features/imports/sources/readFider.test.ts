import { describe, expect, test } from "vitest";
import {
  FIDER_SECRETS,
  FIDER_TABLES,
  fiderBackup,
} from "#server/checks/fixtures/imports/fiderBackup.ts";
import { recordsOf } from "#server/checks/fixtures/imports/recordsOf.ts";
import { storedFileOf } from "#server/checks/fixtures/imports/storedFileOf.ts";
import { zipOf } from "#server/checks/fixtures/imports/zipOf.ts";
import { readFider } from "./readFider.ts";

const read = async (changes?: Parameters<typeof fiderBackup>[0]) =>
  recordsOf(readFider(storedFileOf(await fiderBackup(changes))));

const ROBIN = { name: "Robin Reyes", address: "Robin@customer.example" };
const ADA = { name: "Ada Admin", address: "ada@fider.example" };

describe("reading a backup of Fider", () => {
  test("Fider's posts become items with their public tags, the names of their statuses and their old paths", async () => {
    const { items } = await read();
    expect(items[0]).toEqual({
      file: "posts.json",
      line: 1,
      kind: "item",
      key: "101",
      title: "Dark mode 🌙",
      content: expect.stringMatching(
        /^Please\.\r\n\r\n\*\*Bold\*\* and <script>alert\(1\)<\/script>\n!\[\]\(\/pictures\/[0-9a-f-]{36}\/0000x0000\.webp\)$/,
      ) as string,
      status: "Open",
      category: null,
      board: null,
      tags: ["Mobile"],
      author: ROBIN,
      unnamedVotes: 2,
      contentFormat: "markdown",
      createdAt: "2024-03-02T10:00:00.123456Z",
      closed: null,
      oldPath: "/posts/1",
    });
    expect(items.map(({ key, title, status }) => [key, title, status])).toEqual([
      ["101", "Dark mode 🌙", "Open"],
      ["102", "Export as CSV", "Planned"],
      ["103", "Faster search", "Started"],
      ["104", "Single sign-on", "Completed"],
      ["105", "A desktop app", null],
      ["106", "Night mode", null],
      ["108", "2024", "Open"],
      ["109", "=1+1", "Open"],
      ["111", "", "Open"],
      ["112", "From the future", "Open"],
    ]);
  });

  test("a post declined in Fider becomes a closed item with the answer as note, and a duplicate is merged into its original", async () => {
    const { items, merges } = await read();
    const at = (day: string) => `2024-03-${day}T10:00:00.123456Z`;
    expect(items.filter(({ closed }) => closed).map(({ key, closed }) => [key, closed])).toEqual([
      ["105", { reason: "wont_do", note: "Not for now", noteFormat: "markdown", at: at("08") }],
    ]);
    expect(merges).toMatchObject([{ item: "106", target: "101", mergedAt: at("09") }]);
  });

  test("Fider's answers become status changes, in which mentions are replaced by names", async () => {
    const { statusChanges } = await read();
    expect(statusChanges[0]).toMatchObject({ item: "102", author: ADA, from: null });
    expect(statusChanges.map(({ item, to, note }) => [item, to, note])).toEqual([
      ["102", "Planned", "Planned, Robin Reyes"],
      ["103", "Started", null],
      ["104", "Completed", "Done!"],
      ["109", "Open", "Thank you, we look at it"],
    ]);
  });

  test("an answer in Fider that is too long for a note becomes a comment", async () => {
    const long = "We think about it. ".repeat(60);
    const answer = { response: long, response_user_id: 1, response_date: "2024-03-08T10:00:00Z" };
    const { items, comments, statusChanges } = await read({
      posts: [
        { id: 1, number: 1, title: "A", status: 3, ...answer },
        { id: 2, number: 2, title: "B", status: 1, ...answer },
      ],
      comments: [],
    });
    expect(items.map(({ closed }) => closed?.note)).toEqual([null, undefined]);
    expect(statusChanges).toMatchObject([{ item: "2", to: "Started", note: null }]);
    expect(comments.map(({ item, author, content }) => [item, author, content])).toEqual([
      ["1", ADA, long],
      ["2", ADA, long],
    ]);
  });

  test("the people of Fider's votes, comments and subscriptions are read, and votes of unknown people are only counted", async () => {
    const { items, votes, comments, follows } = await read();
    const dark = votes.filter(({ item }) => item === "101").map(({ voter }) => voter.name);
    expect(dark).toEqual(["Robin Reyes", "Kim Östlund", "Sam 😀"]);
    expect(items[0]?.unnamedVotes).toBe(2);
    expect(comments.map(({ author, content }) => [author?.name, content])).toEqual([
      ["Kim Östlund", "Hello Robin Reyes, me too"],
      [undefined, "From somebody unknown"],
      ["Ada Admin", "Thanks 👍"],
    ]);
    expect(follows.map(({ person, level }) => [person.name, level])).toEqual([
      ["Robin Reyes", "all"],
      ["Kim Östlund", "off"],
    ]);
  });

  test("records that are deleted, unapproved or not in Fider's format are reported with the reason", async () => {
    const { problems } = await read({
      comments: [...(FIDER_TABLES["comments"] ?? []), { id: {}, content: "Broken" }],
    });
    expect(problems).toEqual([
      "posts.json 7 item Deleted in Fider",
      "posts.json 10 item Not approved in Fider",
      "comments.json 4 comment Deleted in Fider",
      "comments.json 5 comment Not approved in Fider",
      "comments.json 6 comment The record is not like one of Fider",
      "post_subscribers.json 3 follow The person is unknown or deleted",
    ]);
  });

  test("no secret of a Fider backup gets into a record", async () => {
    const { all } = await read();
    const text = JSON.stringify(all);
    expect(FIDER_SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test("a status that the company has defined in Fider is named by its slug", async () => {
    const posts = [{ id: 1, number: 1, title: "A", status_slug: "in-beta", status: 0 }];
    const declined = [{ id: 2, number: 2, title: "B", status_slug: "declined" }];
    const { items } = await read({ posts: [...posts, ...declined] });
    expect(items.map(({ status, closed }) => [status, closed?.reason])).toEqual([
      ["in-beta", undefined],
      [null, "wont_do"],
    ]);
  });

  test("a ZIP without posts.json is refused as a backup of Fider", async () => {
    const zip = storedFileOf(await zipOf([{ name: "data.json", content: "[]" }]));
    await expect(recordsOf(readFider(zip))).rejects.toThrow(
      "This is no backup of Fider: the ZIP file contains no posts.json",
    );
  });
});
