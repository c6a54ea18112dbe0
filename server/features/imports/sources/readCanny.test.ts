import { afterEach, describe, expect, test } from "vitest";
import { CANNY_ACCOUNT } from "#server/checks/fixtures/imports/cannyAccount.ts";
import { cannyPages } from "#server/checks/fixtures/imports/cannyPages.ts";
import { CANNY_KEY, cannyServer } from "#server/checks/fixtures/imports/cannyServer.ts";
import { recordsOf } from "#server/checks/fixtures/imports/recordsOf.ts";
import { readCanny } from "./readCanny.ts";

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

/**
 * Starts a server that responds like Canny. `read` reads the account without waiting between
 * requests, and records for how long it would have waited.
 */
async function scene(options?: Parameters<typeof cannyServer>[0]) {
  const server = await cannyServer(options);
  ({ close } = server);
  const waits: number[] = [];
  const read = async (apiKey = CANNY_KEY) =>
    recordsOf(readCanny(await cannyPages({ apiKey, fetch: server.fetch }, waits)));
  return { ...server, read, waits };
}

describe("reading a Canny account", () => {
  test("Canny's posts become items whose first tag is the post's category, and merged posts become merges", async () => {
    const { read } = await scene();
    const { items, merges } = await read();
    expect(items[0]).toEqual({
      file: "posts",
      line: 1,
      kind: "item",
      key: "dark-mode",
      title: "Dark mode 🌙",
      content: "Dim,\r\nplease <b>now</b>",
      status: "in progress",
      category: null,
      board: "Feature Requests",
      tags: ["Mobile", "Design"],
      author: { name: "Robin Reyes", address: "robin@customer.example" },
      unnamedVotes: 3,
      createdAt: "2024-03-02T10:00:00.000Z",
      closed: null,
      oldPath: "/feature-requests/p/dark-mode",
      exported: {
        isPrivate: false,
        isPending: false,
        isAuthorDeleted: false,
        isAnswered: false,
        assignee: null,
      },
    });
    expect(items.map(({ key, board, oldPath }) => [key, board, oldPath])).toEqual([
      ["dark-mode", "Feature Requests", "/feature-requests/p/dark-mode"],
      ["night-mode", "Feature Requests", null],
      ["export", "Ideas", null],
      ["untitled", "Feature Requests", "/feature-requests/p/untitled"],
    ]);
    expect(items.find(({ key }) => key === "export")).toMatchObject({
      status: null,
      closed: { reason: "wont_do", note: "Not for now", at: "2024-03-07T10:00:00.000Z" },
    });
    expect(merges).toMatchObject([
      { item: "night-mode", target: "dark-mode", mergedAt: "2024-03-08T10:00:00.000Z" },
    ]);
  });

  test("the authors of Canny's votes and comments are read, and internal and private comments become internal", async () => {
    const { read } = await scene();
    const { votes, comments, statusChanges } = await read();
    expect(votes.map(({ item, voter }) => [item, voter.name, voter.address])).toEqual([
      ["dark-mode", "Robin Reyes", "robin@customer.example"],
      ["dark-mode", "Sam 😀", null],
    ]);
    expect(comments.map(({ content, isInternal }) => [content, isInternal])).toEqual([
      ["Every day", false],
      ["A customer pays for it", true],
      ["My number is 555", true],
    ]);
    expect(statusChanges.map(({ from, to, note }) => [from, to, note])).toEqual([
      ["open", "planned", "We plan it"],
      ["planned", "in progress", null],
    ]);
  });

  test("private boards of Canny stay private, and comments on a board with private comments become internal", async () => {
    const [features, ideas] = CANNY_ACCOUNT["boards"] ?? [];
    const boards = [
      { ...features, name: " Feature Requests ", isPrivate: true },
      { ...ideas, name: " ", privateComments: true },
    ];
    const comments = [
      { id: "k1", value: "Public", board: features, post: { id: "dark-mode" } },
      { id: "k2", value: "Private", board: ideas, post: { id: "export" } },
    ];
    const { read } = await scene({ account: { ...CANNY_ACCOUNT, boards, comments } });
    const { company, items, comments: found } = await read();
    expect(company?.company.boards).toMatchObject([
      {
        name: "Feature Requests",
        board: { name: "Feature Requests", slug: "feature-requests", isPrivate: true },
      },
      { name: "b2", board: { isPrivate: false } },
    ]);
    expect(items.map(({ key, board, exported }) => [key, board, exported?.isPrivate])).toEqual([
      ["dark-mode", "Feature Requests", true],
      ["night-mode", "Feature Requests", true],
      ["export", "b2", false],
      ["untitled", "Feature Requests", true],
    ]);
    expect(found.map(({ content, isInternal }) => [content, isInternal])).toEqual([
      ["Public", false],
      ["Private", true],
    ]);
  });

  test("boards of Canny with the same name count as one private board if one of them is private", async () => {
    const boards = [
      { id: "b1", name: "Ideas" },
      { id: "b2", name: "Ideas", isPrivate: true },
    ];
    const { read } = await scene({ account: { ...CANNY_ACCOUNT, boards } });
    expect((await read()).company?.company.boards).toMatchObject([
      { name: "Ideas", board: { isPrivate: true } },
    ]);
  });

  test("a record that is not in Canny's format is reported with its list, number and kind", async () => {
    const { read } = await scene({
      account: {
        ...CANNY_ACCOUNT,
        posts: [{ id: "1", mergeHistory: [{ by: "x" }] }, { id: 2 }],
        votes: [{}],
      },
    });
    expect((await read()).problems).toEqual([
      "votes 1 vote The record is not like one of Canny",
      "posts 1 merge The record is not like one of Canny",
      "posts 2 item The record is not like one of Canny",
    ]);
  });
});

