import type { Connection } from "./connection.queries.ts";

/**
 * Ensures that a restore notifies nobody, because the portal that made the backup has possibly sent
 * the waiting mails since then. No consumer handles restored activities. Turns off the due mails
 * of restored notifications, and drops unsent mails. The portal still lists the notifications.
 * @param companyId the restored company; null for the whole installation
 */
export async function silenceNotifications(
  connection: Connection,
  companyId: number | null,
): Promise<void> {
  const isRestored = "($1::bigint is null or company_id = $1)";
  // A backup of the previous version has unfinished work in this table.
  await connection.rows(`delete from activity_task where ${isRestored}`, [companyId]);
  await connection.rows(
    `update activity set pending = '{}' where pending <> '{}' and ${isRestored}`,
    [companyId],
  );
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
