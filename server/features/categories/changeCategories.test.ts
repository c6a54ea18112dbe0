import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const scene = () => newCast(portal);

const NOT_FOUND = '{"message":"Category not found"}';
const TAKEN = { message: "A category with this name already exists" };

async function names(visitor: Visitor): Promise<string[]> {
  return (await visitor.get("/api/categories")).body.map(({ name }: { name: string }) => name);
}

describe("changing categories", () => {
  test("a category that is added or renamed is visible to visitors immediately", async () => {
    const { viewers, company } = await scene();
    const { status, body } = await viewers.C.post("/api/categories", { name: "  Billing " });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: "Billing",
        companyId: company.id,
        feedbackCount: 0,
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(await names(viewers.A)).toEqual(["Billing"]);
    const renamed = await viewers.T.patch(`/api/categories/${String(body.id)}`, {
      name: "Invoices",
    });
    expect([renamed.status, renamed.body]).toEqual([200, { ...body, name: "Invoices" }]);
    expect(await names(viewers.A)).toEqual(["Invoices"]);
  });

  test.each([
    ["no name", {}, "Category name is required"],
    ["an empty name", { name: "" }, "Category name is required"],
    ["a blank name", { name: " \t " }, "Category name is required"],
    ["null as its name", { name: null }, "Category name is required"],
    [
      "a name of 61 characters",
      { name: "n".repeat(61) },
      "Category name must be at most 60 characters",
    ],
    [
      "half a surrogate pair in its name",
      { name: "\ud800" },
      "Category name contains characters that cannot be stored",
    ],
  ])("a category with %s is refused", async (_what, body, message) => {
    const { viewers, company } = await scene();
    const { id, name } = await portal.category(company);
    for (const reply of [
      await viewers.C.post("/api/categories", body),
      await viewers.C.patch(`/api/categories/${String(id)}`, body),
    ]) {
      expect([reply.status, reply.body]).toEqual([400, { message, errors: { name: [message] } }]);
    }
    expect(await names(viewers.C)).toEqual([name]);
    expect((await viewers.C.post("/api/categories", { name: "n".repeat(60) })).status).toBe(201);
  });

  test("category names of a company are unique ignoring case, accents and the Unicode form, even if they are created concurrently", async () => {
    const { viewers, company, other } = await scene();
    const replies = await Promise.all(
      ["Über uns", "ÜBER UNS", "u\u0308ber uns", "uber uns"].map((name) =>
        viewers.C.post("/api/categories", { name }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toEqual(TAKEN);
    const { id } = await portal.category(company, "API");
    const path = `/api/categories/${String(id)}`;
    expect((await viewers.C.patch(path, { name: "über UNS" })).body).toEqual(TAKEN);
    expect((await viewers.C.patch(path, { name: "Api" })).body).toMatchObject({ id, name: "Api" });
    const elsewhere = portal.visitor(other.host, await portal.user("company_admin", other));
    expect((await elsewhere.post("/api/categories", { name: "API" })).status).toBe(201);
  });

  test("a category counts its items on the boards that the viewer can see", async () => {
    const { viewers, company } = await scene();
    const [open, secret] = [
      await portal.board(company),
      await portal.board(company, { isPrivate: true }),
    ];
    const label = await portal.category(company);
    const boardCategoryId = label.id;
    for (const board of [open, open, secret]) await portal.item(board, { boardCategoryId });
    await portal.item(open);
    const counted = async (v: Visitor) => (await v.get("/api/categories")).body[0].feedbackCount;
    for (const key of ["A", "U", "P", "V"] as const) {
      expect([key, await counted(viewers[key])]).toEqual([key, 2]);
    }
    for (const key of ["C", "T", "W"] as const)
      expect([key, await counted(viewers[key])]).toEqual([key, 3]);
  });

  test("items of a deleted category keep their other fields", async () => {
    const { viewers, company, user } = await scene();
    const board = await portal.board(company);
    const [label, stays] = [await portal.category(company), await portal.category(company)];
    const item = await portal.item(board, {
      boardCategoryId: label.id,
      status: "planned",
      category: "bug",
      userId: user.id,
    });
    await portal.item(board, { boardCategoryId: stays.id });
    const path = `/api/feedback/${String(item.id)}`;
    const before = (await viewers.A.get(path)).body;
    expect((await viewers.C.delete(`/api/categories/${String(label.id)}`)).status).toBe(204);
    expect(before.boardCategoryId).toBe(label.id);
    expect((await viewers.A.get(path)).body).toEqual({ ...before, boardCategoryId: null });
    expect((await viewers.A.get("/api/categories")).body).toMatchObject([
      { id: stays.id, feedbackCount: 1 },
    ]);
    expect((await viewers.A.get("/api/boards")).body).toMatchObject([{ feedbackCount: 2 }]);
    expect((await viewers.A.get("/api/feedback")).headers["x-total-count"]).toBe("2");
    expect((await viewers.C.delete(`/api/categories/${String(label.id)}`)).text).toBe(NOT_FOUND);
  });

  test("submissions are not blocked while a category with 1,500 items is deleted", async () => {
    const { viewers, company } = await scene();
    const board = await portal.board(company);
    const label = await portal.category(company);
    await portal.sql(
      `insert into feedback_item (company_id, board_id, title, description, category, board_category_id)
       select $1::bigint, $2::bigint, 'Item ' || n, 'd', 'feature', $3::bigint from generate_series(1, 1500) n`,
      [company.id, board.id, label.id],
    );
    // There are more items than one transaction changes. The trigger delays every second item by at
    // least 1 ms. It runs after the trigger that counts the item, because triggers run in the order
    // of their names.
    await portal.sql(
      "create function slow_down() returns trigger language plpgsql as $$ begin perform pg_sleep(0.001); return new; end $$",
    );
    await portal.sql(
      `create trigger slow_down after update of board_category_id on feedback_item
       for each row when (new.company_id = ${String(company.id)} and new.id % 2 = 0) execute function slow_down()`,
    );
    onTestFinished(async () => {
      await portal.sql("drop trigger slow_down on feedback_item");
      await portal.sql("drop function slow_down");
    });
    const ended: string[] = [];
    const deleted = viewers.C.delete(`/api/categories/${String(label.id)}`).then((reply) => {
      ended.push("deleted");
      return reply;
    });
    await vi.waitFor(
      async () => {
        const asleep =
          "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
        expect(await portal.sql(asleep)).toHaveLength(1);
      },
      { timeout: 5_000, interval: 5 },
    );
    // The submission changes the same counters as the deletion, so a single long transaction for
    // the deletion would block the submission.
    const form = { title: "Meanwhile", description: "D", boardId: board.id, category: "feature" };
    const submitted = await viewers.C.post("/api/feedback", form);
    ended.push("submitted");
    expect([submitted.status, (await deleted).status]).toEqual([201, 204]);
    expect(ended).toEqual(["submitted", "deleted"]);
    expect(
      (await viewers.C.get(`/api/feedback?boardId=${String(board.id)}`)).headers["x-total-count"],
    ).toBe("1501");
    expect((await viewers.C.get("/api/categories")).body).toEqual([]);
  });

  test("changing a category checks the role first, then the fields, then the id", async () => {
    const { viewers } = await scene();
    expect((await viewers.A.patch("/api/categories/999999999", {})).status).toBe(401);
    expect((await viewers.U.patch("/api/categories/999999999", {})).status).toBe(403);
    expect((await viewers.C.patch("/api/categories/999999999", {})).status).toBe(400);
    expect((await viewers.C.patch("/api/categories/999999999", { name: "N" })).status).toBe(404);
  });

  test("changes of categories are audited", async () => {
    const { viewers, company, admin } = await scene();
    const { body } = await viewers.C.post("/api/categories", { name: "Billing" });
    const path = `/api/categories/${String(body.id)}`;
    await viewers.C.post("/api/categories", { name: "billing" });
    await viewers.C.patch(path, { name: "Invoices" });
    await viewers.C.delete(path);
    await viewers.C.delete(path);
    expect(await auditOf(portal, company)).toMatchObject([
      { action: "category.create", subject: "Billing", actor: admin.username },
      { action: "category.update", subject: "Invoices" },
      { action: "category.delete", subject: "Invoices" },
    ]);
  });
});
