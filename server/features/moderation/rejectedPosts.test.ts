import { beforeAll, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

const REJECTED = "/api/rejected-posts";
const REASON = "It names a customer. Please write it without the name.";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** Returns a cast in whose company every post waits, and a customer's waiting item and comment. */
async function scene() {
  const cast = await newCast(portal);
  const { company, viewers } = cast;
  const board = await portal.board(company);
  const other = await portal.item(board);
  await portal.sql("update company set moderation = 'all' where id = $1", [company.id]);
  const submitted = await viewers.U.post("/api/feedback", {
    title: "Dark mode",
    description: "For Jane Doe",
    boardId: board.id,
  });
  const commented = await viewers.U.post(`/api/feedback/${String(other.id)}/comments`, {
    content: "Jane Doe wants it",
  });
  const reject = (body: object) => viewers.C.post("/api/moderation/reject", body);
  return {
    ...cast,
    other,
    item: { feedbackId: Number(submitted.body.id) },
    comment: { commentId: Number(commented.body.id) },
    reject,
  };
}

test("the author of a rejected item or comment sees that it was not published and why, and nobody else does", async () => {
  const { company, viewers, other, item, comment, reject } = await scene();
  expect((await reject({ ...item, reason: ` ${REASON} ` })).status).toBe(200);
  expect((await reject({ ...comment, reason: "" })).status).toBe(200);
  const createdAt = expect.stringMatching(/Z$/);
  const { body } = await viewers.U.get(REJECTED);
  expect(body).toEqual([
    {
      id: expect.any(Number),
      feedbackId: other.id,
      ...comment,
      title: other.title,
      excerpt: "Jane Doe wants it",
      reason: null,
      isRead: false,
      createdAt,
    },
    {
      id: expect.any(Number),
      ...item,
      commentId: null,
      title: "Dark mode",
      excerpt: "For Jane Doe",
      reason: REASON,
      isRead: false,
      createdAt,
    },
  ]);
  const ofItem = await viewers.U.get(`${REJECTED}?feedbackId=${String(item.feedbackId)}`);
  expect(ofItem.body).toEqual([body[1]]);
  for (const viewer of [viewers.C, viewers.V, viewers.X, viewers.S])
    expect((await viewer.get(REJECTED)).body).toEqual([]);
  expect((await auditOf(portal, company)).slice(-2)).toMatchObject([
    { action: "feedback.delete", details: { reason: REASON } },
    { action: "comment.delete", details: expect.not.objectContaining({ reason: null }) },
  ]);
});

test("the bell of the author counts rejected posts until they are marked as read", async () => {
  const { viewers, item, comment, reject } = await scene();
  const unread = async () => (await viewers.U.get("/api/notifications/unread")).body.count;
  const before = await unread();
  await reject(item);
  await reject(comment);
  expect(await unread()).toBe(before + 2);
  const [first] = (await viewers.U.get(REJECTED)).body;
  const read = { rejectedIds: [first.id] };
  await viewers.C.post("/api/notifications/read", read);
  expect(await unread()).toBe(before + 2);
  expect((await viewers.U.post("/api/notifications/read", read)).status).toBe(204);
  expect(await unread()).toBe(before + 1);
  const isRead = async () =>
    (await viewers.U.get(REJECTED)).body.map((post: { isRead: boolean }) => post.isRead);
  expect(await isRead()).toEqual([true, false]);
  await viewers.U.post("/api/notifications/read", { all: true });
  expect(await isRead()).toEqual([true, true]);
  expect(await unread()).toBe(0);
});

test("a rejection that is undone is no longer shown to the author", async () => {
  const { viewers, item, reject } = await scene();
  const { body } = await reject({ ...item, reason: REASON });
  expect((await viewers.U.get(REJECTED)).body).toHaveLength(1);
  expect((await viewers.C.post(`/api/undo/${String(body.undoToken)}`)).status).toBe(200);
  expect((await viewers.U.get(REJECTED)).body).toEqual([]);
});

test("a reason for a rejection has at most 500 characters", async () => {
  const { viewers, item, reject } = await scene();
  const { status, body } = await reject({ ...item, reason: "x".repeat(501) });
  expect(status).toBe(400);
  expect(body.errors).toEqual({ reason: ["Reason must be at most 500 characters"] });
  expect((await viewers.U.get(REJECTED)).body).toEqual([]);
});

test("an author's download of the stored data contains the rejected posts", async () => {
  const { viewers, item, reject } = await scene();
  await reject({ ...item, reason: REASON });
  const { body } = await viewers.U.get("/api/user/data");
  expect(body.rejections).toMatchObject([{ ...item, title: "Dark mode", reason: REASON }]);
});
