import { beforeAll, expect, test } from "vitest";
import { castOf } from "#server/checks/fixtures/viewers.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company);
  const cast = await castOf(portal, company);
  return { ...cast, company, board };
}

const SOURCE = "Some **bold** text\n\n- one\n- two";
const PLAIN = "Some bold text\n\n- one\n- two";

test("an item's page has the Markdown that was written, and lists and CSV files have the plain text", async () => {
  const { viewers, board } = await scene();
  const written = { title: "Formatted", description: SOURCE, boardId: board.id };
  const created = await viewers.U.post("/api/feedback", written);
  expect(created.body).toMatchObject({
    description: SOURCE,
    descriptionFormat: "markdown",
    excerpt: PLAIN,
  });
  const path = `/api/feedback/${String(created.body.id)}`;
  expect((await viewers.A.get(path)).body).toMatchObject({
    description: SOURCE,
    descriptionFormat: "markdown",
    excerpt: PLAIN,
  });
  expect((await viewers.A.get("/api/feedback")).body).toMatchObject([{ description: PLAIN }]);
  const found = await viewers.A.get("/api/feedback?search=some+bold+text");
  expect(found.body).toHaveLength(1);
  expect((await viewers.C.get("/api/feedback.csv")).text).toContain("Some bold text");
});

test("a change of only the format is a change, and a plain text replaces the Markdown", async () => {
  const { viewers, board, company } = await scene();
  const { id } = await portal.item(board, { description: "Some bold text" });
  const path = `/api/feedback/${String(id)}`;
  const bold = await viewers.C.patch(path, { description: "Some **bold** text" });
  expect(bold.body).toMatchObject({
    description: "Some **bold** text",
    descriptionFormat: "markdown",
  });
  const log = await viewers.C.get(`/api/company/${String(company.id)}/audit-log`);
  expect(JSON.stringify(log.body)).toContain('"description":"changed"');
  const plain = await viewers.C.patch(path, { description: "Some bold text" });
  expect(plain.body).toMatchObject({
    description: "Some bold text",
    descriptionFormat: "plain",
    excerpt: null,
  });
});

test("comments, internal notes and notes of a status are Markdown", async () => {
  const { viewers, board } = await scene();
  const { id } = await portal.item(board);
  const path = `/api/feedback/${String(id)}`;
  const comment = await viewers.U.post(`${path}/comments`, { content: "I *agree*" });
  expect(comment.body).toMatchObject({ content: "I *agree*", contentFormat: "markdown" });
  const edited = await viewers.U.patch(`${path}/comments/${String(comment.body.id)}`, {
    content: "I **agree**",
  });
  expect(edited.body).toMatchObject({ content: "I **agree**", contentFormat: "markdown" });
  expect(edited.body.editedAt).not.toBeNull();
  await viewers.C.post(`${path}/comments`, { content: "`internal`", isInternal: true });
  await viewers.C.patch(path, { status: "complete", note: "[Read more](https://a.example)" });
  expect((await viewers.C.get(`${path}/comments`)).body).toMatchObject([
    { content: "I **agree**", contentFormat: "markdown" },
    { content: "`internal`", contentFormat: "markdown", visibility: "internal" },
  ]);
  expect((await viewers.A.get(`${path}/history`)).body).toMatchObject([
    { note: "[Read more](https://a.example)", noteFormat: "markdown" },
  ]);
  expect((await viewers.A.get("/api/feedback?status=complete")).body).toMatchObject([
    { completionNote: "[Read more](https://a.example)", completionNoteFormat: "markdown" },
  ]);
});

test("the note of a closing is Markdown, also after the closing was undone and the undoing was undone", async () => {
  const { viewers, board } = await scene();
  const { id } = await portal.item(board);
  const path = `/api/feedback/${String(id)}`;
  const closing = { reason: "wont_do", note: "Not *now*" };
  const shown = { state: "closed", closeNote: "Not *now*", closeNoteFormat: "markdown" };
  const closed = await viewers.C.post(`${path}/close`, closing);
  expect(closed.body).toMatchObject(shown);
  await viewers.C.post(`/api/undo/${String(closed.body.undoToken)}`, {});
  expect((await viewers.C.get(path)).body).toMatchObject({ state: "open", closeNote: null });
  await viewers.C.post(`${path}/close`, closing);
  const reopened = await viewers.C.post(`${path}/reopen`, {});
  await viewers.C.post(`/api/undo/${String(reopened.body.undoToken)}`, {});
  expect((await viewers.C.get(path)).body).toMatchObject(shown);
});

test("a version of the program that changes only the plain text removes the Markdown", async () => {
  const { viewers, board } = await scene();
  const written = { title: "Formatted", description: SOURCE, boardId: board.id };
  const { body } = await viewers.U.post("/api/feedback", written);
  await portal.sql("update feedback_item set description = 'Plain *now*' where id = $1", [body.id]);
  expect((await viewers.A.get(`/api/feedback/${String(body.id)}`)).body).toMatchObject({
    description: "Plain *now*",
    descriptionFormat: "plain",
  });
});
