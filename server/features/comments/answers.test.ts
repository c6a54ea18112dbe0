import { beforeAll, expect, test } from "vitest";
import type { Comment } from "#contract/comments.ts";
import { NOT_ANSWERABLE } from "#contract/comments.ts";
import type { Notification } from "#contract/notifications.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const cast = await newCast(portal);
  const board = await portal.board(cast.company);
  const item = await portal.item(board);
  const path = `/api/feedback/${String(item.id)}`;
  const comments = `${path}/comments`;
  const answer = (visitor: Visitor, answersId: number, more: object = {}) =>
    visitor.post(comments, { content: "An answer", answersId, ...more });
  const first = await portal.comment(item, { userId: cast.user.id, content: "First" });
  return { ...cast, board, item, path, comments, answer, first };
}

/** Returns what each of the comments answers, by the comments' contents. */
async function answered(visitor: Visitor, comments: string) {
  const { body } = await visitor.get(comments);
  const contentOf = new Map((body as Comment[]).map(({ id, content }) => [id, content]));
  return (body as Comment[]).map(({ content, answersId }) => [
    content,
    answersId === null ? null : contentOf.get(answersId),
  ]);
}

test("an answer to an answer belongs to the comment that the latter answers, and stays when that comment is deleted", async () => {
  const { viewers, comments, answer, first } = await scene();
  const added = await answer(viewers.V, first.id);
  expect(added).toMatchObject({ status: 201, body: { answersId: first.id, reactions: [] } });
  const nested = await answer(viewers.U, added.body.id, { content: "Another" });
  expect(nested.body.answersId).toBe(first.id);
  expect(await answered(viewers.A, comments)).toEqual([
    ["First", null],
    ["An answer", "First"],
    ["Another", "First"],
  ]);
  expect((await viewers.U.delete(`${comments}/${String(first.id)}`)).status).toBe(204);
  expect(await answered(viewers.A, comments)).toEqual([
    ["An answer", null],
    ["Another", null],
  ]);
});

test("a comment of another item, one that waits for approval, and a note that the viewer cannot read cannot be answered", async () => {
  const { viewers, board, item, path, answer, user, admin } = await scene();
  const elsewhere = await portal.comment(await portal.item(board), {});
  const waiting = await portal.comment(item, { userId: user.id, visibility: "pending" });
  const note = await portal.comment(item, { userId: admin.id, visibility: "internal" });
  const before = (await viewers.U.get(path)).body;
  for (const id of [elsewhere.id, waiting.id, note.id, 999_999_999]) {
    const { status, body } = await answer(viewers.U, id);
    expect([status, body.errors]).toEqual([400, { answersId: [NOT_ANSWERABLE] }]);
  }
  // Neither a comment nor a follower was added.
  expect((await viewers.U.get(path)).body).toEqual(before);
});

test("an answer to an internal note is an internal note, which notifies the note's author", async () => {
  const { viewers, company, item, answer, comments } = await scene();
  const colleague = await portal.user("company_admin", company);
  const note = await portal.comment(item, { userId: colleague.id, visibility: "internal" });
  const { body } = await answer(viewers.C, note.id);
  expect(body).toMatchObject({ visibility: "internal", answersId: note.id });
  expect(await answered(viewers.A, comments)).toEqual([["First", null]]);
  await runJobs(portal);
  const listed = await portal.visitor(company.host, colleague).get("/api/notifications");
  expect(listed.body).toMatchObject([
    { kind: "note_added", reason: "answered", commentId: body.id, excerpt: "An answer" },
  ]);
  expect((await viewers.U.get("/api/notifications")).body).toEqual([]);
});

