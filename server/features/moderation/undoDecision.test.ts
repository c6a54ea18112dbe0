import { beforeAll, expect, test } from "vitest";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import {
  commitWhenBlocked,
  waitForBlockedSessions,
  withOpenTransaction,
} from "#server/checks/fixtures/openTransaction.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import { shownPosts } from "#server/checks/fixtures/shownPosts.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const everything = (restored: number) => ({ restored, notRestored: [] });

/** Creates a company with a waiting item and a waiting comment of a newcomer. */
async function scene() {
  const company = await portal.company();
  await portal.sql("update company set moderation = 'newcomers' where id = $1", [company.id]);
  const board = await portal.board(company);
  const cast = await castOf(portal, company);
  const { U, C } = cast.viewers;
  const item = await portal.item(board, { title: "Light mode" });
  const itemPath = `/api/feedback/${String(item.id)}`;
  const submission = { title: "Dark mode", description: "Please", boardId: board.id };
  const { id } = (await U.post("/api/feedback", submission)).body as { id: number };
  const path = `/api/feedback/${String(id)}`;
  const comment = (await U.post(`${itemPath}/comments`, { content: "Me too" })).body;
  await U.request("PUT", `${path}/follow`, { level: "off" });
  const colleague = portal.visitor(company.host, await portal.user("company_admin", company));
  const decide = async (verb: "approve" | "reject", posts: object) => {
    const { status, body } = await C.post(`/api/moderation/${verb}`, posts);
    expect([status, body]).toMatchObject([200, { undoToken: expect.any(String) }]);
    return (body as { undoToken: string }).undoToken;
  };
  const undo = (token: string) => C.post(`/api/undo/${token}`);
  const queue = async () => (await C.get("/api/moderation")).body as unknown[];
  const posts = { board, item, itemPath, id, path, comment };
  return { ...cast, ...posts, company, colleague, decide, undo, queue };
}

test("only the admin who approved posts can undo the approval, and only once; the undo hides the posts and deletes their notifications", async () => {
  const { viewers, company, user, itemPath, id, path, comment, colleague, ...rest } = await scene();
  const { decide, undo, queue } = rest;
  const decision = await decide("approve", await shownPosts(viewers.C, { userId: user.id }));
  await runJobs(portal);
  expect((await colleague.get("/api/notifications")).body).toHaveLength(2);
  expect((await colleague.post(`/api/undo/${decision}`)).status).toBe(404);
  expect((await undo(decision)).body).toEqual(everything(2));
  expect((await viewers.A.get(path)).status).toBe(404);
  expect((await viewers.A.get("/api/feedback?search=dark")).body).toEqual([]);
  expect((await viewers.A.get(`${itemPath}/comments`)).body).toEqual([]);
  expect((await viewers.A.get(itemPath)).body).toMatchObject({ commentsCount: 0 });
  expect((await viewers.U.get(path)).body).toMatchObject({ state: "pending", follow: "off" });
  expect((await colleague.get("/api/notifications")).body).toEqual([]);
  expect(await queue()).toHaveLength(2);
  expect((await undo(decision)).status).toBe(404);
  expect(await auditOf(portal, company)).toContainEqual(
    expect.objectContaining({
      action: "moderation.undo",
      details: { decision: "approve", feedbackIds: [id], commentIds: [comment.id] },
    }),
  );
});

test("nobody can see rejected posts, and undoing the rejection restores the posts as they were", async () => {
  const { viewers, user, admin, itemPath, path, decide, undo, queue } = await scene();
  const { id: assigneeId } = admin;
  expect((await viewers.C.patch(path, { assigneeId })).body).toMatchObject({ assigneeId });
  const read = async () => [
    (await viewers.U.get(path)).body,
    (await viewers.U.get(`${itemPath}/comments`)).body,
    await queue(),
    await portal.sql("select * from feedback_item order by id"),
  ];
  const before = await read();
  const decision = await decide("reject", await shownPosts(viewers.C, { userId: user.id }));
  for (const viewer of [viewers.U, viewers.C]) {
    expect((await viewer.get(path)).status).toBe(404);
    expect((await viewer.get(`${itemPath}/comments`)).body).toEqual([]);
    expect((await viewer.get("/api/feedback?mine=submitted")).body).toEqual([]);
  }
  expect(await queue()).toEqual([]);
  expect((await undo(decision)).body).toEqual(everything(2));
  expect(await read()).toEqual(before);
});

