import { beforeAll, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const pathOf = ({ id }: { id: number }) => `/api/feedback/${String(id)}`;

/** Creates a target and, on another board, an item with votes, levels and comments. */
async function scene() {
  const company = await portal.company();
  const [board, otherBoard] = [await portal.board(company), await portal.board(company)];
  const cast = await castOf(portal, company);
  const { U, V, C } = cast.viewers;
  const target = await portal.item(board, { title: "Dark mode" });
  const source = await portal.item(otherBoard, { title: "Night mode", userId: cast.user.id });
  for (const item of [target, source]) {
    await V.post(`${pathOf(item)}/vote`);
    await U.post(`${pathOf(item)}/comments`, { content: "Please" });
  }
  await U.post(`${pathOf(source)}/vote`);
  await V.request("PUT", `${pathOf(source)}/follow`, { level: "status" });
  await C.post(`${pathOf(source)}/close`, { reason: "duplicate" });
  const merge = async (from: { id: number }, into: { id: number }) =>
    expect((await C.post(`${pathOf(from)}/merge`, { targetId: into.id })).status).toBe(200);
  const rowsOf = async ({ id }: { id: number }) => [
    await portal.sql("select * from feedback_item where id = $1", [id]),
    await portal.sql("select * from user_vote where feedback_id = $1 order by user_id", [id]),
    await portal.sql("select * from follow where feedback_id = $1 order by user_id", [id]),
    await portal.sql("select * from comment where feedback_id = $1 order by id", [id]),
  ];
  return { ...cast, company, board, otherBoard, target, source, merge, rowsOf };
}

type Scene = Awaited<ReturnType<typeof scene>>;

test.each([
  [
    "its board is deleted",
    ({ viewers: { C }, board }: Scene) => C.delete(`/api/boards/${String(board.id)}`),
  ],
  ["it is deleted", ({ viewers: { C }, target }: Scene) => C.delete(pathOf(target))],
  [
    "it is deleted in bulk",
    ({ viewers: { C }, target }: Scene) =>
      C.post("/api/feedback/bulk", { ids: [target.id], changes: { delete: true } }),
  ],
])(
  "an item on another board that was merged into a target is restored as it was when the target goes because %s, and the audit log says so",
  async (_how, remove) => {
    const all = await scene();
    const { company, target, source, merge, rowsOf, viewers } = all;
    const before = await rowsOf(source);
    await merge(source, target);
    expect([200, 204]).toContain((await remove(all)).status);
    expect((await viewers.C.get(pathOf(target))).status).toBe(404);
    expect(await rowsOf(source)).toEqual(before);
    const { id } = source;
    expect(await auditOf(portal, company)).toContainEqual(
      expect.objectContaining({
        action: "feedback.unmerge",
        subject: "Night mode",
        details: { id, targetId: target.id, target: "Dark mode" },
      }),
    );
  },
);

test("if a board is deleted, items of other boards that became part of its items are restored with the items that were merged into them", async () => {
  const { viewers, board, otherBoard, target, source, merge, rowsOf } = await scene();
  const [first, middle] = [await portal.item(otherBoard), await portal.item(board)];
  const alone = await portal.item(otherBoard);
  await viewers.V.post(`${pathOf(first)}/vote`);
  await merge(first, source);
  const before = [await rowsOf(source), await rowsOf(first)];
  await merge(source, target);
  await merge(alone, middle);
  await merge(middle, target);
  expect((await viewers.C.delete(`/api/boards/${String(board.id)}`)).status).toBe(204);
  expect([await rowsOf(source), await rowsOf(first)]).toEqual(before);
  expect((await viewers.A.get(pathOf(alone))).body).toMatchObject({ state: "open" });
  expect((await viewers.C.get(pathOf(middle))).status).toBe(404);
});

test("an item that is merged into a target on its own board is deleted with the board", async () => {
  const { viewers, board, target, merge } = await scene();
  const source = await portal.item(board);
  await merge(source, target);
  expect((await viewers.C.delete(`/api/boards/${String(board.id)}`)).status).toBe(204);
  expect((await viewers.C.get(pathOf(source))).status).toBe(404);
});

test("more than 500 items of other boards that were merged into items of a large board are restored when the board is deleted", async () => {
  const { viewers, company, board, otherBoard, target } = await scene();
  await portal.sql(
    `insert into feedback_item (company_id, board_id, title, description)
     select $1, $2, 'Item ' || n, 'Words' from generate_series(1, 600) n`,
    [company.id, board.id],
  );
  await portal.sql(
    `insert into feedback_item
       (company_id, board_id, title, description, state, merged_into_id, merged_at)
     select $1, $2, 'Item ' || n, 'Words', 'merged', $3, now() from generate_series(1, 600) n`,
    [company.id, otherBoard.id, target.id],
  );
  expect((await viewers.C.delete(`/api/boards/${String(board.id)}`)).status).toBe(204);
  const { headers } = await viewers.A.get("/api/feedback");
  expect(headers["x-total-count"]).toBe("600");
});

test.each([
  [
    "an item",
    ({ viewers: { C }, source, target }: Scene) =>
      C.post(`${pathOf(source)}/merge`, { targetId: target.id }),
  ],
  [
    "several items",
    ({ viewers: { C }, source, target }: Scene) =>
      C.post("/api/feedback/merge", { ids: [source.id], targetId: target.id }),
  ],
])("merging %s into a target that is being deleted gets 404", async (_what, merge) => {
  const all = await scene();
  const { target, source, viewers } = all;
  const deletion = {
    text: "delete from feedback_item where id = $1",
    values: [target.id],
    waiting: 1,
  };
  const { status, body } = await commitWhenBlocked(portal, deletion, () => merge(all));
  expect([status, body.message]).toEqual([404, "Feedback item not found"]);
  expect((await viewers.C.get(pathOf(source))).body).toMatchObject({ state: "closed" });
});
