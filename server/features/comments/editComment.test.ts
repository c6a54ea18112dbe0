import { beforeAll, expect, test } from "vitest";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const NOT_EDITABLE = { status: 409, body: { message: "This comment can no longer be changed" } };

/** Creates an item with a comment by a customer. */
async function scene() {
  const cast = await newCast(portal);
  const item = await portal.item(await portal.board(cast.company));
  const comments = `/api/feedback/${String(item.id)}/comments`;
  const { body } = await cast.viewers.U.post(comments, { content: "Pleas" });
  return { ...cast, item, comments, comment: body, path: `${comments}/${String(body.id)}` };
}

const wroteMinutesAgo = (id: number, minutes: number) =>
  portal.sql("update comment set created_at = now() - make_interval(mins => $2) where id = $1", [
    id,
    minutes,
  ]);

const minutesBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 60_000;

test("an author changes a comment within 15 minutes, and every reader sees the new content and that it was edited", async () => {
  const { viewers, comments, comment, path } = await scene();
  expect(comment.editedAt).toBe(null);
  expect(minutesBetween(comment.createdAt, comment.editableUntil)).toBe(15);
  await wroteMinutesAgo(comment.id, 14);
  const edited = await viewers.U.patch(path, { content: "  Please " });
  const { createdAt, editableUntil } = edited.body;
  expect(edited).toMatchObject({
    status: 200,
    body: { ...comment, content: "Please", createdAt, editableUntil, editedAt: expect.any(String) },
  });
  const listed = (await viewers.A.get(comments)).body;
  expect(listed).toMatchObject([
    { content: "Please", editedAt: edited.body.editedAt, editableUntil: null },
  ]);
  expect((await viewers.U.get(comments)).body[0].editableUntil).toBe(editableUntil);
});

test("saving a comment without a change does not mark it as edited", async () => {
  const { viewers, comment, path } = await scene();
  const { body } = await viewers.U.patch(path, { content: comment.content });
  expect(body).toEqual(comment);
});

test("after 15 minutes nobody can change a comment", async () => {
  const { viewers, comments, comment, path } = await scene();
  await wroteMinutesAgo(comment.id, 15);
  expect(await viewers.U.patch(path, { content: "Please" })).toMatchObject(NOT_EDITABLE);
  const [listed] = (await viewers.U.get(comments)).body;
  expect(listed).toMatchObject({ content: "Pleas", editedAt: null, editableUntil: null });
});

test("an empty or too long content is refused and changes nothing", async () => {
  const { viewers, comments, path } = await scene();
  for (const content of [" ", "x".repeat(5001)]) {
    const { status, body } = await viewers.U.patch(path, { content });
    expect([status, Object.keys(body.errors)]).toEqual([400, ["content"]]);
  }
  expect((await viewers.U.get(comments)).body[0].content).toBe("Pleas");
});

test("a comment cannot be changed while it waits for approval", async () => {
  const { viewers, company, comments } = await scene();
  await viewers.C.patch(`/api/company/${String(company.id)}`, { moderation: "newcomers" });
  const { body: waiting } = await viewers.V.post(comments, { content: "Harmless" });
  expect(waiting).toMatchObject({ visibility: "pending", editableUntil: null });
  const path = `${comments}/${String(waiting.id)}`;
  expect(await viewers.V.patch(path, { content: "Spam" })).toMatchObject(NOT_EDITABLE);
  expect((await viewers.V.get(comments)).body[1]).toMatchObject(waiting);
});

test("an approved comment cannot be changed where all comments need approval", async () => {
  const { viewers, company, comments } = await scene();
  await viewers.C.patch(`/api/company/${String(company.id)}`, { moderation: "all" });
  const { body: waiting } = await viewers.U.post(comments, { content: "Harmless" });
  await viewers.C.post("/api/moderation/approve", { commentId: waiting.id });
  const path = `${comments}/${String(waiting.id)}`;
  expect(await viewers.U.patch(path, { content: "Spam" })).toMatchObject(NOT_EDITABLE);
  expect((await viewers.A.get(comments)).body[1].content).toBe("Harmless");
});