test("a rejected comment whose item is merged waits at the target after the undo, and at its item after the item is unmerged", async () => {
  const { viewers, company, item, itemPath, comment, decide, undo } = await scene();
  const { C, U } = viewers;
  const target = await portal.item(await portal.board(company));
  const targetPath = `/api/feedback/${String(target.id)}`;
  const commentsAt = async (path: string) => (await U.get(`${path}/comments`)).body as unknown[];
  const merge = () => C.post(`${itemPath}/merge`, { targetId: target.id });
  await merge();
  const whileMerged = await decide("reject", { commentId: comment.id });
  expect((await undo(whileMerged)).body).toEqual(everything(1));
  expect(await commentsAt(targetPath)).toMatchObject([{ id: comment.id }]);
  await C.post(`${itemPath}/unmerge`);
  expect(await commentsAt(itemPath)).toMatchObject([{ id: comment.id }]);

  const beforeMerge = await decide("reject", { commentId: comment.id });
  await merge();
  expect((await undo(beforeMerge)).body).toEqual(everything(1));
  expect(await commentsAt(targetPath)).toMatchObject([{ id: comment.id }]);

  const beforeUnmerge = await decide("reject", { commentId: comment.id });
  await C.post(`${itemPath}/unmerge`);
  expect((await undo(beforeUnmerge)).body).toEqual(everything(1));
  expect(await commentsAt(itemPath)).toMatchObject([{ id: comment.id }]);
  expect(await commentsAt(targetPath)).toEqual([]);
  const counts = await portal.sql(
    "select hidden_comments_count from feedback_item where id = any ($1::bigint[]) order by id",
    [[item.id, target.id]],
  );
  expect(counts).toEqual([{ hidden_comments_count: 1 }, { hidden_comments_count: 0 }]);
});

test("the rejection of a comment that stayed at a private merged item can be undone", async () => {
  const { viewers, company, item, itemPath, comment, decide, undo } = await scene();
  const { C } = viewers;
  const target = await portal.item(await portal.board(company));
  await portal.sql(
    "update board set is_private = true where id = (select board_id from feedback_item where id = $1)",
    [item.id],
  );
  expect((await C.post(`${itemPath}/merge`, { targetId: target.id })).status).toBe(200);
  const decision = await decide("reject", { commentId: comment.id });
  expect((await undo(decision)).body).toEqual(everything(1));
  expect((await C.get(`${itemPath}/comments`)).body).toMatchObject([{ id: comment.id }]);
});

test("undoing a block unblocks the account and restores its posts, and blocking a blocked account again creates nothing to undo", async () => {
  const { viewers, user, path, queue, undo } = await scene();
  const block = () =>
    viewers.C.request("PUT", `/api/blocked-accounts/${String(user.id)}`, { rejectPending: true });
  const { undoToken } = (await block()).body as { undoToken: string };
  expect((await block()).body).toMatchObject({ undoToken: null });
  expect(await queue()).toEqual([]);
  expect((await undo(undoToken)).body).toEqual(everything(3));
  expect((await viewers.C.get("/api/blocked-accounts")).body).toEqual([]);
  expect(await queue()).toHaveLength(2);
  expect((await viewers.U.patch(path, { title: "Night mode" })).status).toBe(200);
});

test("an approved post to which somebody has reacted or that was mailed stays approved, and the other posts wait again", async () => {
  const { viewers, user, item, itemPath, id, path, comment, decide, undo } = await scene();
  const voted = await decide("approve", await shownPosts(viewers.C, { userId: user.id }));
  await viewers.V.post(`${path}/vote`);
  expect((await undo(voted)).body).toEqual({
    restored: 1,
    notRestored: [{ feedbackId: id, commentId: null, field: null, reason: "reacted" }],
  });
  expect((await viewers.A.get(path)).body).toMatchObject({ state: "open", votes: 1 });
  expect((await viewers.A.get(itemPath)).body).toMatchObject({ commentsCount: 0 });
  const mailed = await decide("approve", { commentId: comment.id });
  await runJobs(portal);
  await portal.sql("update notification set mail = 'mailed' where feedback_id = $1", [item.id]);
  expect((await undo(mailed)).body).toEqual({
    restored: 0,
    notRestored: [{ feedbackId: item.id, commentId: comment.id, field: null, reason: "reacted" }],
  });
  expect((await viewers.A.get(itemPath)).body).toMatchObject({ commentsCount: 1 });
  expect(
    await portal.sql("select from notification where feedback_id = $1", [item.id]),
  ).not.toEqual([]);
});

