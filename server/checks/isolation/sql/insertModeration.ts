import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { BEFORE } from "./insertHiddenItems.ts";

/**
 * The ids of approved items. Both A and B have an item with the first id. Only B has items with the
 * other two ids, and the last item is merged into B's first item.
 */
const APPROVED_IDS = [900_004, 900_005, 900_006] as const;
/** The id of a reported comment of A, and of a comment of B without a report. */
const REPORTED_COMMENT = 900_007;

/** Inserts reports of an item and of a comment, rejected posts, blocked accounts, and a change that can be undone. */
export async function insertModeration(
  sql: TestDatabase["sql"],
  companyId: number,
  {
    pendingItem,
    pendingComment,
    userId,
    reporterId,
    blockedIds,
  }: Record<"pendingItem" | "pendingComment" | "userId" | "reporterId", number> & {
    blockedIds: number[];
  },
): Promise<void> {
  await sql(
    `insert into report (company_id, feedback_id, comment_id, user_id, reason, note, created_at)
     values ($1, $2, null, $4, 'spam', 'Why', $5), ($1, null, $3, $6, 'other', null, $5)`,
    [companyId, pendingItem, pendingComment, userId, BEFORE, reporterId],
  );
  await sql(
    `insert into rejected_post
       (company_id, user_id, item_number, comment_number, title, excerpt, reason, created_at)
     values ($1, $4, $2, null, 'Rejected', 'Rejected', 'Why', $5),
       ($1, $4, $2, $3, 'Rejected', 'Rejected', null, $5)`,
    [companyId, pendingItem, pendingComment, userId, BEFORE],
  );
  await sql(
    `insert into blocked_account (company_id, user_id, blocked_by_id, created_at)
     select $1, id, $2, $4 from unnest($3::bigint[]) id`,
    [companyId, userId, blockedIds, BEFORE],
  );
  await sql(
    `insert into undo_entry (company_id, token_hash, user_id, kind, data, created_at)
     values ($1, decode(repeat('00', 32), 'hex'), $2, 'closing', '{"closings": []}', '2100-01-01')`,
    [companyId, userId],
  );
}

/**
 * Inserts into A an approved item that can wait for approval again, and a reported comment on this
 * item. Inserts into B an item with the same id, which cannot wait for approval again, because it
 * has a status change and a merged item. Also inserts into B a second item, and a comment whose id
 * and item id exist in A.
 */
export async function insertApproved(
  sql: TestDatabase["sql"],
  { own, other }: { own: number; other: number },
  {
    publicBoard: boardId,
    publicItem,
    userId,
  }: Record<"publicBoard" | "publicItem" | "userId", number>,
): Promise<void> {
  const [shared, ofB, source] = APPROVED_IDS;
  for (const [companyId, id] of [
    [own, shared],
    [other, shared],
    [other, ofB],
    [other, source],
  ])
    await sql(
      `insert into feedback_item (company_id, id, board_id, title, description, created_at)
       overriding system value values ($1, $2, $3, 'Approved', 'Approved', $4)`,
      [companyId, id, boardId, BEFORE],
    );
  for (const [companyId, itemId] of [
    [own, shared],
    [other, publicItem],
  ])
    await sql(
      `insert into comment (company_id, id, feedback_id, content, created_at)
       overriding system value values ($1, $2, $3, 'Reported', $4)`,
      [companyId, REPORTED_COMMENT, itemId, BEFORE],
    );
  await sql(
    `insert into report (company_id, comment_id, user_id, reason, created_at)
     values ($1, $2, $3, 'other', $4)`,
    [own, REPORTED_COMMENT, userId, BEFORE],
  );
  await sql(
    `insert into status_change (company_id, feedback_id, from_status, to_status, created_at)
     values ($1, $2, 'new', 'planned', $3)`,
    [other, shared, BEFORE],
  );
  await sql(
    `update feedback_item set state = 'merged', merged_into_id = $2, merged_at = $4
     where company_id = $1 and id = $3`,
    [other, shared, source, BEFORE],
  );
}

/** Returns the parameters of statements about decisions of moderation. */
export function decisionParameters({
  board,
  category,
  item,
  user,
}: Record<"board" | "category" | "item" | "user", unknown>): Record<string, unknown> {
  const rejected = { id: 6000, user_id: user, created_at: "2026-01-01T00:00:00Z" };
  return {
    itemIds: [item],
    approvedItems: JSON.stringify(
      [item, ...APPROVED_IDS].map((id) => ({ id, is_suspected: false })),
    ),
    rejectedItems: JSON.stringify([
      {
        ...rejected,
        board_id: board,
        board_category_id: category,
        title: "Rejected",
        description: "Rejected",
        category: "feature",
        status: "new",
        is_author_deleted: false,
        is_suspected: false,
        follows: [{ feedback_id: 6000, user_id: user, level: "off", created_at: "2026-01-01" }],
      },
    ]),
    rejectedComments: JSON.stringify([
      { ...rejected, feedback_id: item, content: "Rejected" },
      // Only B has the merged item.
      {
        ...rejected,
        id: 6001,
        feedback_id: item,
        merged_from_id: APPROVED_IDS[2],
        content: "Rejected",
      },
    ]),
  };
}
