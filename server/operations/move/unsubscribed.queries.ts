import type { Connection } from "#server/operations/backup/connection.queries.ts";

/**
 * Lists the tokens in the unsubscribe links of accounts that have turned off all notification
 * mails, and those of addresses that no longer get the changelog. These accounts belong to the
 * company, or the company has sent mails to them. Waits for running transactions that unsubscribe
 * somebody.
 */
export async function listUnsubscribed(
  connection: Connection,
  companyId: number,
): Promise<string[]> {
  // This lock is the same as in the database function refuse_account_change.
  await connection.rows("select pg_advisory_xact_lock(721530042, ($1::bigint % 2147483647)::int)", [
    companyId,
  ]);
  const found = await connection.rows<{ token: string }>(
    `select unsubscribe_token as token from user_account u
     where unsubscribe_token is not null and email_pace = 'off' and new_feedback_pace = 'off'
       and (home_company_id = $1 or exists (
         select from mail_delivery d where d.company_id = $1 and d.user_id = u.id))
     union all
     select token from changelog_subscriber
     where company_id = $1 and address is not null and state = 'unsubscribed'`,
    [companyId],
  );
  return found.map(({ token }) => token);
}

/**
 * Turns off all notification mails to the accounts with these tokens, and the changelog of the
 * addresses. Returns the number of those for which mails were on before. Waiting mails are not sent, because the pace is checked
 * again before a mail is sent.
 */
export async function unsubscribeAll(
  connection: Connection,
  tokens: readonly string[],
): Promise<number> {
  const changed = await connection.rows(
    `with address as (
       update changelog_subscriber set state = 'unsubscribed', changed_at = now()
       where token = any ($1::uuid[]) and state <> 'unsubscribed'
       returning id
     ), account as (
       update user_account set email_pace = 'off', new_feedback_pace = 'off'
       where unsubscribe_token = any ($1::uuid[])
         and (email_pace <> 'off' or new_feedback_pace <> 'off')
       returning id
     )
     select id from address union all select id from account`,
    [tokens],
  );
  return changed.length;
}
