import { notificationRows } from "#server/checks/fixtures/notificationRows.ts";
import { MINE_FILTERS } from "#contract/feedbackFilters.ts";
import { pictureUpload } from "#server/checks/fixtures/pictureUpload.ts";
import type { Reply, Visitor } from "#server/checks/fixtures/testPortal.ts";
import type { CallFixtures } from "./createCallFixtures.ts";
import { listPages } from "./listPages.ts";
import type { RouteCalls } from "./routeCalls.ts";

/**
 * Queries with each single filter that anonymous visitors can use, with common pairs of filters,
 * and with filters that few items match. Searches for one or two letters are left out, because they
 * read the first 5,000 items, which can be half of a company's items in this test.
 */
const LISTS = [
  "",
  "?sort=date",
  "?limit=100",
  "?category=bug",
  "?category=documentation&sort=date",
  "?status=planned",
  "?status=planned&sort=roadmap",
  "?status=complete&sort=date",
  "?boardCategoryId=1",
  "?status=under_development&category=documentation",
  "?search=calendar",
  "?search=calendar&sort=date",
  "?search=xylophone",
  "?search=calendar&status=planned&category=bug",
  "?sort=trending",
  "?sort=trending&status=planned",
  "?sort=discussed",
  "?sort=discussed&status=complete",
  "?sort=oldest&limit=100",
  "?search=calendar&sort=trending",
];

/**
 * Queries with several statuses, with `state=closed`, and with the filters that only admins can
 * use: `unanswered` and `assigneeId`.
 */
const TRIAGE_LISTS = [
  "?status=new&status=evaluating",
  "?status=new&status=evaluating&sort=date&limit=100",
  "?status=new&status=evaluating&search=calendar",
  "?unanswered=true",
  "?unanswered=true&sort=date&limit=100",
  "?unanswered=true&search=calendar",
  "?assigneeId=none",
  "?assigneeId=none&sort=date&limit=100",
  "?assigneeId=none&unanswered=true",
  "?assigneeId=none&state=closed",
  "?createdFrom=2025-03-10&createdTo=2025-03-12",
  "?createdFrom=2025-03-10&sort=date",
  "?state=closed",
  "?state=closed&sort=date&limit=100",
];

const OWN_LISTS = MINE_FILTERS.flatMap((mine) => [
  `?mine=${mine}`,
  `?mine=${mine}&sort=date&limit=100`,
  `?mine=${mine}&search=item&status=new`,
]);

/** Disowns an imported item and an imported comment of a new author, and takes them back. */
async function disown({ company, portal, newAuthor }: CallFixtures) {
  const { id, visitor } = await newAuthor();
  const [post] = await portal.sql<{ item: string; commented: string; comment: string }>(
    `with item as (select id from feedback_item where company_id = $1 and user_id = $2 limit 1),
       comment as (
         select id, feedback_id from comment where company_id = $1 and user_id = $2 limit 1
       ),
       imported as (
         insert into imported_item (company_id, source, key, feedback_id, record)
         select $1, 'csv', id::text, id, '{}' from item
       ),
       entry as (
         insert into imported_entry (company_id, source, kind, key, comment_id)
         select $1, 'csv', 'comment', id::text, id from comment
       )
     select item.id as item, comment.feedback_id as commented, comment.id as comment
     from item cross join comment`,
    [company.id, id],
  );
  const { item = "", commented = "", comment = "" } = post ?? {};
  const [ofItem, ofComment] = [`/api/feedback/${item}/disown`, `/api/feedback/${commented}/disown`];
  const disowned = [
    await visitor.post(ofItem, {}),
    await visitor.post(ofComment, { commentId: Number(comment) }),
  ];
  const takenBack = [
    await visitor.request("DELETE", ofItem, {}),
    await visitor.request("DELETE", ofComment, { commentId: Number(comment) }),
  ];
  return { disowned, takenBack };
}

/** Requests each list as an anonymous visitor, as a user and as a company admin. */
async function listsOfEveryone(
  { anonymous, user, admin }: CallFixtures,
  path: string,
  queries = LISTS,
): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const visitor of [anonymous, user, admin])
    replies.push(...(await listPages(visitor, path, queries)));
  return replies;
}

/** Requests the lists of the items that a user has written, voted for, commented on or follows. */
async function listsOfAuthor({ newAuthor }: CallFixtures, path: string): Promise<Reply[]> {
  const { visitor } = await newAuthor();
  return listPages(visitor, path, OWN_LISTS);
}

