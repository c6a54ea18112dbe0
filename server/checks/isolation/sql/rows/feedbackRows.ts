import { createFactories } from "#server/checks/fixtures/factories.ts";
import { BEFORE } from "../insertHiddenItems.ts";
import type { Copy, Sql } from "./copy.ts";

export const feedbackCopies: Copy[] = [
  [
    "board",
    "id, name, slug, description, order_index, is_private, created_at",
    "id, 'B ' || name, 'b-' || slug, 'B', order_index + 50, not is_private, created_at",
  ],
  ["roadmap_column", "status, feedback_ids", "status, feedback_ids[2:]"],
  ["board_category", "id, name, created_at", "id, 'B ' || name, created_at"],
  [
    "saved_view",
    "id, name, filters, board_id, board_category_id, created_at",
    "id, 'B ' || name, filters, board_id, board_category_id, created_at",
  ],
  [
    "feedback_item",
    "id, board_id, board_category_id, user_id, title, description, category, status, is_pending, is_suspected, state, closed_at, close_reason, merged_into_id, merged_at, votes, unnamed_votes, comments_count, created_at",
    "id, board_id, board_category_id, $3, 'B ' || title, 'B', category, status, is_pending, is_suspected, state, closed_at, close_reason, merged_into_id, merged_at, votes + 100, sign(unnamed_votes) + unnamed_votes, comments_count + 7, created_at",
  ],
];

export const postCopies: Copy[] = [
  // `greatest` replaces the user of A by the stranger, whose id is `$3`. The third account has a
  // higher id and is not replaced, so it has rows in both companies.
  [
    "user_vote",
    "id, feedback_id, user_id, recorded_by_id, merged_from_id, created_at",
    "id, feedback_id, greatest(user_id, $3), $3, merged_from_id, created_at",
  ],
  [
    "follow",
    "feedback_id, user_id, level, merged_from_id, created_at",
    "feedback_id, greatest(user_id, $3), level, merged_from_id, created_at",
  ],
  [
    "comment",
    "id, feedback_id, user_id, content, visibility, merged_from_id, created_at",
    "id, feedback_id, $3, 'B', visibility, merged_from_id, created_at",
  ],
  [
    "comment_reaction",
    "comment_id, user_id, emoji, created_at",
    "comment_id, greatest(user_id, $3), emoji, created_at",
  ],
  [
    "report",
    "id, feedback_id, comment_id, user_id, reason, note, created_at",
    "id, feedback_id, comment_id, $3, reason, 'B', created_at",
  ],
  [
    "rejected_post",
    "id, user_id, item_number, comment_number, title, excerpt, reason, created_at",
    "id, $3, item_number, comment_number, 'B', excerpt, 'B', created_at",
  ],
];

/** Inserts boards, a category, a view, items, and what users and admins did with them. */
export async function insertFeedback(sql: Sql, companyId: number, userId: number) {
  const make = createFactories(sql);
  const company = { id: companyId };
  const category = await make.category(company, "Category");
  const publicBoard = await make.board(company, { name: "Public" });
  const privateBoard = await make.board(company, { name: "Private", isPrivate: true });
  const own = { userId, boardCategoryId: category.id, createdAt: BEFORE };
  const publicItem = await make.item(publicBoard, { title: "Public item", ...own });
  const privateItem = await make.item(privateBoard, { title: "Private item", votes: 1, ...own });
  const comment = await make.comment(publicItem, { userId, content: "A comment" });
  await sql(
    `insert into comment_reaction (company_id, comment_id, user_id, emoji, created_at)
     values ($1, $2, $3, '👍', $4)`,
    [companyId, comment.id, userId, BEFORE],
  );
  const [view] = await sql<{ id: string }>(
    `insert into saved_view (company_id, name, filters, board_id, board_category_id, created_at)
     values ($1, 'View', '{"sort": "date"}', $2, $3, $4) returning id`,
    [companyId, publicBoard.id, category.id, BEFORE],
  );
  await sql(
    `insert into status_change (company_id, feedback_id, user_id, from_status, to_status, created_at)
     values ($1, $2, $3, 'new', 'planned', $4)`,
    [companyId, publicItem.id, userId, BEFORE],
  );
  await sql(
    "insert into user_vote (company_id, feedback_id, user_id, recorded_by_id) values ($1, $2, $3, $3)",
    [companyId, privateItem.id, userId],
  );
  await sql(
    `insert into follow (company_id, feedback_id, user_id, level, created_at)
     values ($1, $2, $3, 'off', $4)`,
    [companyId, privateItem.id, userId, BEFORE],
  );
  return {
    publicBoard: publicBoard.id,
    privateBoard: privateBoard.id,
    publicItem: publicItem.id,
    privateItem: privateItem.id,
    comment: comment.id,
    category: category.id,
    view: Number(view?.id),
  };
}

/** Inserts a comment of B on an item whose id also exists in A. */
export async function insertStrayComment(
  sql: Sql,
  companyId: number,
  itemId: number,
): Promise<number> {
  const [row] = await sql<{ id: string }>(
    `insert into comment (company_id, feedback_id, content, created_at)
     values ($1, $2, 'Only B''s', $3) returning id`,
    [companyId, itemId, BEFORE],
  );
  return Number(row?.id);
}

/**
 * Inserts answers of company B's team to items whose ids also exist in A, where the team has not
 * answered except by what is taken back.
 */
export async function insertAnswersOfOther(
  sql: Sql,
  { own, other }: { own: number; other: number },
  { userId, ...items }: Record<"userId" | "publicItem" | "privateItem" | "closedItem", number>,
): Promise<void> {
  const answered = [items.publicItem, items.privateItem, items.closedItem];
  for (const feedbackId of answered) {
    await sql(
      `insert into comment (company_id, feedback_id, user_id, content, created_at)
       values ($1, $2, $3, 'Only B''s', $4)`,
      [other, feedbackId, userId, BEFORE],
    );
    await sql(
      `insert into status_change (company_id, feedback_id, from_status, to_status, created_at)
       values ($1, $2, 'new', 'planned', $3)`,
      [other, feedbackId, BEFORE],
    );
    await sql("update feedback_item set is_answered = true where company_id = $1 and id = $2", [
      own,
      feedbackId,
    ]);
  }
  // B's other items are marked as answered, but have no answer.
  await sql(
    "update feedback_item set is_answered = true where company_id = $1 and id <> all ($2)",
    [other, answered],
  );
  await sql("update status_change set was_answered = false where company_id = $1", [own]);
}
