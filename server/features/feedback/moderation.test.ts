import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { auditOf, siteAuditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company, { name: "Ideas" });
  const cast = await castOf(portal, company);
  const item = await portal.item(board, { title: "Dark mode", userId: cast.user.id });
  const path = `/api/feedback/${String(item.id)}`;
  return { ...cast, company, board, item, path, comments: `${path}/comments` };
}

describe("auditing changes of another user's item", () => {
  test("the deletion of another user's item is audited with its board and its numbers of votes and comments", async () => {
    const { viewers, admin, company, item, path, comments } = await scene();
    await viewers.U.post(`${path}/vote`);
    await viewers.X.post(`${path}/vote`);
    await viewers.V.post(`${path}/vote`);
    for (const content of ["One", "Two", "Three"]) await viewers.U.post(comments, { content });
    expect((await viewers.C.delete(path)).status).toBe(204);
    expect((await viewers.C.delete(path)).status).toBe(404);
    expect(await auditOf(portal, company)).toEqual([
      {
        actor: admin.username,
        action: "feedback.delete",
        subject: "Dark mode",
        details: { id: item.id, board: "Ideas", votes: 2, comments: 3 },
      },
    ]);
  });

  test("changes of another user's item are audited with old and new values, and the values contain names of boards and categories", async () => {
    const { viewers, admin, company, path } = await scene();
    const hidden = await portal.board(company, { name: "Internal", isPrivate: true });
    const label = await portal.category(company, "Mobile");
    const entry = { actor: admin.username, action: "feedback.update" };
    for (const changes of [
      { title: "Night mode" },
      { description: "Rewritten ".repeat(900) },
      { category: "bug", boardCategoryId: label.id },
      { boardId: hidden.id, boardCategoryId: null, title: "Night" },
    ])
      expect((await viewers.C.patch(path, changes)).status).toBe(200);
    expect(await auditOf(portal, company)).toEqual([
      {
        ...entry,
        subject: "Dark mode",
        details: { title: { from: "Dark mode", to: "Night mode" } },
      },
      { ...entry, subject: "Night mode", details: { description: "changed" } },
      {
        ...entry,
        subject: "Night mode",
        details: {
          category: { from: "feature", to: "bug" },
          boardCategory: { from: null, to: "Mobile" },
        },
      },
      {
        ...entry,
        subject: "Night mode",
        details: {
          title: { from: "Night mode", to: "Night" },
          board: { from: "Ideas", to: "Internal" },
          boardCategory: { from: "Mobile", to: null },
        },
      },
    ]);
  });

  test("an update that changes nothing and a change of the status are not audited", async () => {
    const { viewers, company, board, path } = await scene();
    const { body } = await viewers.C.get(path);
    const { title, description, category } = body;
    const same = { title, description, category, boardId: board.id, boardCategoryId: null };
    expect((await viewers.C.patch(path, same)).status).toBe(200);
    expect((await viewers.C.patch(path, { status: "planned", note: "Soon" })).status).toBe(200);
    expect(await auditOf(portal, company)).toEqual([]);
    expect((await viewers.C.get(`${path}/history`)).body).toHaveLength(1);
  });

  test("a super admin's changes to an item without an author are audited", async () => {
    const { viewers, superAdmin, company, board } = await scene();
    const { id } = await portal.item(board, { title: "From nobody" });
    const path = `/api/feedback/${String(id)}`;
    const siteLog = await siteAuditOf(portal);
    await viewers.T.patch(path, { title: "From somebody" });
    await viewers.T.delete(path);
    const log = await auditOf(portal, company);
    expect(log.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
      [superAdmin.username, "feedback.update", "From nobody"],
      [superAdmin.username, "feedback.delete", "From somebody"],
    ]);
    expect(await siteAuditOf(portal)).toEqual(siteLog);
  });

  test("authors' changes of their own items and refused changes are not audited", async () => {
    const { viewers, admin, company, board, path } = await scene();
    expect((await viewers.U.patch(path, { title: "Mine" })).status).toBe(200);
    expect((await viewers.V.patch(path, { title: "Never" })).status).toBe(403);
    expect((await viewers.C.patch(path, { boardId: 999_999_999 })).status).toBe(400);
    const own = await portal.item(board, { userId: admin.id });
    const ownPath = `/api/feedback/${String(own.id)}`;
    expect((await viewers.C.patch(ownPath, { title: "Mine, too" })).status).toBe(200);
    expect((await viewers.C.delete(ownPath)).status).toBe(204);
    expect(await auditOf(portal, company)).toEqual([]);
  });
});

describe("auditing deletions of another user's comment", () => {
  test("the deletion of another user's comment is audited with the item and the author but without the comment's text", async () => {
    const { viewers, user, admin, company, item, comments } = await scene();
    const written = await portal.comment(item, {
      userId: user.id,
      content: "Words to be gone for good",
    });
    const nobodys = await portal.comment(item, { userId: null });
    expect((await viewers.C.delete(`${comments}/${String(written.id)}`)).status).toBe(204);
    expect((await viewers.C.delete(`${comments}/${String(nobodys.id)}`)).status).toBe(204);
    const entry = { actor: admin.username, action: "comment.delete", subject: "Dark mode" };
    expect(await auditOf(portal, company)).toEqual([
      { ...entry, details: { id: written.id, author: user.username } },
      { ...entry, details: { id: nobodys.id, author: null } },
    ]);
  });

  test("ten concurrent deletions of a comment are audited once", async () => {
    const { viewers, company, item, comments } = await scene();
    const { id } = await portal.comment(item);
    await Promise.all(
      Array.from({ length: 10 }, () => viewers.C.delete(`${comments}/${String(id)}`)),
    );
    expect(await auditOf(portal, company)).toHaveLength(1);
  });

  test("deletions of comments by their authors are not audited", async () => {
    const { viewers, user, admin, company, item, comments } = await scene();
    const [users, admins] = [
      await portal.comment(item, { userId: user.id }),
      await portal.comment(item, { userId: admin.id }),
    ];
    expect((await viewers.U.delete(`${comments}/${String(users.id)}`)).status).toBe(204);
    expect((await viewers.C.delete(`${comments}/${String(admins.id)}`)).status).toBe(204);
    expect(await auditOf(portal, company)).toEqual([]);
  });
});

describe("failing audit entries", () => {
  afterEach(() => portal.sql("drop function if exists refuse() cascade"));

  test("a change or deletion of another user's item or comment is rolled back if its audit entry cannot be written", async () => {
    const { viewers, user, item, path, comments } = await scene();
    const comment = await portal.comment(item, { userId: user.id });
    const before = (await viewers.C.get(path)).body;
    await portal.sql(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'disk is full' using errcode = '53100'; end $$`);
    await portal.sql(
      "create trigger refuse before insert on audit_entry for each row execute function refuse()",
    );
    expect((await viewers.C.patch(path, { title: "Never" })).status).toBe(503);
    expect((await viewers.C.delete(`${comments}/${String(comment.id)}`)).status).toBe(503);
    expect((await viewers.C.delete(path)).status).toBe(503);
    expect((await viewers.C.get(path)).body).toEqual(before);
    expect((await viewers.C.get(comments)).body).toHaveLength(1);
  });
});
