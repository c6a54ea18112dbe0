import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Comment } from "#contract/comments.ts";
import { nextOf, readEachPage } from "#server/checks/fixtures/readPages.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const cast = await newCast(portal);
  const board = await portal.board(cast.company);
  const item = await portal.item(board);
  const path = `/api/feedback/${String(item.id)}`;
  return { ...cast, board, item, path, comments: `${path}/comments` };
}

async function countOf(item: { id: number }) {
  const [row] = await portal.sql<{ stored: number; counted: number }>(
    `select comments_count as stored, (select count(*)::int from comment c where c.feedback_id = f.id) as counted
     from feedback_item f where id = $1`,
    [item.id],
  );
  return row;
}

describe("listing comments", () => {
  test("comments are listed oldest first with their authors", async () => {
    const { viewers, user, admin, item, comments } = await scene();
    const first = await portal.comment(item, { userId: user.id, content: "First" });
    const second = await portal.comment(item, { userId: admin.id, content: "Second" });
    const { body } = await viewers.C.get(comments);
    expect(body).toEqual([
      {
        id: first.id,
        content: "First",
        contentFormat: "plain",
        feedbackId: item.id,
        userId: user.id,
        user: { username: user.username, fullName: user.fullName, pictureUrl: null },
        isByTeam: false,
        isImported: false,
        mergedFromTitle: null,
        visibility: "public",
        answersId: null,
        reactions: [],
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
        editedAt: null,
        editableUntil: null,
      },
      expect.objectContaining({
        id: second.id,
        content: "Second",
        user: { username: admin.username, fullName: admin.fullName, pictureUrl: null },
        isByTeam: true,
        isImported: false,
        mergedFromTitle: null,
      }),
    ]);
  });

  test("comments of a deleted account remain and are attributed to a deleted user", async () => {
    const { viewers, company, item, comments } = await scene();
    const leaver = await portal.user("user", company);
    await portal.comment(item, { userId: leaver.id, content: "Still here" });
    await portal.sql("delete from user_account where id = $1", [leaver.id]);
    expect((await viewers.A.get(comments)).body).toMatchObject([
      {
        content: "Still here",
        userId: null,
        user: { username: "Deleted user", fullName: "Deleted user" },
      },
    ]);
    expect(await countOf(item)).toEqual({ stored: 1, counted: 1 });
  });

  test("the author of a comment can be a user without a name, an admin of another company or a super admin", async () => {
    const { viewers, user, comments } = await scene();
    await portal.sql("update user_account set full_name = null where id = $1", [user.id]);
    for (const key of ["U", "V", "T"] as const)
      await viewers[key].post(comments, { content: `By ${key}` });
    const { body } = await viewers.C.get(comments);
    expect(body[0].user).toEqual({ username: user.username, fullName: null, pictureUrl: null });
    for (const comment of body.slice(1)) expect(comment.user.username).toMatch(/@example\.com$/);
    expect(body.map(({ isByTeam }: Comment) => isByTeam)).toEqual([false, false, false]);
  });

  test("an item's list of comments contains no comments on other items", async () => {
    const { viewers, board, item, comments } = await scene();
    await portal.comment(await portal.item(board), { content: "Elsewhere" });
    await portal.comment(item, { content: "Here" });
    expect((await viewers.A.get(comments)).body).toMatchObject([{ content: "Here" }]);
  });

  /** Creates an item with `many` comments: 'No. 1', 'No. 2' and so on. */
  async function discussion(many: number) {
    const set = await scene();
    await portal.sql(
      `insert into comment (company_id, feedback_id, content)
       select $1, $2, 'No. ' || n from generate_series(1, $3) n`,
      [set.company.id, set.item.id, many],
    );
    await portal.sql("update feedback_item set comments_count = $2 where id = $1", [
      set.item.id,
      many,
    ]);
    return set;
  }

  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => `No. ${String(from + n)}`);

  test("all comments can be paged through, twenty at a time by default, newest page first", async () => {
    const { viewers, comments } = await discussion(45);
    const pages = await readEachPage<Comment>(viewers.A, comments);
    expect(pages.map(({ items }) => items.map(({ content }) => content))).toEqual([
      numbers(26, 45),
      numbers(6, 25),
      numbers(1, 5),
    ]);
    expect(pages.map(({ total }) => total)).toEqual([45, 45, 45]);
  });

  test.each([1, 7, 20, 44, 45, 46, 100])(
    "pages of %i comments neither skip nor repeat a comment",
    async (limit) => {
      const { viewers, comments } = await discussion(45);
      const pages = await readEachPage<Comment>(viewers.A, `${comments}?limit=${String(limit)}`);
      const inOrder = pages.toReversed().flatMap(({ items }) => items);
      expect(inOrder.map(({ content }) => content)).toEqual(numbers(1, 45));
      expect(pages).toHaveLength(Math.ceil(45 / limit));
    },
  );

  test("a discussion of more than a thousand comments can be read completely", async () => {
    const { viewers, comments } = await discussion(1003);
    const pages = await readEachPage<Comment>(viewers.A, `${comments}?limit=100`);
    const inOrder = pages.toReversed().flatMap(({ items }) => items);
    expect(inOrder.map(({ content }) => content)).toEqual(numbers(1, 1003));
    expect(pages.at(-1)?.total).toBe(1003);
  });

  test("adding and deleting comments while paging neither repeats nor skips any other comment", async () => {
    const { viewers, comments } = await discussion(30);
    const first = await viewers.U.get(comments);
    const [oldestShown] = first.body as Comment[];
    await viewers.U.post(comments, { content: "Meanwhile" });
    await viewers.C.delete(`${comments}/${String(oldestShown?.id)}`);
    const pages = await readEachPage<Comment>(viewers.U, nextOf(first) ?? "");
    expect(pages.map(({ items }) => items.map(({ content }) => content))).toEqual([numbers(1, 10)]);
  });

  test.each([
    ["limit=0", "limit must be an integer from 1 to 100"],
    ["limit=101", "limit must be an integer from 1 to 100"],
    ["limit=x", "limit must be an integer from 1 to 100"],
    ["cursor=abc", "Invalid cursor"],
    ["cursor=%22", "Invalid cursor"],
  ])("a request for comments with %s is refused", async (query, message) => {
    const { viewers, comments } = await scene();
    const reply = await viewers.A.get(`${comments}?${query}`);
    expect([reply.status, reply.body.message]).toEqual([400, message]);
  });

  test("an item's list of comments refuses a cursor of another item's comments or of a list of items", async () => {
    const { viewers, comments, board, company } = await discussion(30);
    const elsewhere = await portal.item(board);
    for (let n = 0; n < 2; n += 1) await portal.comment(elsewhere);
    const others = `/api/feedback/${String(elsewhere.id)}/comments?limit=1`;
    for (const list of [others, "/api/feedback?limit=1", "/api/feedback?limit=1&sort=date"]) {
      const next = nextOf(await viewers.A.get(list));
      expect([list, next]).toEqual([list, expect.stringContaining("cursor=")]);
      const cursor = new URL(String(next), `http://${company.host}`).searchParams.get("cursor");
      const reply = await viewers.A.get(`${comments}?cursor=${String(cursor)}`);
      expect([list, reply.status, reply.body.message]).toEqual([list, 400, "Invalid cursor"]);
    }
  });
});

