import { beforeAll, expect, test } from "vitest";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/**
 * Creates six items with four different statuses. Each item has fewer votes than the item before
 * it.
 */
async function scene() {
  const company = await portal.company();
  const board = await portal.board(company);
  const cast = await castOf(portal, company);
  const statuses = ["new", "planned", "evaluating", "new", "complete", "evaluating"];
  const ids: number[] = [];
  for (const [index, status] of statuses.entries()) {
    const title = `Wish ${status}`;
    ids.push((await portal.item(board, { status, title, votes: 10 - index })).id);
  }
  return { ...cast, company, board, ids };
}

async function titles(visitor: Visitor, query: string): Promise<[string[], string]> {
  const { body, headers } = await visitor.get(`/api/feedback?${query}`);
  return [
    body.map(({ title }: { title: string }) => title.replace("Wish ", "")),
    String(headers["x-total-count"]),
  ];
}

test.each([
  ["two statuses", "status=new&status=evaluating", ["new", "evaluating", "new", "evaluating"]],
  [
    "two statuses and a search",
    "status=new&status=evaluating&search=wish",
    ["new", "evaluating", "new", "evaluating"],
  ],
  ["two statuses and the filter mine", "status=new&status=complete&mine=submitted", []],
  [
    "two statuses and sorted by date",
    "status=complete&status=planned&sort=date",
    ["complete", "planned"],
  ],
  ["one status that is named twice", "status=new&status=new", ["new", "new"]],
])(
  "a list filtered by %s contains the items with any of the named statuses, in the list's order",
  async (_what, query, expected) => {
    const { viewers } = await scene();
    expect(await titles(viewers.U, query)).toEqual([expected, String(expected.length)]);
  },
);

test("paging through items of several statuses neither skips nor repeats an item", async () => {
  const { viewers } = await scene();
  const found: string[] = [];
  let path: string | undefined = "/api/feedback?status=new&status=evaluating&limit=1";
  while (path !== undefined) {
    const { body, headers } = await viewers.A.get(path);
    found.push(...body.map(({ title }: { title: string }) => title));
    path = /<([^>]+)>/.exec(String(headers["link"] ?? ""))?.[1];
  }
  expect(found).toEqual(["Wish new", "Wish evaluating", "Wish new", "Wish evaluating"]);
});

test("a filter that contains an unknown status besides a known status is refused", async () => {
  const { viewers } = await scene();
  const reply = await viewers.A.get("/api/feedback?status=new&status=open");
  expect([reply.status, reply.body.errors]).toEqual([400, { status: ["Unknown status"] }]);
});

test("the filter for unanswered items excludes items with a comment or a status change by the team, and is ignored for viewers who are not admins", async () => {
  const { viewers, ids } = await scene();
  const [first, second, third] = ids.map((id) => `/api/feedback/${String(id)}`);
  await viewers.C.patch(first ?? "", { status: "complete" });
  await viewers.T.post(`${second ?? ""}/comments`, { content: "Thank you" });
  await viewers.U.post(`${third ?? ""}/comments`, { content: "Me too" });
  const expected = ["evaluating", "new", "complete", "evaluating"];
  expect(await titles(viewers.C, "unanswered=true")).toEqual([expected, "4"]);
  expect(await titles(viewers.C, "unanswered=true&search=wish&status=new")).toEqual([["new"], "1"]);
  expect((await titles(viewers.U, "unanswered=true"))[1]).toBe("6");
});

test("admins can filter by an assignee, by themselves or by no assignee, and the filter is ignored for other viewers", async () => {
  const { viewers, ids, admin } = await scene();
  await viewers.C.post("/api/feedback/bulk", {
    ids: ids.slice(1, 3),
    changes: { assigneeId: admin.id },
  });
  const ofAdmin = [["planned", "evaluating"], "2"];
  const query = `assigneeId=${String(admin.id)}`;
  expect(await titles(viewers.T, query)).toEqual(ofAdmin);
  expect(await titles(viewers.C, "assigneeId=me")).toEqual(ofAdmin);
  expect(await titles(viewers.T, "assigneeId=me")).toEqual([[], "0"]);
  expect(await titles(viewers.C, "assigneeId=none&unanswered=true&sort=date")).toEqual([
    ["evaluating", "complete", "new", "new"],
    "4",
  ]);
  expect(await titles(viewers.C, "assigneeId=none&search=wish&status=new")).toEqual([
    ["new", "new"],
    "2",
  ]);
  expect((await viewers.C.get("/api/feedback?assigneeId=nobody")).body.errors).toEqual({
    assigneeId: ["assigneeId must be me, none or an id"],
  });
  for (const visitor of [viewers.U, viewers.A]) expect((await titles(visitor, query))[1]).toBe("6");
});

test("the CSV file of a list contains all items that match the filters, however many pages they fill", async () => {
  const { viewers, board, ids } = await scene();
  await portal.sql(
    `insert into feedback_item (company_id, board_id, title, description, category, status)
     select company_id, id, '=Item ' || n, 'd', 'bug', 'planned' from board,
       generate_series(1, 130) n where id = $1`,
    [board.id],
  );
  const reply = await viewers.C.get("/api/feedback.csv?status=planned&limit=1");
  expect(reply.headers["content-type"]).toBe("text/csv; charset=utf-8");
  const [heading, first, second, ...others] = reply.text.split("\r\n");
  expect(heading).toBe(
    '\uFEFF"ID","Title","Description","Status","State","Category","Board","Topic","Assignee","Votes","Comments","Created"',
  );
  expect(first).toMatch(
    new RegExp(
      `^${String(ids[1])},"Wish planned",.*,"Planned","open","Feature Request","${board.name}",,,9,0,"20`,
    ),
  );
  expect(second).toMatch(/^\d+,"'=Item 130","d",/);
  expect(others).toHaveLength(130);
});

test("the CSV file names an assignee whose account was deactivated", async () => {
  const { viewers, company, ids } = await scene();
  const leaver = await portal.user("company_admin", company);
  const path = `/api/feedback/${String(ids[0])}`;
  expect((await viewers.C.patch(path, { assigneeId: leaver.id })).status).toBe(200);
  await portal.sql("update user_account set is_active = false where id = $1", [leaver.id]);
  const { text } = await viewers.C.get("/api/feedback.csv");
  expect(text.split(`"${leaver.fullName}"`)).toHaveLength(2);
});
