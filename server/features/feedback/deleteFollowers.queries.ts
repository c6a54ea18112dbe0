import { sql } from "#server/platform/db/sql.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";

/** Maximum number of rows that one statement changes. */
const FOLLOWERS_AT_ONCE = 2_000;

/**
 * The beginning of the statement for each table. Before items are deleted, the statement deletes
 * the rows that refer to the items, or removes the reference.
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

/** The tables whose rows connect items with their followers. */
const FOLLOWERS = ["notification", "mail_delivery", "follow"] as const;

/**
 * Changes up to `FOLLOWERS_AT_ONCE` rows of items in one of the tables. Deletes notifications or
 * levels of following, or removes the items' ids from the mail log. Returns the accounts of these
 * rows.
 */
export const deleteSomeFollowers = statementByShape((table: (typeof FOLLOWERS)[number]) =>
  statement<{ companyId: number; feedbackIds: readonly number[] }, { userId: number }>(
    `delete_some_followers_${table}`,
    (p) => sql`
      ${CHANGES[table]}
      where t.company_id = ${p.companyId} and t.ctid = any (array(
        select r.ctid from ${sql.ref(table)} r
        where r.company_id = ${p.companyId} and r.feedback_id = any (${p.feedbackIds}::bigint[])
          ${CONDITIONS[table]}
        limit ${sql.lit(FOLLOWERS_AT_ONCE)}
      ))
      returning t.user_id
    `,
  ),
);

/**
 * Processes the rows that connect items with their followers, in several transactions, before the
 * items are deleted. Popular items have more followers than one statement can process within the
 * statement timeout. If the process is interrupted, the items remain and can be deleted again
 * (docs/decisions/0020-deleting-in-slices.md).
 */
export async function deleteFollowers(db: TenantDb, feedbackIds: readonly number[]): Promise<void> {
  const { companyId } = db;
  for (const table of FOLLOWERS) {
    const deleteSlice = () => db.all(deleteSomeFollowers(table), { companyId, feedbackIds });
    while ((await deleteSlice()).length === FOLLOWERS_AT_ONCE);
  }
}