describe("adding a comment", () => {
  test("a new comment is returned, counted and listed", async () => {
    const { viewers, user, item, path, comments } = await scene();
    const reply = await viewers.U.post(comments, { content: "  Two lines\nof mine  " });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      content: "Two lines\nof mine",
      feedbackId: item.id,
      userId: user.id,
      user: { username: user.username, fullName: user.fullName },
    });
    expect((await viewers.U.get(comments)).body).toEqual([reply.body]);
    expect((await viewers.A.get(path)).body.commentsCount).toBe(1);
    expect(await countOf(item)).toEqual({ stored: 1, counted: 1 });
  });

  test("an author, an item and a date in the body of a new comment are ignored", async () => {
    const { viewers, user, admin, board, item, comments } = await scene();
    const elsewhere = await portal.item(board);
    const forged = {
      content: "Well",
      userId: admin.id,
      feedbackId: elsewhere.id,
      createdAt: "2001-01-01T00:00:00Z",
    };
    const { body } = await viewers.U.post(comments, forged);
    expect(body).toMatchObject({ userId: user.id, feedbackId: item.id });
    expect(body.createdAt).not.toMatch(/^2001/);
  });

  test.each([
    ["Comment cannot be empty", ["", "  ", "\n\t", undefined, null, 5, {}]],
    ["Comment must be at most 5000 characters", ["x".repeat(5001)]],
    ["Comment contains characters that cannot be stored", ["a\u0000b", "\ud800"]],
  ])("an invalid comment is refused with '%s'", async (message, contents) => {
    const { viewers, item, comments } = await scene();
    for (const content of contents) {
      const reply = await viewers.U.post(comments, { content });
      expect([content, reply.status, reply.body.message]).toEqual([content, 400, message]);
      expect(reply.body.errors.content).toContain(message);
    }
    expect(await countOf(item)).toEqual({ stored: 0, counted: 0 });
  });

  test("a comment can have 5,000 characters and can contain emoji and markup", async () => {
    const { viewers, comments } = await scene();
    for (const content of ["x".repeat(5000), "🚀".repeat(2500), '<b>no markup</b> & "quotes"']) {
      expect((await viewers.U.post(comments, { content })).body.content).toBe(content);
    }
  });

  test("twenty concurrent comments are counted as twenty", async () => {
    const { viewers, item, comments } = await scene();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        viewers.U.post(comments, { content: `No. ${String(n)}` }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await countOf(item)).toEqual({ stored: 20, counted: 20 });
  });
});

