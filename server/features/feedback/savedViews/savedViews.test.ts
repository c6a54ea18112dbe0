import { beforeAll, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ QUOTA_VIEWS: "3" });
});

async function scene() {
  const company = await portal.company();
  const cast = await castOf(portal, company);
  const board = await portal.board(company);
  const { C: admin, T: colleague } = cast.viewers;
  const save = (name: string, filters: object = { sort: "date" }) =>
    admin.post("/api/views", { name, filters });
  const listed = async () => (await colleague.get("/api/views")).body;
  return { ...cast, company, board, admin, colleague, save, listed };
}

test("all admins of a company see the company's saved views, sorted by name, with the filters of each view, and the audit log records changes of views", async () => {
  const { company, board, admin, colleague, save, listed } = await scene();
  const assigneeId = (await admin.get("/api/user")).body.id;
  const category = await portal.category(company);
  const all = {
    search: "dark",
    category: "bug",
    status: "planned",
    boardId: board.id,
    boardCategoryId: category.id,
    assigneeId,
    unanswered: true,
    mine: "voted",
    state: "closed",
    sort: "date",
  };
  const saved = await save("Bugs", all);
  expect([saved.status, saved.body.filters]).toEqual([201, all]);
  await save("all mine", { assigneeId: "me" });
  expect(await listed()).toMatchObject([
    { name: "all mine", filters: { assigneeId: "me" } },
    { name: "Bugs", filters: all },
  ]);
  const path = `/api/views/${String(saved.body.id)}`;
  const filters = { assigneeId: "none" };
  await colleague.patch(path, { name: "Bugs to do" });
  expect((await colleague.patch(path, { filters })).body).toMatchObject({
    name: "Bugs to do",
    filters,
  });
  expect((await admin.delete(path)).status).toBe(204);
  expect(await listed()).toMatchObject([{ name: "all mine" }]);
  const entries = await auditOf(portal, company);
  expect(entries.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
    "view.create Bugs",
    "view.create all mine",
    "view.update Bugs to do",
    "view.update Bugs to do",
    "view.delete Bugs to do",
  ]);
});

test("a saved view with the name of another view of the company, ignoring case and accents, and a saved view beyond the quota get 409", async () => {
  const { save, admin, viewers } = await scene();
  const first = await save("Inbox");
  const taken = { message: "A view with this name already exists" };
  for (const same of ["INBOX", "I\u0301nbox", "\u00cdNBOX"])
    expect(await save(same)).toMatchObject({ status: 409, body: taken });
  const second = await save("Other");
  const path = `/api/views/${String(second.body.id)}`;
  expect(await admin.patch(path, { name: "inbox" })).toMatchObject({ status: 409, body: taken });
  expect((await admin.patch(path, { name: "OTHER" })).status).toBe(200);
  expect(
    (await viewers.X.post("/api/views", { name: "Inbox", filters: { sort: "date" } })).status,
  ).toBe(201);
  expect((await save("Third")).status).toBe(201);
  expect(await save("Fourth")).toMatchObject({
    status: 409,
    body: { message: "A company can have at most 3 views" },
  });
  await admin.delete(`/api/views/${String(first.body.id)}`);
  expect((await save("Fourth")).status).toBe(201);
});

test.each([
  ["no name", { name: " ", filters: { sort: "date" } }, { name: ["View name is required"] }],
  ["no filter", { name: "A", filters: {} }, { filters: ["Filter or sort the list first"] }],
  [
    "an unknown board",
    { name: "A", filters: { boardId: 999_999 } },
    { filters: ["Unknown board"] },
  ],
  [
    "an unknown category",
    { name: "A", filters: { boardCategoryId: 999_999 } },
    { filters: ["Unknown category"] },
  ],
  [
    "an account that is not an admin of the company as assignee",
    { name: "A", filters: { assigneeId: 999_999 } },
    { assigneeId: ["Choose an admin of the company"] },
  ],
])("a saved view with %s is refused with an error for the field", async (_what, body, errors) => {
  const { admin, listed } = await scene();
  expect(await admin.post("/api/views", body)).toMatchObject({ status: 400, body: { errors } });
  expect(await listed()).toEqual([]);
});

test("a saved view is deleted with its board, its category or its assignee", async () => {
  const { company, board, admin, save, listed } = await scene();
  const category = await portal.category(company);
  const former = await portal.user("company_admin", company);
  await save("Board", { boardId: board.id });
  await save("Category", { boardCategoryId: category.id });
  await save("Assignee", { assigneeId: former.id });
  await admin.delete(`/api/boards/${String(board.id)}`);
  await admin.delete(`/api/categories/${String(category.id)}`);
  await portal.sql("delete from user_account where id = $1", [former.id]);
  expect(await listed()).toEqual([]);
});

test("a new company has the view Inbox with new and unanswered items, newest first", async () => {
  const { viewers } = await scene();
  const created = await viewers.S.post("/api/admin/companies", { name: "Inbox Ltd" });
  expect(created.status).toBe(201);
  const views = await portal.sql("select name, filters from saved_view where company_id = $1", [
    created.body.id,
  ]);
  const filters = { status: "new", unanswered: true, sort: "date" };
  expect(views).toEqual([{ name: "Inbox", filters }]);
});

test("the counts of views follow the items of the viewer's lists, and count up to 1,000 where items are counted one by one", async () => {
  const { company, board, admin, colleague, save } = await scene();
  const search = (await save("A search", { search: "find" })).body.id;
  const mine = (await save("Mine", { assigneeId: "me" })).body.id;
  const inbox = (await save("To answer", { status: "new", unanswered: true })).body.id;
  await portal.item(board, { title: "Find me" });
  const item = await portal.item(board);
  await admin.patch(`/api/feedback/${String(item.id)}`, {
    assigneeId: (await admin.get("/api/user")).body.id,
  });
  const counts = async (of = admin) =>
    Object.fromEntries(
      (await of.get("/api/views/counts")).body.map(
        ({ id, total, isCapped }: { id: number; total: number; isCapped: boolean }) => [
          id,
          isCapped ? `${String(total)}+` : total,
        ],
      ),
    );
  expect(await counts()).toEqual({ [search]: 1, [mine]: 1, [inbox]: 2 });
  expect(await counts(colleague)).toEqual({ [search]: 1, [mine]: 0, [inbox]: 2 });
  await admin.post(`/api/feedback/${String(item.id)}/comments`, { content: "Thanks" });
  expect(await counts()).toMatchObject({ [inbox]: 1 });
  await portal.sql(
    `insert into feedback_item (company_id, board_id, title, description)
     select $1, $2, 'Find me', 'Many' from generate_series(1, 1000)`,
    [company.id, board.id],
  );
  expect(await counts()).toMatchObject({ [search]: "1000+", [inbox]: "1000+" });
});
