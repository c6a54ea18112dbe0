import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";

// The system runs these statements, because a company's own role changes no accounts.

/**
 * Creates the accounts of imported people, if they do not exist. `people` is JSON text: an array of
 * username and full name. Existing accounts are not changed.
 */
export const insertPeople = statement<
  { companyId: number; people: string; passwordHash: string },
  never
>("insert_imported_people", (q, p) =>
  sql<never>`
    insert into user_account
      (username, full_name, home_company_id, password_hash, is_active, is_imported, email_pace)
    select person.username, person."fullName", ${p.companyId}, ${p.passwordHash}, false, true, 'off'
    from jsonb_to_recordset(${p.people}::jsonb) as person (username text, "fullName" text)
    order by person.username
    on conflict do nothing
  `.compile(q),
);

/** Returns the imported people of a company with these usernames. */
export const listPeople = statement<
  { companyId: number; importedUsernames: string[] },
  { id: number; username: string }
>("list_imported_people", (q, p) =>
  sql<{ id: number; username: string }>`
    select id, username from user_account
    where home_company_id = ${p.companyId} and is_imported
      and lower(username collate "C") = any (${p.importedUsernames}::text[])
  `.compile(q),
);

/**
 * Deletes imported people of a company who have nothing there, out of the next 500 after
 * `afterId`. Returns the last account that was looked at.
 */
export const deleteSomeIdlePeople = statement<
  { companyId: number; afterId: number },
  { lastId: number | null }
>("delete_some_idle_people", (q, p) =>
  sql<{ lastId: number | null }>`
    with person as materialized (
      select id from user_account
      where home_company_id = ${p.companyId} and is_imported and id > ${p.afterId}
      order by id limit 500
    ), deleted as (
      delete from user_account u using person
      where u.id = person.id
        and not exists (select from feedback_item where user_id = u.id)
        and not exists (select from comment where user_id = u.id)
        and not exists (select from user_vote where user_id = u.id)
        and not exists (select from follow where user_id = u.id)
        and not exists (select from status_change where user_id = u.id)
    )
    select max(id) as last_id from person
  `.compile(q),
);
