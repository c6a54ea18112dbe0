import { sql } from "kysely";
import { statement, statementByShape } from "#server/platform/db/statement.ts";

/** Maximum number of rows that one statement changes. */
export const FOLLOWERS_AT_ONCE = 2_000;

/**
 * The beginning of the statement for each table. Before an item is deleted, the statement deletes
 * the rows that refer to the item, or removes the reference.
 */
const CHANGES = {
  notification: sql`delete from notification t`,
  mail_delivery: sql`update mail_delivery t set feedback_id = null`,
  follow: sql`delete from follow t`,
} as const;

/**
 * Which rows of each table are changed. The level `off` is kept: if the deletion fails afterwards,
 * these people must still get no mails about the item.
 */
const CONDITIONS = {
  notification: sql``,
  mail_delivery: sql``,
  follow: sql`and r.level <> 'off'`,
} as const;

/** The tables whose rows connect an item with its followers. */
export const FOLLOWERS = ["notification", "mail_delivery", "follow"] as const;

/**
 * Changes up to `FOLLOWERS_AT_ONCE` rows of an item in one of the tables. Deletes notifications or
 * levels of following, or removes the item's id from the mail log. Returns the accounts of these
 * rows.
 */
export const deleteSomeFollowers = statementByShape((table: (typeof FOLLOWERS)[number]) =>
  statement<{ companyId: number; feedbackId: number }, { userId: number }>(
    `delete_some_followers_${table}`,
    (q, p) =>
      sql<{ userId: number }>`
        ${CHANGES[table]}
        where t.company_id = ${p.companyId} and t.ctid = any (array(
          select r.ctid from ${sql.table(table)} r
          where r.company_id = ${p.companyId} and r.feedback_id = ${p.feedbackId}
            ${CONDITIONS[table]}
          limit ${sql.lit(FOLLOWERS_AT_ONCE)}
        ))
        returning t.user_id
      `.compile(q),
  ),
);
