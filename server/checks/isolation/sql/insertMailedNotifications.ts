import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";

interface Cast {
  own: number;
  other: number;
  userId: number;
  strangerId: number;
  publicItem: number;
  privateItem: number;
}

/** A time before any time that a test writes. */
const BEFORE = "2020-01-01T00:00:00Z";

/**
 * Inserts notifications of which mails were sent or wait. The stranger has some in both companies,
 * and follows an item of B whose id also exists in A.
 */
export async function insertMailedNotifications(
  { sql }: Pick<TestDatabase, "sql">,
  { own, other, userId, strangerId, publicItem, privateItem }: Cast,
): Promise<void> {
  const rows = [
    [own, userId, publicItem, "mailed"],
    [own, userId, privateItem, "mailed"],
    [own, strangerId, privateItem, "mailed"],
    [own, strangerId, publicItem, "due"],
    [other, strangerId, publicItem, "mailed"],
    [other, strangerId, publicItem, "due"],
  ] as const;
  for (const [index, row] of rows.entries()) {
    await sql(
      `with happened as (
         insert into activity (company_id, id, feedback_id, kind, origin, created_at)
         overriding system value
         values ($1, $5, $3, 'comment_added', 'http://localhost', $6) returning id
       )
       insert into notification (company_id, id, user_id, activity_id, feedback_id, reason, mail,
         mail_pace, mail_due_at, created_at)
       overriding system value
       select $1, $5, $2, id, $3, 'followed', $4, 'immediate', $6, $6 from happened`,
      [...row, 900 + index, BEFORE],
    );
  }
  await sql(
    `insert into follow (company_id, feedback_id, user_id, level, created_at)
     values ($1, $2, $3, 'off', $4) on conflict do nothing`,
    [other, privateItem, strangerId, BEFORE],
  );
}
