import { beforeAll, expect, test } from "vitest";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import {
  commitWhenBlocked,
  waitForBlockedSessions,
  withOpenTransaction,
} from "#server/checks/fixtures/openTransaction.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

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
    expect([status, body]).toMatchObject([200, { decisionId: expect.any(Number) }]);
    return { decisionId: (body as { decisionId: number }).decisionId };
  };
  const undo = (decision: object) => C.post("/api/moderation/undo", decision);
  const queue = async () => (await C.get("/api/moderation")).body as unknown[];
  const posts = { item, itemPath, id, path, comment };
  return { ...cast, ...posts, company, colleague, decide, undo, queue };
}

test("only the admin who approved posts can undo the approval, and only once; the undo hides the posts and deletes their notifications", async () => {
  const { viewers, company, user, itemPath, id, path, comment, colleague, ...rest } = await scene();
  const { decide, undo, queue } = rest;
  const decision = await decide("approve", { userId: user.id });
  await runJobs(portal);
  expect((await colleague.get("/api/notifications")).body).toHaveLength(2);
  expect((await colleague.post("/api/moderation/undo", decision)).status).toBe(404);
  expect((await undo(decision)).status).toBe(204);
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
  const decision = await decide("reject", { userId: user.id });
  for (const viewer of [viewers.U, viewers.C]) {
    expect((await viewer.get(path)).status).toBe(404);
    expect((await viewer.get(`${itemPath}/comments`)).body).toEqual([]);
    expect((await viewer.get("/api/feedback?mine=submitted")).body).toEqual([]);
  }
  expect(await queue()).toEqual([]);
  expect((await undo(decision)).status).toBe(204);
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
  expect((await undo(whileMerged)).status).toBe(204);
  expect(await commentsAt(targetPath)).toMatchObject([{ id: comment.id }]);
  await C.post(`${itemPath}/unmerge`);
  expect(await commentsAt(itemPath)).toMatchObject([{ id: comment.id }]);

  const beforeMerge = await decide("reject", { commentId: comment.id });
  await merge();
  expect((await undo(beforeMerge)).status).toBe(204);
  expect(await commentsAt(targetPath)).toMatchObject([{ id: comment.id }]);

  const beforeUnmerge = await decide("reject", { commentId: comment.id });
  await C.post(`${itemPath}/unmerge`);
  expect((await undo(beforeUnmerge)).status).toBe(204);
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
  expect((await undo(decision)).status).toBe(204);
  expect((await C.get(`${itemPath}/comments`)).body).toMatchObject([{ id: comment.id }]);
});

test("undoing a block unblocks the account and restores its posts, and blocking a blocked account again creates nothing to undo", async () => {
  const { viewers, user, path, queue, undo } = await scene();
  const block = () =>
    viewers.C.request("PUT", `/api/blocked-accounts/${String(user.id)}`, { rejectPending: true });
  const { decisionId } = (await block()).body as { decisionId: number };
  expect((await block()).body).toMatchObject({ decisionId: null });
  expect(await queue()).toEqual([]);
  expect((await undo({ decisionId })).status).toBe(204);
  expect((await viewers.C.get("/api/blocked-accounts")).body).toEqual([]);
  expect(await queue()).toHaveLength(2);
  expect((await viewers.U.patch(path, { title: "Night mode" })).status).toBe(200);
});

test("an approval to which somebody has reacted or that was mailed, and a rejection whose author or item is deleted, cannot be undone", async () => {
  const voted = await scene();
  const approval = await voted.decide("approve", { userId: voted.user.id });
  await voted.viewers.V.post(`${voted.path}/vote`);
  const mailed = await scene();
  const mailedApproval = await mailed.decide("approve", { commentId: mailed.comment.id });
  await runJobs(portal);
  await portal.sql("update notification set mail = 'mailed' where feedback_id = $1", [
    mailed.item.id,
  ]);
  const authorless = await scene();
  const rejection = await authorless.decide("reject", { feedbackId: authorless.id });
  await portal.sql("delete from user_account where id = $1", [authorless.user.id]);
  const itemless = await scene();
  const rejectedComment = await itemless.decide("reject", { commentId: itemless.comment.id });
  await itemless.viewers.C.delete(itemless.itemPath);
  for (const { status, body } of [
    await voted.undo(approval),
    await mailed.undo(mailedApproval),
    await authorless.undo(rejection),
    await itemless.undo(rejectedComment),
  ])
    expect([status, body.message]).toEqual([
      409,
      "Somebody has already reacted to this or was notified by mail",
    ]);
  expect((await voted.viewers.A.get(voted.path)).body).toMatchObject({ state: "open", votes: 1 });
  expect((await voted.viewers.A.get(voted.itemPath)).body).toMatchObject({ commentsCount: 1 });
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
    expect((await undo(rejection)).status).toBe(204);
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

test("a moderation decision can be undone for a minute, and is then deleted", async () => {
  const { id, decide, undo } = await scene();
  const decision = await decide("reject", { feedbackId: id });
  await portal.sql(
    "update moderation_decision set created_at = now() - interval '61 seconds' where id = $1",
    [decision.decisionId],
  );
  expect((await undo(decision)).status).toBe(404);
  await portal.sql("select graphile_worker.add_job('cleanUp')");
  await runJobs(portal);
  expect(
    await portal.sql("select from moderation_decision where id = $1", [decision.decisionId]),
  ).toEqual([]);
});