describe("deleting a comment", () => {
  test("authors can delete their own comments, admins can delete any comment, and the count decreases", async () => {
    const { viewers, user, item, comments } = await scene();
    const [own, others] = [
      await portal.comment(item, { userId: user.id }),
      await portal.comment(item),
    ];
    expect(await viewers.U.delete(`${comments}/${String(own.id)}`)).toMatchObject({
      status: 204,
      text: "",
    });
    expect(await countOf(item)).toEqual({ stored: 1, counted: 1 });
    expect((await viewers.U.delete(`${comments}/${String(others.id)}`)).status).toBe(403);
    expect((await viewers.C.delete(`${comments}/${String(others.id)}`)).status).toBe(204);
    expect(await countOf(item)).toEqual({ stored: 0, counted: 0 });
  });

  test("deleting a comment while its author's account is deleted gets 503, and a second attempt succeeds", async () => {
    const { viewers, company, item, comments } = await scene();
    const leaver = await portal.user("user", company);
    const { id } = await portal.comment(item, { userId: leaver.id });
    const deletion = {
      text: "delete from user_account where id = $1",
      values: [leaver.id],
      waiting: 1,
    };
    const call = () => viewers.C.delete(`${comments}/${String(id)}`);
    const { status, headers } = await commitWhenBlocked(portal, deletion, call);
    expect([status, headers["retry-after"]]).toEqual([503, "2"]);
    expect((await call()).status).toBe(204);
  });

  test("only an admin can delete a comment of a deleted account", async () => {
    const { viewers, item, comments } = await scene();
    const { id } = await portal.comment(item, { userId: null });
    for (const key of ["U", "V"] as const)
      expect((await viewers[key].delete(`${comments}/${String(id)}`)).status).toBe(403);
    expect((await viewers.A.delete(`${comments}/${String(id)}`)).status).toBe(401);
    expect(await countOf(item)).toEqual({ stored: 1, counted: 1 });
  });

  test("ten concurrent deletions of a comment decrease the count once", async () => {
    const { viewers, item, comments } = await scene();
    const { id } = await portal.comment(item);
    await portal.comment(item);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => viewers.C.delete(`${comments}/${String(id)}`)),
    );
    expect(
      replies.map(({ status }) => status).filter((status) => status !== 204 && status !== 404),
    ).toEqual([]);
    expect(await countOf(item)).toEqual({ stored: 1, counted: 1 });
  });

  test("concurrent deletions of a comment and its item both succeed", async () => {
    const { viewers, item, path, comments } = await scene();
    const { id } = await portal.comment(item);
    const waiting =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    const lock = {
      text: "select from feedback_item where id = $1 for update",
      values: [item.id],
      waiting: 2,
    };
    const replies = await commitWhenBlocked(portal, lock, async () => {
      const itemGoes = viewers.C.delete(path);
      await vi.waitFor(async () => expect(await portal.sql(waiting)).toHaveLength(1), {
        timeout: 5_000,
      });
      return Promise.all([itemGoes, viewers.C.delete(`${comments}/${String(id)}`)]);
    });
    expect(replies.map(({ status }) => status)).toEqual([204, 204]);
  });

  test("a comment cannot be deleted through the path of another item", async () => {
    const { viewers, board, item } = await scene();
    const comment = await portal.comment(await portal.item(board));
    await viewers.C.delete(`/api/feedback/${String(item.id)}/comments/${String(comment.id)}`);
    expect(await portal.sql("select 1 from comment where id = $1", [comment.id])).toHaveLength(1);
  });
});