/** Requests the lists of an admin's items after a few hundred items were assigned to the admin. */
async function listsOfAssignee({ admin, company, portal }: CallFixtures): Promise<Reply[]> {
  const { body } = await admin.get("/api/user");
  const assigneeId = String(body.id);
  await portal.sql(
    `update feedback_item set assignee_id = $1 where company_id = $2 and id in (
       select id from feedback_item where company_id = $2 limit 300
     )`,
    [assigneeId, company.id],
  );
  const list = `?assigneeId=${assigneeId}`;
  return listPages(admin, "/api/feedback", [list, `${list}&sort=date&limit=100`]);
}

async function newView({ admin, word }: CallFixtures) {
  const reply = await admin.post("/api/views", { name: word(), filters: { assigneeId: "me" } });
  return { reply, path: `/api/views/${String(reply.body.id)}` };
}

async function uploadedPicture(visitor: Visitor): Promise<Reply> {
  const { body, headers } = await pictureUpload("file");
  return visitor.post("/api/pictures", body, headers);
}

/** Calls for items, votes, comments, saved views, boards and categories. */
export const feedbackCalls: RouteCalls = {
  "GET /api/feedback": async (fixtures) => [
    ...(await listsOfEveryone(fixtures, "/api/feedback")),
    ...(await listPages(fixtures.admin, "/api/feedback", TRIAGE_LISTS)),
    ...(await listsOfAssignee(fixtures)),
    ...(await listsOfAuthor(fixtures, "/api/feedback")),
  ],
  "GET /api/boards/:boardId/feedback": async (fixtures) => {
    const path = `/api/boards/${String(fixtures.boardId)}/feedback`;
    return [...(await listsOfEveryone(fixtures, path)), ...(await listsOfAuthor(fixtures, path))];
  },
  "POST /api/feedback": async ({ user, boardId }) => [
    await user.post("/api/feedback", { title: "Wish", description: "What I want", boardId }),
  ],
  "POST /api/feedback/:id/disown": async (fixtures) => (await disown(fixtures)).disowned,
  "DELETE /api/feedback/:id/disown": async (fixtures) => (await disown(fixtures)).takenBack,
  "PATCH /api/feedback/:id": async ({ admin, newItem }) => {
    const path = `/api/feedback/${String((await newItem()).id)}`;
    const retitled = await admin.patch(path, { title: "Another title" });
    return [retitled, await admin.patch(path, { status: "planned", category: "bug" })];
  },
  "POST /api/feedback/bulk": async ({ admin, newItem }) => {
    const ids = [(await newItem()).id, (await newItem()).id];
    const send = (changes: object) => admin.post("/api/feedback/bulk", { ids, changes });
    return [await send({ status: "planned", category: "bug" }), await send({ delete: true })];
  },
  "PUT /api/feedback/:id/place": async ({ admin, anonymous, company, newItem }) => {
    const path = `/api/feedback/${String((await newItem()).id)}`;
    await admin.patch(path, { status: "planned" });
    const settings = `/api/company/${String(company.id)}`;
    await admin.patch(settings, { roadmapOrder: "manual" });
    const placed = await admin.request("PUT", `${path}/place`, { afterId: null });
    // The plans of this list are checked as well.
    await anonymous.get("/api/feedback?status=planned&sort=roadmap");
    await admin.patch(settings, { roadmapOrder: "votes" });
    return [placed];
  },
  "POST /api/feedback/close": async ({ admin, newItem }) => {
    const ids = [(await newItem()).id, (await newItem()).id];
    return [await admin.post("/api/feedback/close", { ids, reason: "other", note: "No" })];
  },
  "POST /api/feedback/merge": async ({ admin, itemId, newItem }) => {
    const ids = [(await newItem()).id, (await newItem()).id];
    return [await admin.post("/api/feedback/merge", { ids, targetId: itemId })];
  },
  "GET /api/views/counts": async (fixtures) => {
    await newView(fixtures);
    return [await fixtures.admin.get("/api/views/counts")];
  },
  "POST /api/views": async (fixtures) => [(await newView(fixtures)).reply],
  "PATCH /api/views/:id": async (fixtures) => {
    const { path } = await newView(fixtures);
    return [await fixtures.admin.patch(path, { filters: { boardId: fixtures.boardId } })];
  },
  "DELETE /api/views/:id": async (fixtures) => {
    const { path } = await newView(fixtures);
    return [await fixtures.admin.delete(path)];
  },
  "DELETE /api/feedback/:id": async ({ admin, user, newItem }) => {
    const path = `/api/feedback/${String((await newItem()).id)}`;
    await user.post(`${path}/vote`);
    await user.post(`${path}/comments`, { content: "Please" });
    return [await admin.delete(path)];
  },
  "POST /api/feedback/:id/vote": async ({ user, admin, newItem }) => {
    const path = `/api/feedback/${String((await newItem()).id)}/vote`;
    return [await user.post(path), await admin.post(path), await user.post(path)];
  },
  "GET /api/feedback/similar": async (fixtures) => {
    const titles = [
      "Filter invoice reports on the phone",
      "Exprot calender",
      "Xylophone",
      "Export",
    ];
    const replies: Reply[] = [];
    for (const visitor of [fixtures.anonymous, fixtures.user, fixtures.admin]) {
      for (const title of titles) {
        const query = new URLSearchParams({ title, boardId: String(fixtures.boardId) });
        replies.push(await visitor.get(`/api/feedback/similar?${query.toString()}`));
        query.delete("boardId");
        replies.push(await visitor.get(`/api/feedback/similar?${query.toString()}`));
      }
    }
    return replies;
  },
  "GET /api/feedback/:id/merge-outcome": async ({ admin, itemId, newItem }) => {
    const [first, second] = [await newItem(), await newItem()];
    const query = `ids=${String(first.id)},${String(second.id)}`;
    return [await admin.get(`/api/feedback/${String(itemId)}/merge-outcome?${query}`)];
  },
  "POST /api/feedback/:id/merge": async ({ admin, user, itemId, newItem }) => {
    const path = `/api/feedback/${String((await newItem()).id)}`;
    await user.post(`${path}/vote`);
    await user.post(`${path}/comments`, { content: "Please" });
    return [
      await admin.post(`${path}/merge`, { targetId: itemId }),
      await admin.post(`${path}/unmerge`),
    ];
  },
  "POST /api/feedback/:id/unmerge": async ({ admin, itemId, newItem }) => {
    const path = `/api/feedback/${String((await newItem()).id)}`;
    await admin.post(`${path}/merge`, { targetId: itemId });
    return [await admin.post(`${path}/unmerge`)];
  },
  "GET /api/feedback/:id/votes": ({ admin, itemId }) =>
    listPages(admin, `/api/feedback/${String(itemId)}/votes`, ["", "?limit=100"]),
  "POST /api/feedback/:id/votes": async ({ admin, itemId, newUser }) => {
    const path = `/api/feedback/${String(itemId)}/votes`;
    const { username } = await newUser();
    return [
      await admin.post(path, { userId: (await newUser()).id }),
      await admin.post(path, { username, notify: true }),
    ];
  },
  "DELETE /api/feedback/:id/votes/:userId": async ({ admin, itemId, newUser }) => {
    const path = `/api/feedback/${String(itemId)}/votes`;
    const { id } = await newUser();
    await admin.post(path, { userId: id });
    return [await admin.delete(`${path}/${String(id)}`)];
  },
  "GET /api/feedback/:id/history/:changeId/notified": async ({ admin, portal, itemId }) => {
    const { changeId } = await notificationRows(portal).notifiedChange({ id: itemId });
    return [
      await admin.get(`/api/feedback/${String(itemId)}/history/${String(changeId)}/notified`),
    ];
  },
  "POST /api/pictures": async ({ user }) => [await uploadedPicture(user)],
  "GET /pictures/:id/:file": async ({ user, anonymous, admin, itemId }) => {
    const { url } = (await uploadedPicture(user)).body as { url: string };
    await user.post(`/api/feedback/${String(itemId)}/comments`, { content: `![A chart](${url})` });
    return [await anonymous.get(url), await user.get(url), await admin.get(url)];
  },
  "PATCH /api/boards/reorder": async ({ admin }) => {
    const boards = (await admin.get("/api/boards")).body as { id: number }[];
    return [await admin.patch("/api/boards/reorder", { boardIds: boards.map(({ id }) => id) })];
  },
  "POST /api/boards": async ({ admin, word }) => [
    await admin.post("/api/boards", { name: "Board", slug: word() }),
  ],
  "PATCH /api/boards/:id": async ({ admin, newBoard }) => [
    await admin.patch(`/api/boards/${String((await newBoard()).id)}`, { name: "Renamed" }),
  ],
  "POST /api/categories": async ({ admin, word }) => [
    await admin.post("/api/categories", { name: word() }),
  ],
  "PATCH /api/categories/:id": async ({ admin, portal, company, word }) => [
    await admin.patch(`/api/categories/${String((await portal.category(company)).id)}`, {
      name: word(),
    }),
  ],
  "DELETE /api/boards/:id": async ({ admin, newBoard, portal, user }) => {
    const board = await newBoard();
    const item = await portal.item(board);
    await user.post(`/api/feedback/${String(item.id)}/comments`, {
      content: "Goes with the board",
    });
    return [await admin.delete(`/api/boards/${String(board.id)}`)];
  },
};
