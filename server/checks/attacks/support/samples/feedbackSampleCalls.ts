import type { AttackFixtures } from "../attackFixtures.ts";
import type { SampleCalls } from "./sample.ts";

/** Stores a saved view of the list of feedback. */
async function insertView({ portal, company }: AttackFixtures): Promise<number> {
  const [row] = await portal.sql<{ id: string }>(
    `insert into saved_view (company_id, name, filters)
     select $1, 'View ' || count(*), '{"sort": "date"}' from saved_view returning id`,
    [company.id],
  );
  return Number(row?.id);
}

/** Stores a picture in the item's description. */
async function insertPicture({ portal, company, item }: AttackFixtures): Promise<string> {
  const [row] = await portal.sql<{ id: string }>(
    `insert into picture (company_id, feedback_id, part, loose_since, width, height, bytes, content)
     values ($1, $2, 'description', null, 1, 1, 1, 'A') returning id`,
    [company.id, item.id],
  );
  return row?.id ?? "";
}

/** Creates an item that an import has written under the name of an account. */
async function insertImportedItem({ portal, company, board }: AttackFixtures, userId: number) {
  const { id } = await portal.item(board, { userId });
  await portal.sql(
    `insert into imported_item (company_id, source, key, feedback_id, record)
     values ($1, 'csv', $2::bigint::text, $2, '{}')`,
    [company.id, id],
  );
  return id;
}

/** Successful calls about feedback, votes, comments and views. */
export const feedbackSampleCalls: SampleCalls = {
  // The caller is anonymous, because the rate limit of this call does not apply to accounts.
  "GET /api/feedback/challenge": () => ({ caller: "anonymous" }),
  "POST /api/feedback": ({ board }) => ({
    body: { title: "A title", description: "A description", boardId: board.id },
  }),
  "POST /api/feedback/bulk": ({ item, board, category, admin }) => ({
    body: {
      ids: [item.id],
      changes: {
        status: "planned",
        note: "Soon",
        notify: true,
        category: "bug",
        boardId: board.id,
        boardCategoryId: category.id,
        assigneeId: admin.id,
      },
    },
  }),
  "PATCH /api/feedback/:id": () => ({ body: { title: "Another title" } }),
  "POST /api/feedback/:id/reopen": async ({ portal, item }) => {
    await portal.sql(
      "update feedback_item set state = 'closed', closed_at = now(), close_reason = 'other' where id = $1",
      [item.id],
    );
    return {};
  },
  "POST /api/feedback/:id/merge": async ({ portal, board }) => ({
    body: { targetId: (await portal.item(board)).id },
  }),
  "POST /api/feedback/:id/unmerge": async ({ portal, board, item }) => {
    const { id } = await portal.item(board);
    await portal.sql(
      "update feedback_item set state = 'merged', merged_into_id = $2, merged_at = now() where id = $1",
      [id, item.id],
    );
    return { params: { id } };
  },
  "POST /api/feedback/merge": async ({ portal, board, item }) => ({
    body: { ids: [item.id], targetId: (await portal.item(board)).id },
  }),
  "POST /api/views": ({ board, category, admin }) => ({
    body: {
      name: "New view",
      filters: {
        search: "dark",
        category: "bug",
        status: "planned",
        boardId: board.id,
        boardCategoryId: category.id,
        assigneeId: admin.id,
        state: "open",
        sort: "date",
      },
    },
  }),
  "PATCH /api/views/:id": async (fixtures) => ({
    params: { id: await insertView(fixtures) },
    body: { name: "Another name" },
  }),
  "DELETE /api/views/:id": async (fixtures) => ({ params: { id: await insertView(fixtures) } }),
  "GET /pictures/:id/:file": async (fixtures) => ({
    params: { id: await insertPicture(fixtures), file: "1x1.webp" },
  }),
  "DELETE /api/comments/:id/reactions/:emoji": async ({ portal, company, customer, comment }) => {
    await portal.sql(
      `insert into comment_reaction (company_id, comment_id, user_id, emoji) values ($1, $2, $3, '👍')
       on conflict do nothing`,
      [company.id, comment.id, customer.id],
    );
    return { params: { id: comment.id, emoji: encodeURIComponent("👍") }, caller: "customer" };
  },
  "POST /api/feedback/:id/votes": async ({ portal, company }) => ({
    body: { userId: (await portal.user("user", company)).id },
  }),
  "DELETE /api/feedback/:id/votes/:userId": async ({ portal, company, item }) => {
    const { id: userId } = await portal.user("user", company);
    await portal.sql(
      `with counted as (update feedback_item set votes = votes + 1 where id = $2)
       insert into user_vote (company_id, feedback_id, user_id, is_recorded) values ($1, $2, $3, true)`,
      [company.id, item.id, userId],
    );
    return { params: { id: item.id, userId } };
  },
  "POST /api/feedback/:id/disown": async (fixtures) => ({
    params: { id: await insertImportedItem(fixtures, fixtures.customer.id) },
    body: {},
    caller: "customer",
  }),
  "DELETE /api/feedback/:id/disown": async (fixtures) => {
    const { portal, company, customer } = fixtures;
    const [person] = await portal.sql<{ id: number }>(
      `insert into user_account (username, home_company_id, password_hash, is_active, is_imported, email_pace)
       values ('disowned-' || $1 || '@' || $2 || '.imported.invalid', $2::bigint, 'x', false, true, 'off')
       on conflict (lower(username collate "C")) do update set is_active = false
       returning id`,
      [String(customer.id), String(company.id)],
    );
    return {
      params: { id: await insertImportedItem(fixtures, Number(person?.id)) },
      body: {},
      caller: "customer",
    };
  },
  "PUT /api/feedback/:id/place": async ({ portal, company, board }) => {
    await portal.sql("update company set roadmap_order = 'manual' where id = $1", [company.id]);
    const { id } = await portal.item(board, { status: "planned" });
    return { params: { id }, body: { afterId: null } };
  },
};
