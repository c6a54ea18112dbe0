import { beforeAll, describe, expect, test } from "vitest";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene(overrides: { status?: string; boardCategoryId?: number } = {}) {
  const company = await portal.company();
  const board = await portal.board(company);
  const cast = await castOf(portal, company);
  const item = await portal.item(board, { ...overrides, userId: cast.user.id });
  return { ...cast, company, board, item, path: `/api/feedback/${String(item.id)}` };
}

describe("an admin changes an item", () => {
  test("each field of an item can be changed without changing the other fields", async () => {
    const { viewers, company, path } = await scene();
    const board = await portal.board(company);
    const label = await portal.category(company);
    const { body: expected } = await viewers.C.get(path);
    for (const change of [
      { title: "Another title" },
      { description: "Another description" },
      { category: "bug" },
      { status: "planned" },
      { boardId: board.id },
      { boardCategoryId: label.id },
      { boardCategoryId: null },
    ]) {
      const reply = await viewers.C.patch(path, change);
      const { undoToken: _, ...changed } = reply.body;
      Object.assign(expected, change);
      expect([reply.status, changed]).toEqual([200, expected]);
    }
    const { username: _, ...author } = expected.author;
    expect((await viewers.A.get(path)).body).toEqual({ ...expected, author });
  });

  test("all fields of an item can be changed together", async () => {
    const { viewers, company, path } = await scene();
    const board = await portal.board(company, { isPrivate: true });
    const label = await portal.category(company);
    const changes = {
      title: "T",
      description: "D",
      category: "documentation",
      status: "complete",
      boardId: board.id,
      boardCategoryId: label.id,
    };
    expect((await viewers.C.patch(path, { ...changes, note: "Done" })).body).toMatchObject(changes);
    expect((await viewers.A.get(path)).status).toBe(404);
  });

  test("an admin can change any status of an item to any other status", async () => {
    const { viewers, path } = await scene();
    const statuses = ["new", "evaluating", "planned", "under_development", "complete"];
    for (const from of statuses) {
      for (const to of statuses) {
        await viewers.C.patch(path, { status: from });
        expect((await viewers.C.patch(path, { status: to })).body.status).toBe(to);
      }
    }
  });

  test("a change or deletion of an item that waits for a concurrent move to another board succeeds", async () => {
    const { viewers, user, company, board, item, path } = await scene();
    const other = await portal.board(company);
    const move = (to: { id: number }) => ({
      text: "update feedback_item set board_id = $2 where id = $1",
      values: [item.id, to.id],
      waiting: 1,
    });
    const changed = await commitWhenBlocked(portal, move(other), () =>
      viewers.C.patch(path, { status: "planned" }),
    );
    expect([changed.status, changed.body]).toEqual([
      200,
      expect.objectContaining({ status: "planned", boardId: other.id, userId: user.id }),
    ]);
    expect(
      (await commitWhenBlocked(portal, move(board), () => viewers.C.delete(path))).status,
    ).toBe(204);
  });

  test("the response to a change of an item shows the admin's own vote", async () => {
    const { viewers, path } = await scene();
    await viewers.C.post(`${path}/vote`);
    expect((await viewers.C.patch(path, { status: "planned" })).body).toMatchObject({
      votes: 1,
      hasVoted: true,
    });
  });

  test("moving an item to another company's board or category gets the same 400 as moving it to an unknown one, and changes nothing", async () => {
    const { viewers, other, path } = await scene();
    const [board, label] = [await portal.board(other), await portal.category(other)];
    const { body: before } = await viewers.C.get(path);
    for (const field of ["boardId", "boardCategoryId"] as const) {
      const foreignId = field === "boardId" ? board.id : label.id;
      const [foreign, unknown] = await Promise.all(
        [foreignId, 999_999_999].map((id) =>
          viewers.C.patch(path, { [field]: id, title: "Changed", status: "planned" }),
        ),
      );
      expect(foreign?.status).toBe(400);
      expect(Object.keys(foreign?.body.errors)).toEqual([field]);
      expect(unknown?.text).toBe(foreign?.text);
    }
    expect((await viewers.C.get(path)).body).toEqual(before);
    expect((await viewers.C.get(`${path}/history`)).body).toEqual([]);
  });

  test("changing an item to a valid board and an unknown category is refused with an error for the category only", async () => {
    const { viewers, board, path } = await scene();
    const reply = await viewers.C.patch(path, { boardId: board.id, boardCategoryId: 999_999_999 });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors)).toEqual(["boardCategoryId"]);
  });

  test("votes, author, company and date in the body of a change of an item are ignored", async () => {
    const { viewers, other, admin, user, company, path } = await scene();
    const forged = {
      votes: 99,
      commentsCount: 9,
      userId: admin.id,
      companyId: other.id,
      createdAt: "2001-01-01",
    };
    const { body } = await viewers.C.patch(path, { title: "Changed", ...forged });
    expect(body).toMatchObject({
      title: "Changed",
      votes: 0,
      commentsCount: 0,
      userId: user.id,
      companyId: company.id,
    });
    expect(body.createdAt).not.toMatch(/^2001/);
    expect((await viewers.C.patch(path, forged)).status).toBe(400);
  });
});

