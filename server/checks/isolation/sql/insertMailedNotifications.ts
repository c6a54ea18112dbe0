import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";

interface Cast {
  own: number;
  other: number;
  userId: number;
  strangerId: number;
  publicItem: number;
  privateItem: number;
  mergedItem: number;
  /** An item that exists only in company B. */
  otherItem: number;
}

/** The id of a mail of A that waits for its next attempt. A mail of B has the same id. */
export const WAITING_DELIVERY = 800;

/** A time that is earlier than every time that a test writes. */
const BEFORE = "2020-01-01T00:00:00Z";

/**
 * Inserts notifications that were mailed or are due, and mails that wait for their next attempt.
 * The stranger has notifications in both companies, and the level of following `off` for an item of
 * B whose id also exists in A.
 */
export async function insertMailedNotifications(
  { sql }: Pick<TestDatabase, "sql">,
  { own, other, userId, strangerId, publicItem, privateItem, mergedItem, otherItem }: Cast,
): Promise<void> {
  const rows = [
    [900, own, userId, publicItem, "mailed", 0],
    [901, own, userId, privateItem, "mailed", 0],
    [902, own, strangerId, privateItem, "mailed", 0],
    [903, own, strangerId, publicItem, "due", 0],
    [903, other, strangerId, publicItem, "mailed", 0],
    [905, other, strangerId, publicItem, "due", 0],
    // B's mail is due first, so that a statement without a company condition would select it.
    [906, other, strangerId, otherItem, "due", -1],
  ] as const;
  for (const row of rows) {
    await sql(
      `with happened as (
         insert into activity (company_id, id, feedback_id, kind, data, origin, created_at)
         overriding system value
         values ($2, $1, $4, 'comment_added', jsonb_build_object('commentId', $1::bigint),
           'http://localhost', $7)
         returning id
       )
       insert into notification (company_id, id, user_id, activity_id, feedback_id, reason, mail,
         mail_pace, mail_due_at, created_at)
       overriding system value
       select $2, $1, $3, id, $4, 'followed', $5, 'immediate',
         $7::timestamptz + make_interval(days => $6), $7 from happened`,
      [...row, BEFORE],
    );
  }
  // In B, the activity of this change of status was mailed, and in A it was not.
  await sql(
    `insert into status_change (company_id, feedback_id, from_status, to_status, activity_id, created_at)
     values ($1, $2, 'new', 'planned', 903, $3)`,
    [own, mergedItem, BEFORE],
  );
  const deliveries = [
    [WAITING_DELIVERY, own, 1],
    [WAITING_DELIVERY, other, 1],
    [WAITING_DELIVERY + 1, other, -1],
  ] as const;
  for (const [id, companyId, days] of deliveries) {
    await sql(
      `insert into mail_delivery
         (company_id, id, user_id, kind, state, next_attempt_at, created_at)
       overriding system value
       values ($1, $2, $3, 'immediate', 'deferred', $5::timestamptz + make_interval(days => $4), $5)`,
      [companyId, id, strangerId, days, BEFORE],
    );
  }
  await sql(
    `insert into follow (company_id, feedback_id, user_id, level, created_at)
     values ($1, $2, $3, 'off', $4) on conflict do nothing`,
    [other, privateItem, strangerId, BEFORE],
  );
}
