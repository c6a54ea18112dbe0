import type { Connection } from "./connection.queries.ts";

/**
 * Ensures that a restore notifies nobody, because the portal that made the backup has possibly sent
 * the waiting mails since then. No consumer handles restored activities. Turns off the due mails
 * of restored notifications, and drops unsent mails and webhooks. The portal still lists the
 * notifications. Endpoints without an address, which backups of a company leave out, are off.
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
  await connection.rows(
    `update webhook_delivery set state = 'failed', next_attempt_at = null, finished_at = now()
     where state in ('waiting', 'sending') and ${isRestored}`,
    [companyId],
  );
  await connection.rows(
    `update webhook_endpoint e set state = 'off', off_reason = 'restored', failing_since = null
     where ${isRestored} and not exists (
       select from webhook_secret s where s.company_id = e.company_id and s.endpoint_id = e.id
     )`,
    [companyId],
  );
  // Triggers are off during a restore.
  await connection.rows(
    `update company c set webhook_events = array(
       select distinct event from webhook_endpoint e, unnest(e.events) event
       where e.company_id = c.id and e.state = 'on' order by event
     )
     where c.webhook_events <> '{}' and ($1::bigint is null or c.id = $1)`,
    [companyId],
  );
}
