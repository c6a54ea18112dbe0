import { beforeAll, describe, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

interface Id {
  id: number;
}

const pathOf = ({ id }: Id) => `/api/feedback/${String(id)}`;

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company);
  const secret = await portal.board(company, { isPrivate: true });
  const cast = await castOf(portal, company);
  const { viewers } = cast;
  const source = await portal.item(board, { title: "Night mode", userId: cast.user.id });
  const target = await portal.item(board, { title: "Dark mode" });
  const hidden = await portal.item(secret, { title: "Dark theme of the console" });
  const merge = (from: Id, into: Id, viewer = viewers.C) =>
    viewer.post(`${pathOf(from)}/merge`, { targetId: into.id });
  const unmerge = (item: Id) => viewers.C.post(`${pathOf(item)}/unmerge`);
  const comment = async (item: Id, content: string, viewer = viewers.U) =>
    expect((await viewer.post(`${pathOf(item)}/comments`, { content })).status).toBe(201);
  const commentsOf = async (item: Id, viewer = viewers.A) => {
    const { body, headers } = await viewer.get(`${pathOf(item)}/comments`);
    const contents = body.map(({ content }: { content: string }) => content);
    expect(headers["x-total-count"]).toBe(String(contents.length));
    return contents;
  };
  return {
    ...cast,
    company,
    board,
    secret,
    source,
    target,
    hidden,
    merge,
    unmerge,
    comment,
    commentsOf,
  };
}

type Scene = Awaited<ReturnType<typeof scene>>;

