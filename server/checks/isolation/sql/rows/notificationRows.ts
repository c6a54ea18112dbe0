import { BEFORE } from "../insertHiddenItems.ts";
import type { Copy, Sql } from "./copy.ts";

export const notificationCopies: Copy[] = [
  [
    "activity",
    "id, feedback_id, kind, data, origin, created_at",
    "id, feedback_id, kind, data, origin, created_at",
  ],
  [
    "status_change",
    "id, feedback_id, user_id, from_status, to_status, note, activity_id, created_at",
    "id, feedback_id, $3, from_status, 'complete', 'B', activity_id, created_at + interval '1 second'",
  ],
  ["activity_task", "activity_id, consumer, created_at", "activity_id, consumer, created_at"],
  ["mail_delivery", "id, user_id, kind, state, created_at", "id, $3, kind, 'failed', created_at"],
  [
    "notification",
    "id, user_id, activity_id, feedback_id, reason, mail, delivery_id, created_at",
    "id, $3, activity_id, feedback_id, reason, mail, delivery_id, created_at",
  ],
];

/**
 * Inserts the activity of a comment by the team. Followers and admins are notified of this
 * activity.
 */
export async function insertActivity(
  sql: Sql,
  companyId: number,
  { itemId, commentId }: { itemId: number; commentId: number },
): Promise<number> {
  const [row] = await sql<{ id: string }>(
    `insert into activity (company_id, feedback_id, kind, data, origin, created_at)
     values ($1, $2, 'comment_added', $3, 'http://localhost', $4) returning id`,
    [companyId, itemId, JSON.stringify({ commentId, isByTeam: true }), BEFORE],
  );
  return Number(row?.id);
}

/** An activity of both companies about a comment that waits for approval. */
export const WAITING_ACTIVITY = 976;

/** Inserts `WAITING_ACTIVITY` into a company. */
export async function insertWaitingActivity(
  sql: Sql,
  companyId: number,
  { publicItem, pendingComment }: Record<"publicItem" | "pendingComment", number>,
): Promise<void> {
  await sql(
    `insert into activity (company_id, id, feedback_id, kind, data, origin, created_at)
     overriding system value
     values ($1, $2, $3, 'comment_added', jsonb_build_object('commentId', $4::bigint),
       'http://localhost', $5)`,
    [companyId, WAITING_ACTIVITY, publicItem, pendingComment, BEFORE],
  );
}

/** Inserts an activity about a comment, its task, and a mailed notification. */
export async function insertNotified(
  sql: Sql,
  companyId: number,
  { userId, itemId, commentId }: { userId: number; itemId: number; commentId: number },
) {
  const activity = await insertActivity(sql, companyId, { itemId, commentId });
  await sql(
    "insert into activity_task (company_id, activity_id, consumer, created_at) values ($1, $2, 'notifyFollowers', $3)",
    [companyId, activity, BEFORE],
  );
  await sql(
    `insert into notification (company_id, user_id, activity_id, feedback_id, reason, mail, created_at)
     values ($1, $2, $3, $4, 'author', 'off', $5)`,
    [companyId, userId, activity, itemId, BEFORE],
  );
  const [change] = await sql<{ id: string }>(
    "update status_change set activity_id = $2 where company_id = $1 returning id",
    [companyId, activity],
  );
  await sql(
    `with delivery as (
       insert into mail_delivery (company_id, user_id, kind, state, created_at)
       values ($1, $2, 'immediate', 'sent', $3) returning id
     )
     update notification set mail = 'mailed', delivery_id = delivery.id
     from delivery where company_id = $1`,
    [companyId, userId, BEFORE],
  );
  return { activity, change: Number(change?.id) };
}
