import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";

/** A time before any time that a test writes. */
export const BEFORE = "2020-01-01T00:00:00Z";

/** Items of A that no default list contains. B has items with the same ids. */
export interface HiddenItems {
  closedItem: number;
  /** An item on a public board that is merged into the private item. */
  mergedItem: number;
  /** An item on a private board that is merged into the public item. */
  hiddenSource: number;
  /**
   * An item that is merged into the closed item. Its column `merged_through_id` names the merged
   * item, which in A is merged into another item.
   */
  separateSource: number;
  /** An item and a comment that wait for approval. */
  pendingItem: number;
  pendingComment: number;
}

interface Accounts {
  userId: number;
  thirdId: number;
  strangerId: number;
}

interface Items {
  publicBoard: number;
  privateBoard: number;
  publicItem: number;
  privateItem: number;
}

type Sql = TestDatabase["sql"];

/**
 * Inserts closed, merged and pending items of A, and votes, levels of following and comments on
 * these items and their targets.
 */
export async function insertHiddenItems(
  sql: Sql,
  companyId: number,
  { userId, thirdId, publicBoard, privateBoard, publicItem, privateItem }: Accounts & Items,
): Promise<HiddenItems> {
  const make = createFactories(sql);
  const openBoard = { id: publicBoard };
  const createdAt = BEFORE;
  const closed = await make.item(openBoard, { title: "Closed item", userId, createdAt });
  const merged = await make.item(openBoard, { title: "Merged item", userId: thirdId, createdAt });
  const source = await make.item(
    { id: privateBoard },
    { title: "Hidden source", userId, createdAt },
  );
  await sql(
    "update feedback_item set state = 'closed', closed_at = $2, close_reason = 'other' where id = $1",
    [closed.id, BEFORE],
  );
  for (const [id, target] of [
    [merged.id, privateItem],
    [source.id, publicItem],
  ])
    await sql(
      "update feedback_item set state = 'merged', merged_into_id = $2, merged_at = $3 where id = $1",
      [id, target, BEFORE],
    );
  const separate = await make.item(openBoard, { title: "Separate source", createdAt });
  await sql(
    `update feedback_item
     set state = 'merged', merged_into_id = $2, merged_through_id = $3, merged_at = $4 where id = $1`,
    [separate.id, closed.id, merged.id, BEFORE],
  );
  await sql("update feedback_item set votes = votes + 2, unnamed_votes = 2 where id = any ($1)", [
    [merged.id, source.id],
  ]);
  await insertVote(sql, { companyId, feedbackId: merged.id, userId: thirdId });
  await insertVote(sql, {
    companyId,
    feedbackId: publicItem,
    userId: thirdId,
    mergedFromId: source.id,
  });
  await insertFollow(sql, { companyId, feedbackId: merged.id, userId, level: "status" });
  await insertFollow(sql, {
    companyId,
    feedbackId: publicItem,
    userId: thirdId,
    level: "status",
    mergedFromId: source.id,
  });
  for (const [feedbackId, mergedFromId] of [
    [privateItem, merged.id],
    [source.id, source.id],
  ])
    await sql(
      `with counted as (
         update feedback_item set comments_count = comments_count + 1
         where company_id = $1 and id = $2
       )
       insert into comment (company_id, feedback_id, user_id, content, merged_from_id)
       values ($1, $2, $3, 'Of a merged item', $4)`,
      [companyId, feedbackId, userId, mergedFromId],
    );
  const pending = await make.item(openBoard, {
    title: "Pending item",
    description: "Pending",
    userId,
    createdAt,
  });
  await sql("update feedback_item set is_pending = true, state = 'pending' where id = $1", [
    pending.id,
  ]);
  const suspected = await make.item(openBoard, { title: "Suspected item", createdAt });
  await sql(
    "update feedback_item set is_pending = true, state = 'pending', is_suspected = true where id = $1",
    [suspected.id],
  );
  const pendingComment = {
    content: "Pending",
    userId: thirdId,
    visibility: "pending",
  } as const;
  const comment = await make.comment({ id: publicItem }, pendingComment);
  // With this moderation, the stranger is a newcomer in A, but would not be a newcomer in B.
  await sql("update company set moderation = 'newcomers' where id = $1", [companyId]);
  return {
    closedItem: closed.id,
    mergedItem: merged.id,
    hiddenSource: source.id,
    separateSource: separate.id,
    pendingItem: pending.id,
    pendingComment: comment.id,
  };
}

