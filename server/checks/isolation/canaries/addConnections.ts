import { NO_COLUMNS } from "#contract/importFields.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { insertEmailDomain, insertProvider } from "#server/checks/fixtures/insertProvider.ts";

/**
 * Adds a provider that is off, so that only admins see it, an identity and a passkey of an account
 * that no client uses, and sign-ins under way.
 */
export async function addIdentities(
  sql: TestPortal["sql"],
  companyId: number,
  userId: number,
): Promise<void> {
  await insertProvider({ sql }, { id: companyId });
  await sql(
    `update sign_on_provider set is_on = false, picture_claim = 'picture', admin_claim = 'groups',
       admin_value = 'admins' where company_id = $1`,
    [companyId],
  );
  await insertEmailDomain({ sql }, { id: companyId });
  await sql(
    `with identity as (
       insert into sign_in_identity (issuing_company_id, issuer, subject, user_id, label, is_confirmed)
       values ($1, 'https://login.example.com', 'subject', $2, 'Label', true)
     ), attempt as (
       insert into sign_on_attempt (browser_hash, kind, provider, host, target_company_id, return_path,
         state_hash, nonce, pkce_verifier, purpose, user_id, expires_at)
       values (sha256($3::bytea), 'oidc', 'company', 'a.localhost', $1, '/feedback', sha256($3::bytea), 'nonce',
         'verifier', 'test', $2, now() + interval '10 minutes')
     ), code as (
       insert into login_code (browser_hash, address, host, target_company_id, return_path, salt, expires_at)
       values (sha256($3::bytea), 'someone@example.com', 'a.localhost', $1, '/feedback', $4,
         now() + interval '10 minutes')
     ), key as (
       insert into passkey (user_id, rp_id, credential_id, public_key, sign_count, transports, name)
       values ($2, 'localhost', $3, '', 0, '{usb}', 'Laptop')
     )
     insert into pending_identity (browser_hash, host, issuing_company_id, target_company_id, issuer, subject,
       label, provider_name, user_id, return_path, is_address_proved, expires_at)
     values (sha256($3::bytea), 'a.localhost', $1, $1, 'https://login.example.com', 'subject', 'Label',
       'Provider', $2, '/feedback', true, now() + interval '10 minutes')`,
    [companyId, userId, Buffer.from(`browser ${String(companyId)}`), Buffer.alloc(16)],
  );
}

/** Adds an import that has run, with one row of each of its tables. */
export async function addImport(sql: TestPortal["sql"], companyId: number): Promise<void> {
  await sql(
    `with run as (
       insert into import_run
         (company_id, source, file_name, state, layout, mapping, names, progress, problem, finished_at)
       values ($1, 'csv', 'feedback.csv', 'done',
         '{"format": "csv", "delimiter": ",", "columns": [], "samples": []}', $2, '[]',
         '{"done": 0, "total": 0}', 'None', now())
       returning company_id, id
     ), part as (
       insert into import_part (company_id, import_id, section, part, content)
       select company_id, id, 'file', 0, 'title' from run
     ), item as (
       insert into imported_item (company_id, source, key, feedback_id, record, old_path)
       select $1, 'csv', 'id:1', min(id), '{}', '/posts/1' from feedback_item where company_id = $1
     ), entry as (
       insert into imported_entry (company_id, source, kind, key) values ($1, 'csv', 'comment', 'id:1')
     ), person as (
       insert into imported_person (company_id, key) values ($1, 'person')
     )
     insert into import_record
       (company_id, import_id, position, kind, file, line, key, title, fate, reason, record, change)
     select company_id, id, 1, 'item', 'items', 2, 'id:1', 'Title', 'skipped', 'None', '{}', '{}'
     from run`,
    [companyId, JSON.stringify({ columns: NO_COLUMNS, boardId: null, names: [] })],
  );
}

/** Adds an activity for each item. A user and an admin were notified of each activity by mail. */
export async function addNotifications(
  sql: TestPortal["sql"],
  { companyId, userId, actorId }: { companyId: number; userId: number; actorId: number },
): Promise<void> {
  await sql(
    `with happened as (
       insert into activity (company_id, feedback_id, kind, actor_id, data, origin)
       select company_id, id, 'status_changed', $3,
         '{"fromStatus": "new", "toStatus": "planned", "note": "Soon", "isSilent": false}', 'http://a.localhost'
       from feedback_item where company_id = $1
       returning company_id, id, feedback_id
     ), task as (
       insert into activity_task (company_id, activity_id, consumer) select company_id, id, 'test' from happened
     ), delivery as (
       insert into mail_delivery (company_id, user_id, kind, feedback_id, state, response, finished_at)
       select company_id, $2, 'immediate', feedback_id, 'sent', '250 OK', now() from happened
       returning id, feedback_id
     )
     insert into notification
       (company_id, user_id, activity_id, feedback_id, reason, mail, mail_pace, delivery_id)
     select company_id, recipient.id, happened.id, feedback_id, 'voted', 'mailed', 'immediate', delivery.id
     from happened join delivery using (feedback_id), unnest(array[$2, $3]::bigint[]) recipient (id)`,
    [companyId, userId, actorId],
  );
  await sql(
    "insert into follow (company_id, feedback_id, user_id, level) select company_id, id, $2, 'all' from feedback_item where company_id = $1",
    [companyId, userId],
  );
}