describe("merging", () => {
  test("the target of a merge has one vote of each voter and the comments of both items, sorted by time", async () => {
    const { viewers, source, target, merge, comment, commentsOf } = await scene();
    for (const viewer of [viewers.U, viewers.V]) await viewer.post(`${pathOf(source)}/vote`);
    for (const viewer of [viewers.V, viewers.C]) await viewer.post(`${pathOf(target)}/vote`);
    await comment(source, "First");
    await comment(target, "Second");
    await comment(source, "Third");
    const outcome = await viewers.C.get(`${pathOf(target)}/merge-outcome?ids=${String(source.id)}`);
    expect(outcome.body).toEqual({ votes: 3, comments: 3, followers: 3, privateItems: 0 });
    const merged = await merge(source, target);
    expect(merged.status).toBe(200);
    expect(merged.body).toMatchObject({ id: target.id, votes: 3, commentsCount: 3 });
    expect(await commentsOf(target)).toEqual(["First", "Second", "Third"]);
    const { body: comments } = await viewers.A.get(`${pathOf(target)}/comments`);
    expect(
      comments.map(({ mergedFromTitle }: { mergedFromTitle: string | null }) => mergedFromTitle),
    ).toEqual(["Night mode", null, "Night mode"]);
    expect((await viewers.U.get(pathOf(target))).body).toMatchObject({
      hasVoted: true,
      follow: "all",
    });
  });

  test("a merged item is in no list, names its target, and accepts no votes, comments, levels of following or changes", async () => {
    const { viewers, source, target, merge } = await scene();
    await merge(source, target);
    const { body, headers } = await viewers.A.get("/api/feedback");
    expect(body.map(({ id }: Id) => id)).toEqual([target.id]);
    expect(headers["x-total-count"]).toBe("1");
    expect((await viewers.A.get("/api/feedback?search=night")).body).toEqual([]);
    expect((await viewers.A.get(pathOf(source))).body).toMatchObject({
      state: "merged",
      mergedIntoId: target.id,
    });
    const message = "This item was merged into another one";
    for (const reply of [
      await viewers.U.post(`${pathOf(source)}/vote`),
      await viewers.U.post(`${pathOf(source)}/comments`, { content: "Late" }),
      await viewers.U.request("PUT", `${pathOf(source)}/follow`, { level: "status" }),
      await viewers.C.patch(pathOf(source), { title: "Late" }),
      await viewers.C.post(`${pathOf(source)}/close`, { reason: "other" }),
    ])
      expect([reply.status, reply.body.message]).toEqual([409, message]);
    expect((await viewers.A.get(`${pathOf(target)}/merged`)).body).toMatchObject([
      { id: source.id, title: "Night mode" },
    ]);
  });

  test("the level of following at a target is the strongest level at the merged items, but off if the person has chosen off at one of them", async () => {
    const { viewers, board, target, merge, unmerge } = await scene();
    const items = await Promise.all(["A", "B", "C"].map((title) => portal.item(board, { title })));
    const levels = ["status", "all", "off"];
    const outcome = ({ id }: Id) =>
      viewers.C.get(`${pathOf(target)}/merge-outcome?ids=${String(id)}`);
    const followed: unknown[] = [];
    for (const [index, item] of items.entries()) {
      const level = levels[index];
      await viewers.U.request("PUT", `${pathOf(item)}/follow`, { level });
      const { followers } = (await outcome(item)).body;
      expect((await merge(item, target)).status).toBe(200);
      followed.push([(await viewers.U.get(pathOf(target))).body.follow, followers]);
    }
    expect(followed).toEqual([
      ["status", 1],
      ["all", 1],
      ["off", 0],
    ]);
    await unmerge(items[2] ?? target);
    expect((await viewers.U.get(pathOf(target))).body.follow).toBe("all");
  });

  test("if an item with merged items is merged, its merged items become part of the new target, and unmerging the item restores it with its merged items", async () => {
    const { viewers, board, source, target, merge, unmerge, comment, commentsOf } = await scene();
    const last = await portal.item(board, { title: "Light mode" });
    await viewers.U.post(`${pathOf(source)}/vote`);
    await comment(source, "Of the source");
    await merge(source, target);
    expect((await merge(target, last)).body).toMatchObject({ votes: 1, commentsCount: 1 });
    expect((await viewers.A.get(pathOf(source))).body).toMatchObject({ mergedIntoId: last.id });
    expect((await unmerge(target)).body).toMatchObject({ votes: 1, commentsCount: 1 });
    expect((await viewers.A.get(pathOf(last))).body).toMatchObject({ votes: 0, commentsCount: 0 });
    expect((await viewers.A.get(pathOf(source))).body).toMatchObject({ mergedIntoId: target.id });
    expect((await unmerge(source)).body).toMatchObject({ votes: 1, commentsCount: 1 });
    expect(await commentsOf(source)).toEqual(["Of the source"]);
    expect((await viewers.A.get(pathOf(target))).body).toMatchObject({
      votes: 0,
      commentsCount: 0,
    });
  });

  test("of two concurrent merges of the same items in opposite directions, only one succeeds", async () => {
    const { viewers, source, target, merge } = await scene();
    await viewers.U.post(`${pathOf(source)}/vote`);
    await viewers.V.post(`${pathOf(target)}/vote`);
    const replies = await Promise.all([merge(source, target), merge(target, source)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { body } = await viewers.A.get("/api/feedback");
    expect(body).toMatchObject([{ votes: 2 }]);
  });

  test("an item cannot be merged into itself, a merged item, an unknown item or another company's item", async () => {
    const { viewers, board, other, source, target, merge } = await scene();
    const third = await portal.item(board);
    const foreign = await portal.item(await portal.board(other));
    await merge(source, target);
    const answers = [];
    for (const [from, into] of [
      [target, target],
      [source, third],
      [third, source],
      [third, { id: 999_999 }],
      [third, foreign],
      [foreign, third],
    ] as const) {
      const { status, body } = await merge(from, into);
      answers.push([status, body.message]);
    }
    expect(answers).toEqual([
      [409, "An item cannot be merged into itself"],
      [409, "This item is already merged into another one"],
      [409, "The target is itself merged into another item"],
      [404, "Feedback item not found"],
      [404, "Feedback item not found"],
      [404, "Feedback item not found"],
    ]);
    const unmerged = await viewers.C.post(`${pathOf(third)}/unmerge`);
    expect([unmerged.status, unmerged.body.message]).toEqual([409, "This item is not merged"]);
  });

  test("merges and unmerges are recorded in the audit log with the titles of both items", async () => {
    const { company, admin, source, target, merge, unmerge } = await scene();
    await merge(source, target);
    await unmerge(source);
    const entry = {
      actor: admin.username,
      subject: "Night mode",
      details: { id: source.id, targetId: target.id, target: "Dark mode" },
    };
    expect(await auditOf(portal, company)).toEqual([
      { ...entry, action: "feedback.merge" },
      { ...entry, action: "feedback.unmerge" },
    ]);
  });
});

describe("merging with private boards", () => {
  test("the votes of a private item that is merged into a public item are counted for visitors, who see neither the private item's text nor its comments", async () => {
    const { viewers, target, hidden, merge, comment, commentsOf } = await scene();
    await comment(hidden, "Internal", viewers.C);
    await viewers.C.post(`${pathOf(hidden)}/vote`);
    await merge(hidden, target);
    expect((await viewers.A.get(pathOf(target))).body).toMatchObject({
      votes: 1,
      commentsCount: 0,
    });
    expect(await commentsOf(target)).toEqual([]);
    expect((await viewers.A.get(`${pathOf(target)}/merged`)).body).toEqual([]);
    expect((await viewers.A.get(pathOf(hidden))).status).toBe(404);
    expect(await commentsOf(hidden, viewers.C)).toEqual(["Internal"]);
  });

  test("comments of a merged item are hidden from visitors while the merged item's board is private", async () => {
    const { viewers, company, target, merge, comment, commentsOf } = await scene();
    const second = await portal.board(company);
    const source = await portal.item(second);
    await comment(source, "Said in public");
    await merge(source, target);
    const boardPath = `/api/boards/${String(second.id)}`;
    await viewers.C.patch(boardPath, { isPrivate: true });
    expect(await commentsOf(target)).toEqual([]);
    expect((await viewers.A.get(pathOf(target))).body).toMatchObject({ commentsCount: 0 });
    await viewers.C.patch(boardPath, { isPrivate: false });
    expect(await commentsOf(target)).toEqual(["Said in public"]);
  });

  test("comments of a private merged item disappear for visitors when the target moves to a public board", async () => {
    const { viewers, board, secret, hidden, merge, comment, commentsOf } = await scene();
    const target = await portal.item(secret);
    await comment(hidden, "Internal", viewers.C);
    await merge(hidden, target);
    expect(await commentsOf(target, viewers.C)).toEqual(["Internal"]);
    await viewers.C.patch(pathOf(target), { boardId: board.id });
    expect(await commentsOf(target)).toEqual([]);
  });

  test("visitors do not learn the id of a private target", async () => {
    const { viewers, source, hidden, merge } = await scene();
    await merge(source, hidden);
    expect((await viewers.A.get(pathOf(source))).body).toMatchObject({
      state: "merged",
      mergedIntoId: null,
    });
    expect((await viewers.C.get(pathOf(source))).body).toMatchObject({ mergedIntoId: hidden.id });
  });
});

describe("unmerging", () => {
  test("votes and comments that the target gets after a merge stay with the target after the unmerge", async () => {
    const { viewers, source, target, merge, unmerge, comment, commentsOf } = await scene();
    await viewers.U.post(`${pathOf(source)}/vote`);
    await merge(source, target);
    await viewers.V.post(`${pathOf(target)}/vote`);
    await comment(target, "After the merge");
    expect((await unmerge(source)).body).toMatchObject({ state: "open", votes: 1 });
    expect((await viewers.A.get(pathOf(target))).body).toMatchObject({ votes: 1 });
    expect(await commentsOf(target)).toEqual(["After the merge"]);
    expect((await viewers.A.get("/api/feedback?search=night")).body).toMatchObject([
      { id: source.id },
    ]);
  });

  test("an item that was closed before a merge is closed after the unmerge", async () => {
    const { viewers, source, target, merge, unmerge } = await scene();
    await viewers.C.post(`${pathOf(source)}/close`, { reason: "duplicate" });
    await merge(source, target);
    expect((await unmerge(source)).body).toMatchObject({
      state: "closed",
      closeReason: "duplicate",
    });
  });
});

describe("merging several items", () => {
  test("several items with common voters can be merged in one request, and unmerging them in one request deletes the notifications of the merge", async () => {
    const { viewers, user, source, target, hidden, comment, commentsOf } = await scene();
    for (const item of [source, hidden]) await viewers.T.post(`${pathOf(item)}/vote`);
    await viewers.U.post(`${pathOf(source)}/vote`);
    await comment(source, "First");
    await comment(hidden, "Stays at the private item", viewers.T);
    const ids = [source.id, hidden.id];
    const before = (await viewers.C.get("/api/feedback")).body;
    const outcome = await viewers.C.get(`${pathOf(target)}/merge-outcome?ids=${ids.join(",")}`);
    expect(outcome.body).toEqual({ votes: 2, comments: 1, followers: 2, privateItems: 1 });
    const { status, body } = await viewers.C.post("/api/feedback/merge", {
      ids,
      targetId: target.id,
    });
    const changed = ids.map((id) => ({ id, changed: true }));
    expect([status, body.results]).toEqual([200, changed]);
    expect((await viewers.C.get("/api/feedback")).body).toMatchObject([
      { id: target.id, votes: 2, commentsCount: 1 },
    ]);
    await runJobs(portal);
    const bell = () =>
      portal.sql("select mail_pace from notification where user_id = $1", [user.id]);
    // The notifications of a bulk change are sent in a digest.
    expect(await bell()).toContainEqual({ mail_pace: "daily" });
    expect((await viewers.C.post(`/api/undo/${body.undoToken}`)).body).toEqual({
      restored: 2,
      notRestored: [],
    });
    expect((await viewers.C.get("/api/feedback")).body).toEqual(before);
    expect(await commentsOf(source)).toEqual(["First"]);
    expect(await bell()).not.toContainEqual({ mail_pace: "daily" });
  });

  test("unmerging restores items that had merged items of their own exactly as they were", async () => {
    const { viewers, company, board, source, target, merge, comment } = await scene();
    const [first, last] = [await portal.item(board), await portal.item(board)];
    for (const item of [first, source, target]) await comment(item, "Please");
    for (const item of [first, target]) await viewers.V.post(`${pathOf(item)}/vote`);
    await viewers.U.request("PUT", `${pathOf(first)}/follow`, { level: "status" });
    await merge(first, source);
    await merge(source, target);
    await viewers.T.post(`${pathOf(target)}/vote`);
    const rows = async () => [
      await portal.sql("select * from feedback_item where company_id = $1 order by id", [
        company.id,
      ]),
      await portal.sql(
        `select feedback_id, user_id, merged_from_id, created_at from user_vote
         where company_id = $1 order by feedback_id, user_id`,
        [company.id],
      ),
      await portal.sql(
        `select feedback_id, user_id, level, merged_from_id from follow
         where company_id = $1 order by feedback_id, user_id`,
        [company.id],
      ),
      await portal.sql("select * from comment where company_id = $1 order by id", [company.id]),
    ];
    const before = await rows();
    const ids = [target.id];
    const { body } = await viewers.C.post("/api/feedback/merge", { ids, targetId: last.id });
    expect((await viewers.C.post(`/api/undo/${body.undoToken}`)).status).toBe(200);
    expect(await rows()).toEqual(before);
  });

  test.each([
    ["is the target", 409, ({ target }: Scene) => target.id],
    ["does not exist", 404, () => 999_999],
    ["is merged", 409, ({ hidden }: Scene) => hidden.id],
  ])("nothing is merged if one of the items %s", async (_what, status, idOf) => {
    const all = await scene();
    const { viewers, source, target, hidden, merge } = all;
    await merge(hidden, await portal.item(all.board));
    const reply = await viewers.C.post("/api/feedback/merge", {
      ids: [source.id, idOf(all)],
      targetId: target.id,
    });
    expect(reply.status).toBe(status);
    expect((await viewers.C.get(pathOf(source))).body).toMatchObject({ state: "open" });
  });

  test("the undo of a merge leaves items that were unmerged or merged elsewhere since, and names deleted items", async () => {
    const { viewers, board, source, hidden, target, merge } = await scene();
    const [deleted, elsewhere] = [await portal.item(board), await portal.item(board)];
    const kept = await portal.item(board);
    const ids = [source.id, hidden.id, deleted.id, kept.id];
    const merged = await viewers.C.post("/api/feedback/merge", { ids, targetId: target.id });
    await viewers.T.post(`${pathOf(source)}/unmerge`);
    await viewers.T.post(`${pathOf(hidden)}/unmerge`);
    await merge(hidden, elsewhere);
    await portal.sql("delete from feedback_item where id = $1", [deleted.id]);
    const unchanged = { commentId: null, field: null };
    expect((await viewers.C.post(`/api/undo/${merged.body.undoToken}`)).body).toEqual({
      restored: 1,
      notRestored: [
        { ...unchanged, feedbackId: source.id, reason: "changed" },
        { ...unchanged, feedbackId: hidden.id, reason: "changed" },
        { ...unchanged, feedbackId: deleted.id, reason: "deleted" },
      ],
    });
    expect((await viewers.C.get(pathOf(hidden))).body).toMatchObject({ state: "merged" });
    expect((await viewers.C.get(pathOf(kept))).body).toMatchObject({ state: "open" });
  });
});