describe("requests to Canny", () => {
  test("a refused request to Canny is repeated after the time in the Retry-After header or, without the header, after increasing times", async () => {
    const { read, waits, requests } = await scene({
      pageSize: 100,
      refuse: (request) =>
        [
          undefined,
          { status: 429, headers: { "retry-after": "7" } },
          { status: 503 },
          { status: 500 },
        ][request],
    });
    const { items } = await read();
    expect(items).toHaveLength(4);
    expect(waits).toEqual([7000, 2000, 4000]);
    expect(requests.map(({ path }) => path).slice(0, 4)).toEqual(
      Array.from({ length: 4 }, () => "/api/v1/boards/list"),
    );
  });

  test.each([
    ["which stays busy", { status: 429, headers: { "retry-after": "1" } }, 6],
    ["which asks for a wait of a day", { status: 429, headers: { "retry-after": "86400" } }, 1],
  ])("reading from a Canny server %s fails with an error", async (_, refusal, expected) => {
    const { read, requests } = await scene({ refuse: () => refusal });
    await expect(read()).rejects.toThrow("Canny does not respond. Try again later");
    expect(requests).toHaveLength(expected);
  });

  test("reading with a wrong API key fails after one request, and the error does not contain the key", async () => {
    const { read, requests } = await scene();
    const error = await read("wrong-key").catch((thrown: unknown) => thrown);
    expect(error).toEqual(new Error("Canny does not accept the key"));
    expect(JSON.stringify(error, ["message", "stack", "cause"])).not.toContain("wrong-key");
    expect(requests).toHaveLength(1);
  });

  test("if Canny refuses to list some records, the error names the list and the status of the response", async () => {
    const { read } = await scene({ account: { boards: [] } });
    await expect(read()).rejects.toThrow(
      "Canny has refused to list /v1/status_changes/list (status 404)",
    );
  });

  test("an empty page of Canny ends a list, and a response of Canny without the requested list is an error", async () => {
    const { fetch } = await scene();
    const empty: typeof fetch = async () => ({
      status: 200,
      headers: {},
      body: Buffer.from('{"boards":[],"hasMore":true}'),
    });
    await expect(cannyPages({ apiKey: CANNY_KEY, fetch: empty })).rejects.toThrow(
      "Canny has sent no statusChanges",
    );
  });
});
