import { execFile } from "node:child_process";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { createTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { listen } from "#server/checks/fixtures/listen.ts";
import { openStream } from "#server/checks/fixtures/openStream.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";
import { findWrongCounts, recount } from "./recount.queries.ts";

let portal: TestPortal;
let port: number;
beforeAll(async () => {
  portal = await startTestPortal();
  port = await listen(portal);
});
beforeEach(() => portal.sql("delete from company"));

const ALL_RIGHT = [
  "Votes of items: all correct",
  "Comments of items: all correct",
  "Hidden comments of items: all correct",
  "Reactions to comments: all correct",
  "Open items by board, status and category: all correct",
  "Items in the search index: all correct",
  "Items in the order by comments: all correct",
  "Trends of items: all correct",
];

async function scene() {
  const company = await portal.company();
  const secretBoard = await portal.board(company, { isPrivate: true });
  const secretItem = await portal.item(secretBoard, { title: "Secret" });
  const board = await portal.board(company);
  const item = await portal.item(board, { title: "Findable" });
  await portal.item(board);
  const [admin, customer] = [
    await portal.user("company_admin", company),
    await portal.user("user", company),
  ];
  const path = `/api/feedback/${String(item.id)}`;
  const voter = portal.visitor(company.host, customer);
  await voter.post(`${path}/vote`);
  await voter.post(`${path}/comments`, { content: "Well" });
  return {
    company,
    board,
    item,
    secretItem,
    admin,
    path,
    voter,
    guest: portal.visitor(company.host),
  };
}

/** Runs the program of `npm run recount`. */
function run(args: string[] = [], connectionString = portal.connectionString) {
  const env = { ...process.env, DATABASE_URL: connectionString };
  return new Promise<{ code: number; out: string[]; err: string }>((resolve) => {
    execFile(
      process.execPath,
      ["server/operations/recount/runRecount.ts", ...args],
      { cwd: ROOT, env },
      (error, stdout, stderr) =>
        resolve({ code: error ? 1 : 0, out: stdout.trim().split("\n"), err: stderr }),
    );
  });
}

/** Runs a recount in this process. */
const runRecount = () => recount(portal.connectionString);

describe("the recount command", () => {
  test("a recount of a correct database reports no errors", async () => {
    await scene();
    expect(await run()).toEqual({ code: 0, out: ALL_RIGHT, err: "" });
  });

  test("a recount corrects every kind of count and invalidates cached responses", async () => {
    const { company, board, item, path, guest, secretItem } = await scene();
    const shown = async () => {
      const list = await guest.get("/api/feedback");
      const found = await guest.get("/api/feedback?search=findable&status=new");
      const boards = await guest.get("/api/boards");
      return {
        one: [(await guest.get(path)).body.votes, (await guest.get(path)).body.commentsCount],
        listed: list.body.map(({ id, votes, commentsCount }: Record<string, number>) => [
          id,
          votes,
          commentsCount,
        ]),
        total: list.headers["x-total-count"],
        perBoard: boards.body.map(({ feedbackCount }: { feedbackCount: number }) => feedbackCount),
        found: [found.body.length, found.headers["x-total-count"]],
      };
    };
    const right = await shown();
    expect(right).toMatchObject({ one: [1, 1], total: "2", perBoard: [2], found: [1, "1"] });
    await portal.sql("update feedback_item set votes = 7, trend = 1 where id = $1", [item.id]);
    await portal.sql("update feedback_item set comments_count = 0 where company_id = $1", [
      company.id,
    ]);
    await portal.sql(
      `insert into comment_reaction (company_id, comment_id, user_id, emoji)
       select company_id, id, user_id, '👍' from comment`,
    );
    await portal.sql(`update comment set reactions = '{"👍": 2, "🎉": 1}'`);
    await portal.sql("delete from feedback_discussion where feedback_id = $1", [secretItem.id]);
    await portal.sql("update feedback_counter set items = 9 where board_id = $1", [board.id]);
    await portal.sql(
      `insert into feedback_counter (company_id, board_id, status, category, board_category_id, items)
       values ($1, $2, 'complete', 'bug', 0, 1)`,
      [company.id, board.id],
    );
    await portal.sql(
      "update feedback_search set document = 'other', status = 'planned' where feedback_id = $1",
      [item.id],
    );
    portal.publish();
    const wrong = { one: [7, 0], total: "10", perBoard: [10], found: [0, "0"] };
    // The first response is computed, the second response is stored in the cache, and the third
    // response comes from the cache.
    for (let time = 0; time < 3; time += 1) expect(await shown()).toMatchObject(wrong);
    expect(await run()).toEqual({
      code: 0,
      out: [
        "Votes of items: 1 wrong, 1 corrected",
        "Comments of items: 1 wrong, 1 corrected",
        "Hidden comments of items: all correct",
        "Reactions to comments: 1 wrong, 1 corrected",
        "Open items by board, status and category: 2 wrong, 2 corrected",
        "Items in the search index: 1 wrong, 1 corrected",
        "Items in the order by comments: 1 wrong, 1 corrected",
        "Trends of items: 1 wrong, 1 corrected",
      ],
      err: "",
    });
    await expect.poll(shown).toEqual(right);
    expect(await runRecount()).toEqual(ALL_RIGHT);
  });

  test("a recount creates missing counters and search rows", async () => {
    const { board, item, guest } = await scene();
    await portal.sql("delete from feedback_counter where board_id = $1", [board.id]);
    await portal.sql("delete from feedback_search where feedback_id = $1", [item.id]);
    expect((await runRecount()).slice(4)).toEqual([
      "Open items by board, status and category: 1 wrong, 1 corrected",
      "Items in the search index: 1 wrong, 1 corrected",
      "Items in the order by comments: all correct",
      "Trends of items: all correct",
    ]);
    const found = await guest.get("/api/feedback?search=findable");
    expect([
      found.body.length,
      (await guest.get("/api/feedback")).headers["x-total-count"],
    ]).toEqual([1, "2"]);
  });

  test("a recount keeps rows of different companies apart even if the rows have equal ids", async () => {
    const { company, board, item, path, guest } = await scene();
    const twin = await portal.company();
    const copy = (table: string, columns: string) =>
      portal.sql(
        `insert into ${table} (company_id, ${columns}) overriding system value select $2, ${columns} from ${table} where company_id = $1`,
        [company.id, twin.id],
      );
    await copy("board", "id, name, slug, is_private");
    await copy("feedback_item", "id, board_id, title, description, votes, comments_count, trend");
    await copy("user_vote", "feedback_id, user_id, created_at");
    await copy("comment", "id, feedback_id, content");
    expect(await runRecount()).toEqual(ALL_RIGHT);
    const voter = portal.visitor(twin.host, await portal.user("user", twin));
    await voter.post(`${path}/vote`);
    await voter.post(`${path}/comments`, { content: "Twin's" });
    const words = { title: "Twin's", description: "Own", boardId: board.id };
    expect((await voter.post("/api/feedback", words)).status).toBe(201);
    const counts = async () => {
      const perVisitor = [guest, voter].map(async (visitor) => {
        const { votes, commentsCount } = (await visitor.get(path)).body;
        return [
          votes,
          commentsCount,
          (await visitor.get("/api/feedback")).headers["x-total-count"],
        ];
      });
      return Promise.all(perVisitor);
    };
    const right = [
      [1, 1, "2"],
      [2, 2, "3"],
    ];
    expect(await counts()).toEqual(right);
    await portal.sql("update feedback_item set votes = 7, comments_count = 7 where id = $1", [
      item.id,
    ]);
    await portal.sql("update feedback_counter set items = 7 where board_id = $1", [board.id]);
    await portal.sql("update feedback_search set document = 'x' where feedback_id = $1", [item.id]);
    expect(await runRecount()).toEqual([
      "Votes of items: 2 wrong, 2 corrected",
      "Comments of items: 2 wrong, 2 corrected",
      "Hidden comments of items: all correct",
      "Reactions to comments: all correct",
      "Open items by board, status and category: 2 wrong, 2 corrected",
      "Items in the search index: 2 wrong, 2 corrected",
      "Items in the order by comments: all correct",
      "Trends of items: all correct",
    ]);
    await expect.poll(counts).toEqual(right);
    expect(await runRecount()).toEqual(ALL_RIGHT);
  });

  test("a recount sends visitors no event about private boards", async () => {
    const { company, item, secretItem, admin } = await scene();
    const stream = (cookie?: string) => openStream({ port, host: company.host, cookie });
    const [visitors, admins] = [await stream(), await stream(admin.cookie)];
    const voteEvents = async (id: number) => {
      const before = admins.changes().length;
      await portal.sql("update feedback_item set votes = votes + 1 where id = $1", [id]);
      expect((await runRecount())[0]).toBe("Votes of items: 1 wrong, 1 corrected");
      await expect.poll(() => admins.changes().length).toBeGreaterThan(before);
      return visitors.changes().length;
    };
    try {
      expect(await voteEvents(secretItem.id)).toBe(0);
      await voteEvents(item.id);
      await expect.poll(() => visitors.changes()).toEqual([{ kind: "anything" }]);
    } finally {
      visitors.close();
      admins.close();
    }
  });

  test("the recount command refuses to run with arguments or on a database that contains no portal, and prints a message of one line in each case", async () => {
    expect(await run(["--all"])).toMatchObject({ code: 1, err: "Use: npm run recount\n" });
    const empty = await createTestDatabase("empty");
    try {
      const { code, err } = await run([], empty.connectionString);
      expect([code, err]).toEqual([1, "The database contains no portal.\n"]);
    } finally {
      await empty.drop();
    }
  });
});

describe("a recount during concurrent writes", () => {
  const ADD_VOTE = `
    with added as (insert into user_vote (company_id, feedback_id, user_id) select company_id, id, $2::bigint from feedback_item where id = $1)
    update feedback_item set votes = votes + 1 where id = $1`;

  test("a recount includes a vote that is committed during the recount", async () => {
    const { company, item, path, guest } = await scene();
    const late = await portal.user("user", company);
    await portal.sql("update feedback_item set votes = 40 where id = $1", [item.id]);
    const held = { text: ADD_VOTE, values: [item.id, late.id], waiting: 1 };
    const lines = await commitWhenBlocked(portal, held, runRecount);
    expect(lines[0]).toBe("Votes of items: 1 wrong, 1 corrected");
    await expect.poll(async () => (await guest.get(path)).body.votes).toBe(2);
  });

  test("a recount includes an item that is committed during the recount", async () => {
    const { company, board, guest } = await scene();
    await portal.sql("update feedback_counter set items = 40 where board_id = $1", [board.id]);
    // The counter is changed at once, as at the beginning of a commit.
    const text = `set constraints all immediate;
      insert into feedback_item (company_id, board_id, title, description)
      values (${String(company.id)}, ${String(board.id)}, 'Late', 'Late')`;
    const lines = await commitWhenBlocked(portal, { text, waiting: 1 }, runRecount);
    expect(lines[4]).toBe("Open items by board, status and category: 1 wrong, 1 corrected");
    await expect
      .poll(async () => (await guest.get("/api/feedback")).headers["x-total-count"])
      .toBe("3");
  });

  test("concurrent votes, comments and moves cause no wrong counts during repeated recounts", async () => {
    const { company, board, item, path, guest, admin } = await scene();
    const manager = portal.visitor(company.host, admin);
    const voters = await Promise.all(
      Array.from({ length: 20 }, () => portal.user("user", company)),
    );
    await portal.sql("update feedback_item set votes = 40, comments_count = 40 where id = $1", [
      item.id,
    ]);
    await portal.sql("update feedback_counter set items = 40 where board_id = $1", [board.id]);
    const over = new AbortController();
    const recounts = (async () => {
      const lines: string[][] = [];
      while (!over.signal.aborted || lines.length < 2) lines.push(await runRecount());
      return lines;
    })();
    const replies = await Promise.all(
      voters.flatMap((user, n) => {
        const visitor = portal.visitor(company.host, user);
        return [
          visitor.post(`${path}/vote`),
          visitor.post(`${path}/comments`, { content: "Well" }),
          manager.patch(path, { status: n % 2 ? "planned" : "complete" }),
        ];
      }),
    );
    over.abort();
    const lines = await recounts;
    expect(replies.filter(({ status }) => status >= 400)).toEqual([]);
    // The first recount is left out, because it corrects the errors that this test has created.
    expect(
      lines
        .slice(1)
        .flat()
        .filter((line) => !line.endsWith("all correct")),
    ).toEqual([]);
    await expect
      .poll(async () => (await guest.get(path)).body)
      .toMatchObject({ votes: 21, commentsCount: 21 });
    expect((await guest.get("/api/feedback")).headers["x-total-count"]).toBe("2");
    expect(await findWrongCounts((text) => portal.sql(text))).toEqual([]);
  });
});
