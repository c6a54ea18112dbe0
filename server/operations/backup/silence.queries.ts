import type { Connection } from "./connection.queries.ts";

/**
 * Makes a restore notify nobody: restored activities wait for no consumer, and restored
 * notifications for no mail. The portal that made the backup may have sent them since. In the
 * portal they stay as they are.
 * @param companyId the restored company; null for the whole installation
 */
export async function silenceNotifications(
  connection: Connection,
  companyId: number | null,
): Promise<void> {
  const isRestored = "($1::bigint is null or company_id = $1)";
  await connection.rows(`delete from activity_task where ${isRestored}`, [companyId]);
  await connection.rows(
    `update notification set mail = 'off', mail_pace = null, mail_due_at = null
     where mail = 'due' and ${isRestored}`,
    [companyId],
  );
  await connection.rows(
    `update mail_delivery set state = 'dropped', next_attempt_at = null, finished_at = now()
     where state in ('sending', 'deferred') and ${isRestored}`,
    [companyId],
  );
}