/**
 * Changes and inserts rows of B, so that B's rows for an item differ from A's rows for the item
 * with the same id.
 */
export async function insertHiddenItemsOfOther(
  sql: Sql,
  companyId: number,
  {
    strangerId,
    thirdId,
    publicItem,
    privateItem,
    mergedItem,
    hiddenSource,
    separateSource,
    closedItem,
    pendingItem,
    pendingComment,
    privateBoard,
  }: Accounts & Items & HiddenItems,
): Promise<void> {
  for (const feedbackId of [mergedItem, separateSource])
    await insertVote(sql, { companyId, feedbackId, userId: strangerId });
  await insertVote(sql, {
    companyId,
    feedbackId: closedItem,
    userId: strangerId,
    mergedFromId: mergedItem,
  });
  for (const [feedbackId, userId] of [
    [mergedItem, thirdId],
    [separateSource, strangerId],
  ] as const)
    await insertFollow(sql, { companyId, feedbackId, userId, level: "all" });
  await insertFollow(sql, { companyId, feedbackId: privateItem, userId: thirdId, level: "off" });
  await sql(
    `insert into feedback_item
       (company_id, board_id, title, description, user_id, state, merged_into_id, merged_at, created_at)
     values ($1, $2, 'Only B''s merged item', 'B', $3, 'merged', $4, $5, $5)`,
    [companyId, privateBoard, strangerId, privateItem, BEFORE],
  );
  // In B, the merged item and the separate source are merged into each other's targets.
  await sql("update feedback_item set merged_into_id = $3 where company_id = $1 and id = $2", [
    companyId,
    mergedItem,
    closedItem,
  ]);
  await sql(
    `update feedback_item set merged_into_id = $3, merged_through_id = $4
     where company_id = $1 and id = $2`,
    [companyId, separateSource, privateItem, mergedItem],
  );
  // In A, no import has created the waiting item and comment.
  await sql(
    `insert into imported_item (company_id, source, key, feedback_id, record)
     values ($1, 'csv', 'waiting', $2, '{}')`,
    [companyId, pendingItem],
  );
  await sql(
    `insert into imported_entry (company_id, source, kind, key, comment_id)
     values ($1, 'csv', 'comment', 'waiting', $2)`,
    [companyId, pendingComment],
  );
  await sql("update comment set feedback_id = $3 where company_id = $1 and merged_from_id = $2", [
    companyId,
    hiddenSource,
    publicItem,
  ]);
}

interface OfItem {
  companyId: number;
  feedbackId: number;
  userId: number;
  mergedFromId?: number;
}

async function insertVote(
  sql: Sql,
  { companyId, feedbackId, userId, mergedFromId }: OfItem,
): Promise<void> {
  await sql(
    `with counted as (
       update feedback_item set votes = votes + 1 where company_id = $1 and id = $2
     )
     insert into user_vote (company_id, feedback_id, user_id, merged_from_id, created_at)
     values ($1, $2, $3, $4, $5)`,
    [companyId, feedbackId, userId, mergedFromId ?? null, BEFORE],
  );
}

async function insertFollow(
  sql: Sql,
  { companyId, feedbackId, userId, level, mergedFromId }: OfItem & { level: string },
): Promise<void> {
  await sql(
    `insert into follow (company_id, feedback_id, user_id, level, merged_from_id, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [companyId, feedbackId, userId, level, mergedFromId ?? null, BEFORE],
  );
}
