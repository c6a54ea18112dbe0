import pg from "pg";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene(count = 3) {
  const company = await portal.company();
  const board = await portal.board(company);
  const cast = await castOf(portal, company);
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1)
    ids.push((await portal.item(board, { userId: cast.user.id })).id);
  const change = (changes: object, of: number[] = ids) =>
    cast.viewers.C.post("/api/feedback/bulk", { ids: of, changes });
  const statuses = async () =>
    (
      await portal.sql<{ status: string }>(
        "select status from feedback_item where id = any ($1) order by id",
        [ids],
      )
    ).map(({ status }) => status);
  return { ...cast, company, board, ids, change, statuses };
}

const results = (ids: number[], changed: boolean) => ids.map((id) => ({ id, changed }));

describe("changing several items with one request", () => {
  test("a bulk change sets each field of all items, and its response states for each item whether it was changed", async () => {
    const { change, company, admin, ids, viewers } = await scene();
    const [board, label] = [await portal.board(company), await portal.category(company)];
    const changes = {
      boardId: board.id,
      category: "bug",
      boardCategoryId: label.id,
      assigneeId: admin.id,
      status: "planned",
    };
    const reply = await change({ ...changes, note: "Soon" });
    expect([reply.status, reply.body.results]).toEqual([200, results(ids, true)]);
    for (const id of ids) {
      expect((await viewers.C.get(`/api/feedback/${String(id)}`)).body).toMatchObject(changes);
      const { body: history } = await viewers.A.get(`/api/feedback/${String(id)}/history`);
      expect(history).toMatchObject([{ fromStatus: "new", toStatus: "planned", note: "Soon" }]);
    }
    expect((await change({ status: "planned" })).body.results).toEqual(results(ids, false));
  });

  test("the number of statements of a bulk change does not grow with the number of items", async () => {
    const { change, board, company, ids } = await scene(2);
    const many = await portal.sql<{ id: string }>(
      `insert into feedback_item (company_id, board_id, title, description, category)
       select $1, $2, 'Item ' || n, 'd', 'feature' from generate_series(1, 500) n returning id`,
      [company.id, board.id],
    );
    const statementsOf = async (of: number[]) => {
      const query = vi.spyOn(pg.Client.prototype, "query");
      onTestFinished(() => query.mockRestore());
      expect((await change({ status: "planned", category: "bug" }, of)).status).toBe(200);
      const { length } = query.mock.calls;
      query.mockRestore();
      return length;
    };
    const few = await statementsOf(ids);
    // The factor of two allows for statements that background work sends at the same time.
    expect(await statementsOf(many.map(({ id }) => Number(id)))).toBeLessThan(2 * few);
  });

  test("a bulk deletion deletes the items and audits each of them", async () => {
    const { change, company, ids, viewers } = await scene();
    expect((await change({ delete: true })).body.results).toEqual(results(ids, true));
    for (const id of ids)
      expect((await viewers.C.get(`/api/feedback/${String(id)}`)).status).toBe(404);
    const entries = await auditOf(portal, company);
    expect(entries.filter(({ action }) => action === "feedback.delete")).toHaveLength(3);
  });

  test("a bulk change that includes an unknown item, a merged item or another company's item changes nothing", async () => {
    const { change, other, board, ids, statuses } = await scene(2);
    const foreign = await portal.item(await portal.board(other));
    const merged = await portal.item(board);
    await portal.sql(
      `update feedback_item set state = 'merged', merged_into_id = $2, merged_at = now()
       where id = $1`,
      [merged.id, ids[0]],
    );
    for (const [id, status] of [
      [foreign.id, 404],
      [999_999_999, 404],
      [merged.id, 409],
    ] as const) {
      expect((await change({ status: "planned" }, [...ids, id])).status).toBe(status);
      expect((await change({ delete: true }, [...ids, id])).status).toBe(status);
    }
    expect(await statuses()).toEqual(["new", "new"]);
  });

  test.each([
    ["no items", { ids: [], changes: { status: "planned" } }, "ids"],
    [
      "501 items",
      { ids: Array.from({ length: 501 }, (_, n) => n + 1), changes: { status: "new" } },
      "ids",
    ],
    ["the same item twice", { ids: [1, 1], changes: { status: "planned" } }, "ids"],
    ["nothing to change", { ids: [1], changes: {} }, "changes"],
    ["a note without a status", { ids: [1], changes: { note: "Why", category: "bug" } }, "changes"],
    ["a deletion and a status", { ids: [1], changes: { delete: true, status: "new" } }, "changes"],
  ])("a bulk change with %s is refused", async (_what, body, field) => {
    const { viewers } = await scene(0);
    const reply = await viewers.C.post("/api/feedback/bulk", body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]]);
  });

  test("concurrent bulk changes that list the same items in opposite orders, and concurrent changes of single items, all succeed", async () => {
    const { change, company, ids, viewers } = await scene(20);
    const boards = [await portal.board(company), await portal.board(company)];
    const replies = await Promise.all(
      [0, 1].flatMap((round) => [
        change({ status: "planned", boardId: boards[0]?.id }, ids),
        change({ status: "complete", boardId: boards[1]?.id }, ids.toReversed()),
        viewers.C.patch(`/api/feedback/${String(ids[round])}`, { status: "evaluating" }),
      ]),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  });
});

describe("assignees", () => {
  test("an item can be assigned only to an active admin of its company", async () => {
    const { change, admin, user, stranger, superAdmin, ids, viewers, company } = await scene(1);
    const path = `/api/feedback/${String(ids[0])}`;
    const former = await portal.user("company_admin", company);
    await portal.sql("update user_account set is_active = false where id = $1", [former.id]);
    for (const { id } of [user, stranger, superAdmin, former]) {
      const errors = { assigneeId: ["Choose an admin of the company"] };
      expect((await viewers.C.patch(path, { assigneeId: id })).body).toMatchObject({ errors });
      expect((await change({ assigneeId: id })).body).toMatchObject({ errors });
    }
    const assigned = await viewers.C.patch(path, { assigneeId: admin.id });
    expect(assigned.body).toMatchObject({ assignee: { id: admin.id, fullName: admin.fullName } });
    expect((await viewers.A.get(path)).body).toMatchObject({ assigneeId: null, assignee: null });
    expect((await auditOf(portal, company))[0]?.details).toEqual({
      assigneeId: { from: null, to: admin.id },
    });
    expect((await viewers.C.get("/api/assignees")).body).toEqual([
      { id: admin.id, fullName: admin.fullName, pictureUrl: null },
    ]);
  });
});

test("an account that follows several items of a bulk change gets the notifications of these items in a digest that is due within five minutes", async () => {
  const { change, user } = await scene();
  await change({ status: "planned" });
  await runJobs(portal);
  expect(
    await portal.sql(
      `select mail_pace, mail_due_at <= now() + interval '5 minutes' as is_soon, count(*)::integer
       from notification where user_id = $1 and mail = 'due' group by 1, 2`,
      [user.id],
    ),
  ).toEqual([{ mail_pace: "daily", is_soon: true, count: 3 }]);
});