test("the author of an answered comment is told once, even at the level 'status', but not at the level 'off'", async () => {
  const { viewers, path, answer, first } = await scene();
  const toldOf = async () => {
    await runJobs(portal);
    const { body } = await viewers.U.get("/api/notifications");
    return (body as Notification[]).map(({ kind, reason }) => `${kind} ${reason}`);
  };
  await viewers.U.request("PUT", `${path}/follow`, { level: "status" });
  await answer(viewers.V, first.id);
  expect(await toldOf()).toEqual(["comment_added answered"]);
  await viewers.U.request("PUT", `${path}/follow`, { level: "all" });
  await answer(viewers.V, first.id);
  expect(await toldOf()).toHaveLength(2);
  await viewers.U.request("PUT", `${path}/follow`, { level: "off" });
  await answer(viewers.V, first.id);
  expect(await toldOf()).toHaveLength(2);
});

test("an answer that waits for approval is shown below its comment once it is approved, and its comment's author is then told", async () => {
  const { viewers, company, comments, answer, first } = await scene();
  const settings = `/api/company/${String(company.id)}`;
  await viewers.C.patch(settings, { moderation: "all" });
  const { body } = await answer(viewers.V, first.id);
  expect(body).toMatchObject({ visibility: "pending", answersId: first.id });
  const rejected = await viewers.C.post("/api/moderation/reject", { commentId: body.id });
  await viewers.C.post(`/api/undo/${rejected.body.undoToken}`);
  expect((await viewers.C.post("/api/moderation/approve", { commentId: body.id })).status).toBe(
    200,
  );
  expect(await answered(viewers.A, comments)).toEqual([
    ["First", null],
    ["An answer", "First"],
  ]);
  await runJobs(portal);
  const told = (await viewers.U.get("/api/notifications")).body;
  expect(told).toMatchObject([{ kind: "comment_added", reason: "answered" }]);
});

test("an answer to a comment of a merged item stands by itself after the item is unmerged, and below the comment after another merge", async () => {
  const { viewers, board, comments, answer } = await scene();
  const source = await portal.item(board);
  const moved = await portal.comment(source, { content: "Moved" });
  const merge = `/api/feedback/${String(source.id)}`;
  const into = { targetId: Number(/\d+/.exec(comments)?.[0]) };
  expect((await viewers.C.post(`${merge}/merge`, into)).status).toBe(200);
  expect((await answer(viewers.V, moved.id)).status).toBe(201);
  const below = [
    ["First", null],
    ["Moved", null],
    ["An answer", "Moved"],
  ];
  expect(await answered(viewers.A, comments)).toEqual(below);
  await viewers.C.post(`${merge}/unmerge`);
  expect(await answered(viewers.A, comments)).toEqual([
    ["First", null],
    ["An answer", null],
  ]);
  await viewers.C.post(`${merge}/merge`, into);
  expect(await answered(viewers.A, comments)).toEqual(below);
});

test("teammates whom an admin mentions are told once, in notes as well, and customers mention nobody", async () => {
  const { viewers, company, admin, user, comments } = await scene();
  const colleague = await portal.user("company_admin", company);
  await portal.sql("update user_account set new_feedback_pace = 'off' where id = $1", [
    colleague.id,
  ]);
  const told = async () => {
    await runJobs(portal);
    const { body } = await portal.visitor(company.host, colleague).get("/api/notifications");
    return (body as Notification[]).map(({ kind, reason }) => `${kind} ${reason}`).toReversed();
  };
  const content = `@${colleague.fullName} @${admin.fullName} @${user.fullName}, please`;
  await viewers.U.post(comments, { content });
  expect(await told()).toEqual([]);
  await viewers.C.post(comments, { content });
  await viewers.C.post(comments, { content: `**@${colleague.fullName}**`, isInternal: true });
  expect(await told()).toEqual(["comment_added mentioned", "note_added mentioned"]);
  expect((await viewers.C.get("/api/notifications")).body).toEqual([
    expect.objectContaining({ reason: "admin" }),
  ]);
  // A former teammate no longer sees the note.
  await portal.sql("update user_account set role = 'user' where id = $1", [colleague.id]);
  expect(await told()).toEqual(["comment_added mentioned"]);
});
