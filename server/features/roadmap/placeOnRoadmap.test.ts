import { beforeAll, expect, test } from "vitest";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** A company whose column `planned` has the items A (5 votes) to E (1 vote). */
async function scene(order: "votes" | "manual" = "manual") {
  const company = await portal.company();
  const [board, hidden] = [
    await portal.board(company),
    await portal.board(company, { isPrivate: true }),
  ];
  const ids: Record<string, number> = {};
  for (const [index, title] of ["A", "B", "C", "D", "E"].entries()) {
    const { id } = await portal.item(title === "B" ? hidden : board, { title, status: "planned" });
    await portal.sql("update feedback_item set votes = $2 where id = $1", [id, 5 - index]);
    ids[title] = id;
  }
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const settings = `/api/company/${String(company.id)}`;
  const orderBy = async (roadmapOrder: string) =>
    (await admin.patch(settings, { roadmapOrder })).body.roadmapOrder;
  expect(await orderBy(order)).toBe(order);
  const place = async (title: string, after: string | null) =>
    (
      await admin.request("PUT", `/api/feedback/${String(ids[title])}/place`, {
        afterId: after === null ? null : ids[after],
      })
    ).status;
  return { company, board, ids, admin, guest: portal.visitor(company.host), orderBy, place };
}

async function column(visitor: Visitor, status = "planned", limit = 100): Promise<string> {
  let titles = "";
  let next = `/api/feedback?sort=roadmap&status=${status}&limit=${String(limit)}`;
  while (next !== "") {
    const { body, headers } = await visitor.get(next);
    titles += body.map(({ title }: { title: string }) => title).join("");
    next = /<([^>]+)>/.exec(String(headers["link"] ?? ""))?.[1] ?? "";
  }
  return titles;
}

test("a placed item stays where an admin has put it, and items below the placed ones are ordered by votes", async () => {
  const { admin, guest, ids, place } = await scene();
  expect(await column(admin)).toBe("ABCDE");
  expect(await place("D", "B")).toBe(204);
  expect(await column(admin)).toBe("ABDCE");
  await portal.sql("update feedback_item set votes = 50 where id = $1", [ids["E"]]);
  expect(await column(admin)).toBe("ABDEC");
  expect(await place("D", null)).toBe(204);
  expect(await column(admin)).toBe("DABEC");
  expect(await column(guest)).toBe("DAEC");
  for (const limit of [1, 2, 3]) expect(await column(admin, "planned", limit)).toBe("DABEC");
});

test("by votes the places have no effect, and they are there again when the company orders by hand", async () => {
  const { guest, orderBy, place } = await scene();
  await place("E", null);
  expect(await column(guest)).toBe("EACD");
  await orderBy("votes");
  expect(await column(guest)).toBe("ACDE");
  expect(await place("D", null)).toBe(409);
  await orderBy("manual");
  expect(await column(guest)).toBe("EACD");
});

test("an item that leaves its column and comes back has its place again", async () => {
  const { admin, ids, guest, place } = await scene();
  await place("D", null);
  const path = `/api/feedback/${String(ids["D"])}`;
  const moved = await admin.patch(path, { status: "complete" });
  expect(await column(guest)).toBe("ACE");
  expect(await column(guest, "complete")).toBe("D");
  await admin.post(`/api/undo/${String(moved.body.undoToken)}`);
  expect(await column(guest)).toBe("DACE");
});

test("an item has no place beside an item of another column or company, or without a column", async () => {
  const { admin, ids, board, place } = await scene();
  const { id } = await portal.item(board, { title: "New" });
  const { ids: others } = await scene();
  for (const afterId of [id, others["A"], 999_999_999]) {
    const path = `/api/feedback/${String(ids["A"])}/place`;
    const { status, body } = await admin.request("PUT", path, { afterId });
    expect([status, body.errors]).toEqual([400, { afterId: ["Not an item of the same column"] }]);
  }
  const ofNew = await admin.request("PUT", `/api/feedback/${String(id)}/place`, { afterId: null });
  expect([ofNew.status, ofNew.body.message]).toEqual([409, "This item is not on the roadmap"]);
  await admin.post(`/api/feedback/${String(ids["E"])}/close`, { reason: "other" });
  expect(await place("E", null)).toBe(409);
  expect(await column(admin)).toBe("ABCDE".replace("E", ""));
});

test("at most 200 items of a column are placed, and lists of other statuses are ordered by votes", async () => {
  const { company, board, ids, admin, place } = await scene();
  await portal.sql(
    `insert into feedback_item (company_id, board_id, title, description, status, votes)
     select $1, $2, 'x', 'x', 'planned', 10 from generate_series(1, 250)`,
    [company.id, board.id],
  );
  expect(await place("C", "A")).toBe(409);
  expect(await place("C", null)).toBe(204);
  const [last] = await portal.sql<{ id: string }>(
    `select id from feedback_item where company_id = $1 and title = 'x'
     order by id desc offset 190 limit 1`,
    [company.id],
  );
  const path = `/api/feedback/${String(ids["D"])}/place`;
  expect((await admin.request("PUT", path, { afterId: Number(last?.id) })).status).toBe(204);
  const stored = await portal.sql<{ placed: number }>(
    "select cardinality(feedback_ids) as placed from roadmap_column where company_id = $1",
    [company.id],
  );
  expect(stored).toEqual([{ placed: 193 }]);
  expect((await column(admin)).slice(0, 3)).toBe("Cxx");
  const { body } = await admin.get("/api/feedback?sort=roadmap&limit=1");
  expect(body[0].title).toBe("x");
});
