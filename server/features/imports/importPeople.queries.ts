import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

// The system's role runs most of these statements, because a company's role is not allowed to
// change accounts.

/**
 * Returns the accounts of imported people. The id is null for a person whose account was deleted
 * after an import.
 */
export const listImportedPeople = statement<
  { companyId: number; keys: readonly string[] },
  { key: string; userId: number | null }
>(
  "list_imported_people",
  (p) => sql`
    select key, user_id from imported_person
    where company_id = ${p.companyId} and key = any (${p.keys}::text[])
  `,
);

/**
 * Counts the people whom the records name that an import writes, and those of them who have not been
 * imported before.
 */
export const countPeople = statement<
  { companyId: number; importId: number },
  { total: number; new: number }
>(
  "count_imported_people",
  (p) => sql`
    select count(*) as total, count(*) filter (where known.key is null) as new
    from (
      select distinct person.key from import_record r
      cross join lateral (
        values (r.record -> 'person' ->> 'key'), (r.record -> 'recorder' ->> 'key')
        union all
        select reaction -> 'person' ->> 'key' from jsonb_array_elements(r.record -> 'reactions') reaction
      ) person (key)
      where r.company_id = ${p.companyId} and r.import_id = ${p.importId}
        and r.fate in ('new', 'changed') and person.key is not null
    ) named
    left join imported_person known on known.company_id = ${p.companyId} and known.key = named.key
  `,
);

/**
 * Creates the accounts of imported people who have no account. `newPeople` is JSON text: an array
 * of usernames and full names. Existing accounts are not changed.
 */
export const insertPeople = statement<
  { companyId: number; newPeople: string; passwordHash: string },
  never
>(
  "insert_imported_people",
  (p) => sql`
    insert into user_account
      (username, full_name, home_company_id, password_hash, is_active, is_imported, email_pace)
    select person.username, person."fullName", ${p.companyId}, ${p.passwordHash}, false, true, 'off'
    from jsonb_to_recordset(${p.newPeople}::jsonb) as person (username text, "fullName" text)
    order by person.username
    on conflict do nothing
  `,
);

/**
 * Stores the account and the name of each imported person. `people` is JSON text: an array of keys and
 * usernames.
 */
export const rememberPeople = statement<{ companyId: number; people: string }, never>(
  "remember_imported_people",
  (p) => sql`
    insert into imported_person (company_id, key, user_id, full_name)
    select ${p.companyId}, person.key, u.id, u.full_name
    from jsonb_to_recordset(${p.people}::jsonb) as person (key text, username text)
    join user_account u on lower(u.username collate "C") = lower(person.username collate "C")
    where u.home_company_id = ${p.companyId} and u.is_imported
    order by person.key
    on conflict do nothing
  `,
);

/**
 * Makes imported people members of the organisations that an export names for them. An organisation
 * that the company has already stays as it is.
 */
export const joinOrganisations = statement<{ companyId: number; people: string }, never>(
  "join_imported_organisations",
  (p) => sql`
    with person as (
      select given.key, organisation.*
      from jsonb_to_recordset(${p.people}::jsonb) as given (key text, organisation jsonb),
        jsonb_to_record(given.organisation) as organisation
          (id text, name text, plan text, "monthlySpend" numeric)
      where given.organisation is not null
    ), added as (
      insert into organisation (company_id, external_key, name, plan, monthly_spend)
      select distinct on (id) ${p.companyId}::bigint, id, name, plan, "monthlySpend"
      from person order by id
      on conflict do nothing
      returning id, external_key
    )
    insert into organisation_member (company_id, user_id, organisation_id)
    select ${p.companyId}, i.user_id, o.id
    from person
    join imported_person i on i.company_id = ${p.companyId} and i.key = person.key
    join (
      select id, external_key from added
      union all select id, external_key from organisation where company_id = ${p.companyId}
    ) o on o.external_key = person.id
    where i.user_id is not null
    on conflict do nothing
  `,
);

/**
 * Reads up to 500 of the company's imported people after the id `afterId`, and deletes those who
 * have no content in the company, with the organisations to which nobody else belongs. Returns the id
 * of the last person that was read, or null if no person is left.
 */
export const deleteSomeIdlePeople = statement<
  { companyId: number; afterId: number },
  { lastId: number | null }
>(
  "delete_some_idle_people",
  (p) => sql`
    with person as materialized (
      select id from user_account
      where home_company_id = ${p.companyId} and is_imported and role = 'user'
        and id > ${p.afterId}
      order by id limit 500
    ), idle as materialized (
      select id from person
      where not exists (select from feedback_item where user_id = person.id)
        and not exists (select from comment where user_id = person.id)
        and not exists (select from comment_reaction where user_id = person.id)
        and not exists (select from user_vote where user_id = person.id)
        and not exists (select from user_vote where recorded_by_id = person.id)
        and not exists (select from follow where user_id = person.id)
        and not exists (select from status_change where user_id = person.id)
    ), forgotten as (
      delete from imported_person i using idle where i.user_id = idle.id
    ), emptied as (
      delete from organisation o
      where o.company_id = ${p.companyId} and exists (
          select from organisation_member m join idle on idle.id = m.user_id
          where m.company_id = o.company_id and m.organisation_id = o.id
        ) and not exists (
          select from organisation_member m
          where m.company_id = o.company_id and m.organisation_id = o.id
            and m.user_id not in (select id from idle)
        )
    ), deleted as (
      delete from user_account u using idle where u.id = idle.id
    )
    select max(id) as last_id from person
  `,
);

/**
 * Returns the ids of the company's active admins who have one of these e-mail addresses. Each
 * address must be in the form that `usernameKey` returns. Accounts of imported people are never
 * returned, because they are inactive and their role is `user`.
 */
export const listAdminIds = statement<
  { companyId: number; usernameKeys: readonly string[] },
  { key: string; id: number }
>(
  "list_import_admin_ids",
  (p) => sql`
    select lower(username collate "C") as key, id from user_account
    where home_company_id = ${p.companyId} and role = 'company_admin' and is_active
      and lower(username collate "C") = any (${p.usernameKeys}::text[])
  `,
);