test("rejected posts whose board or item was deleted since are named, and the other posts are restored", async () => {
  const { viewers, user, item, itemPath, path, comment, decide, undo } = await scene();
  const rejection = await decide("reject", await shownPosts(viewers.C, { userId: user.id }));
  await viewers.C.delete(itemPath);
  expect((await undo(rejection)).body).toEqual({
    restored: 1,
    notRestored: [{ feedbackId: item.id, commentId: comment.id, field: null, reason: "deleted" }],
  });
  expect((await viewers.U.get(path)).body).toMatchObject({ state: "pending" });
  const boardless = await scene();
  const rejected = await boardless.decide("reject", { feedbackId: boardless.id });
  await portal.sql("delete from board where id = $1", [boardless.board.id]);
  expect((await boardless.undo(rejected)).body).toMatchObject({
    restored: 0,
    notRestored: [{ feedbackId: boardless.id, reason: "deleted" }],
  });
});

test("a rejection whose author is deleted cannot be undone", async () => {
  const { user, id, decide, undo } = await scene();
  const rejection = await decide("reject", { feedbackId: id });
  await portal.sql("delete from user_account where id = $1", [user.id]);
  const { status, body } = await undo(rejection);
  expect([status, body.message]).toEqual([
    409,
    "An account that this belonged to was deleted, so nothing was restored",
  ]);
});

test("the rejection of a post that an import has created offers no undo, because the post's votes, comments and links to the import would be lost, and its approval does", async () => {
  const { viewers, company, user, id, comment, decide } = await scene();
  await portal.sql(
    `with item as (
       insert into imported_item (company_id, source, key, feedback_id, record)
       values ($1, 'hearback', '1', $2, '{}')
     )
     insert into imported_entry (company_id, source, kind, key, comment_id)
     values ($1, 'hearback', 'comment', '1', $3)`,
    [company.id, id, comment.id],
  );
  await viewers.C.post(
    `/api/undo/${await decide("approve", await shownPosts(viewers.C, { userId: user.id }))}`,
  );
  for (const post of [{ feedbackId: id }, { commentId: comment.id }]) {
    const { status, body } = await viewers.C.post("/api/moderation/reject", post);
    expect([status, body]).toEqual([200, { decided: 1, changed: [], undoToken: null }]);
  }
});

test("an undo that waits for the deletion of the author's account is refused, and an item that is restored during the deletion is attributed to a deleted user", async () => {
  const gone = await scene();
  const lost = await gone.decide("reject", { feedbackId: gone.id });
  const end = {
    text: "delete from user_account where id = $1",
    values: [gone.user.id],
    waiting: 1,
  };
  expect((await commitWhenBlocked(portal, end, () => gone.undo(lost))).status).toBe(409);
  expect(await portal.sql("select from feedback_item where id = $1", [gone.id])).toEqual([]);

  const { viewers, id, path, comment, decide, undo } = await scene();
  const rejection = await decide("reject", { feedbackId: id });
  // The deletion removes the author from items first. Then it waits for this comment.
  const lock = { text: "select from comment where id = $1 for update", values: [comment.id] };
  await withOpenTransaction(portal, lock, async (commit) => {
    const deletion = viewers.U.request("DELETE", "/api/user", { password: TEST_PASSWORD });
    await waitForBlockedSessions(portal, 1);
    expect((await undo(rejection)).body).toEqual(everything(1));
    await commit();
    expect((await deletion).status).toBe(204);
  });
  expect((await viewers.C.get(path)).body).toMatchObject({
    userId: null,
    isAuthorDeleted: true,
    author: { fullName: "Deleted user" },
    state: "pending",
  });
});