describe("validation of a change", () => {
  test("an empty change of an item is refused", async () => {
    const { viewers, path } = await scene();
    for (const body of [{}, { unknown: 1 }]) {
      expect(await viewers.C.patch(path, body)).toMatchObject({
        status: 400,
        body: { message: "Nothing to change" },
      });
    }
  });

  test("a change that contains a note but no status is refused", async () => {
    const { viewers, path } = await scene();
    const reply = await viewers.C.patch(path, { title: "Changed", note: "Why" });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toEqual({ note: ["A note goes with a change of status"] });
    expect((await viewers.C.get(path)).body.title).not.toBe("Changed");
  });

  test.each([
    ["title", "Title is required", ["", "  ", null]],
    ["title", "Title must be at most 200 characters", ["x".repeat(201)]],
    ["description", "Description is required", [""]],
    ["description", "Description contains characters that cannot be stored", ["\u0000"]],
    ["category", "Unknown category", ["epic", null]],
    ["status", "Unknown status", ["open", null]],
    ["boardId", "Must be a positive integer", [null, "1", 0]],
    ["boardCategoryId", "Must be a positive integer", ["1", 0]],
    ["note", "Note must be at most 1000 characters", ["x".repeat(1001)]],
    ["note", "Note contains characters that cannot be stored", ["\ud800"]],
  ])(
    "a change of an item with an invalid %s is refused with '%s'",
    async (field, message, values) => {
      const { viewers, path } = await scene();
      for (const value of values) {
        const reply = await viewers.C.patch(path, { status: "planned", [field]: value });
        expect([value, reply.status, reply.body.errors?.[field]]).toEqual([value, 400, [message]]);
      }
      expect((await viewers.C.get(path)).body.status).toBe("new");
    },
  );
});

describe("an author changes an item", () => {
  test("an author can change title and description while the item is new", async () => {
    const { viewers, path } = await scene();
    const reply = await viewers.U.patch(path, {
      title: "Better title",
      description: "Better description",
    });
    expect(reply).toMatchObject({
      status: 200,
      body: { title: "Better title", description: "Better description", status: "new" },
    });
  });

  test("if an author changes the title and, in the same request, a field other than title and description, the request gets 403 and changes nothing", async () => {
    const { viewers, board, company, path } = await scene();
    const label = await portal.category(company);
    for (const change of [
      { status: "planned" },
      { status: "new" },
      { status: "planned", note: "Please" },
      { category: "bug" },
      { boardId: board.id },
      { boardCategoryId: label.id },
      { boardCategoryId: null },
    ]) {
      const reply = await viewers.U.patch(path, { title: "Better title", ...change });
      expect([change, reply.status]).toEqual([change, 403]);
    }
    expect((await viewers.U.get(path)).body.title).not.toBe("Better title");
  });

  test.each(["evaluating", "planned", "under_development", "complete"])(
    "an author cannot change an item that is %s",
    async (status) => {
      const { viewers, path } = await scene({ status });
      expect((await viewers.U.patch(path, { title: "Better title" })).status).toBe(403);
      expect((await viewers.C.patch(path, { title: "Admin's title" })).status).toBe(200);
    },
  );

  test("an author gets 404 for an item that was moved to a private board", async () => {
    const { viewers, company, path } = await scene();
    const hidden = await portal.board(company, { isPrivate: true });
    await viewers.C.patch(path, { boardId: hidden.id });
    expect((await viewers.U.patch(path, { title: "Better title" })).status).toBe(404);
  });

  test("an admin of another company can only submit items and change their own items' titles, as a customer can", async () => {
    const { viewers, company, path } = await scene();
    const board = await portal.board(company);
    const submitted = await viewers.V.post("/api/feedback", {
      title: "T",
      description: "D",
      boardId: board.id,
    });
    const own = `/api/feedback/${String(submitted.body.id)}`;
    expect((await viewers.V.patch(own, { title: "Better" })).status).toBe(200);
    expect((await viewers.V.patch(own, { status: "planned" })).status).toBe(403);
    expect((await viewers.V.patch(path, { title: "Better" })).status).toBe(403);
    expect((await viewers.V.delete(own)).status).toBe(403);
  });
});

describe("deleting an item", () => {
  test("deleting an item removes its votes, comments and history, but not those of another item", async () => {
    const { viewers, board, item, path } = await scene();
    const kept = await portal.item(board);
    await viewers.C.patch(path, { status: "planned", note: "Soon" });
    for (const at of [path, `/api/feedback/${String(kept.id)}`]) {
      await viewers.U.post(`${at}/vote`);
      await viewers.U.post(`${at}/comments`, { content: "Yes" });
    }
    expect(await viewers.C.delete(path)).toMatchObject({ status: 204, text: "" });
    expect(await viewers.C.get(path)).toMatchObject({
      status: 404,
      text: '{"message":"Feedback item not found"}',
    });
    for (const table of ["user_vote", "comment", "status_change", "feedback_search"]) {
      expect([
        table,
        await portal.sql(`select 1 from ${table} where feedback_id = $1`, [item.id]),
      ]).toEqual([table, []]);
    }
    expect((await viewers.U.get(`/api/feedback/${String(kept.id)}`)).body).toMatchObject({
      votes: 1,
      commentsCount: 1,
    });
  });

  test("a second deletion of an item gets 404", async () => {
    const { viewers, path } = await scene();
    expect((await viewers.C.delete(path)).status).toBe(204);
    expect((await viewers.C.delete(path)).status).toBe(404);
  });
});
