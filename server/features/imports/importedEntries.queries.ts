import { sql } from "#server/platform/db/sql.ts";
import { hasTeamComment } from "#server/features/feedback/itemConditions.queries.ts";
import { statement } from "#server/platform/db/statement.ts";

/** The kinds of entries of an item's timeline that an import can create. */
type EntryKind = "comment" | "status_change";

/**
 * Returns the given keys for which an import from the product `source` has already created an
 * entry, and the dates of the entries; null if an entry was deleted.
 */
export const listImportedKeys = statement<
  { companyId: number; source: string; entryKind: EntryKind; keys: readonly string[] },
  { key: string; createdAt: string | null }
>(
  "list_imported_entry_keys",
  (p) => sql`
    select i.key, coalesce(
      (select created_at from comment where company_id = ${p.companyId} and id = i.comment_id),
      (select created_at from status_change
        where company_id = ${p.companyId} and id = i.status_change_id)
    ) as created_at
    from imported_entry i
    where i.company_id = ${p.companyId} and i.source = ${p.source} and i.kind = ${p.entryKind}
      and i.key = any (${p.keys}::text[])
  `,
);

/**
 * Stores which comments or status changes an import has created. `importedEntries` is JSON text: an
 * array of keys and ids.
 */
export const insertImportedEntries = statement<
  { companyId: number; source: string; entryKind: EntryKind; importedEntries: string },
  never
>(
  "insert_imported_entries",
  (p) => sql`
    insert into imported_entry (company_id, source, kind, key, comment_id, status_change_id)
    select ${p.companyId}, ${p.source}, ${p.entryKind}::text, key,
      case when ${p.entryKind}::text = 'comment' then id end,
      case when ${p.entryKind}::text = 'status_change' then id end
    from jsonb_to_recordset(${p.importedEntries}::jsonb) as entry (key text, id bigint)
  `,
);

/**
 * Deletes the stored keys of comments or status changes, so that a later import creates these
 * entries again. Returns the ids of the entries; null for entries that were deleted.
 */
export const deleteImportedEntries = statement<
  { companyId: number; source: string; entryKind: EntryKind; keys: readonly string[] },
  { id: number | null }
>(
  "delete_imported_entries",
  (p) => sql`
    delete from imported_entry
    where company_id = ${p.companyId} and source = ${p.source} and kind = ${p.entryKind}
      and key = any (${p.keys}::text[])
    returning coalesce(comment_id, status_change_id) as id
  `,
);

/** Inserts comments and returns their ids by position. `newComments` is JSON text. */
export const insertComments = statement<
  { companyId: number; newComments: string },
  { position: number; id: number }
>(
  "insert_imported_comments",
  (p) => sql`
    with planned as materialized (
      select nextval('comment_id_seq') as id, given.* from (
        select * from jsonb_to_recordset(${p.newComments}::jsonb) as given (position integer,
          feedback_id bigint, user_id bigint, content text, content_markdown text,
          visibility text, created_at timestamptz,
          edited_at timestamptz)
        order by created_at nulls last, position
      ) given
    ), inserted as (
      insert into comment (company_id, id, feedback_id, user_id, content, content_markdown,
        visibility, created_at, edited_at)
      overriding system value
      select ${p.companyId}, id, feedback_id, user_id, content, content_markdown, visibility,
        coalesce(created_at, now()), edited_at
      from planned order by id
    )
    select position, id from planned
  `,
);

/**
 * Stores which comments answer which, by the keys of the answered comments. `answers` is JSON text: an
 * array of ids and keys. A comment that is an answer itself is not answered.
 */
export const linkImportedAnswers = statement<
  { companyId: number; source: string; answers: string },
  never
>(
  "link_imported_answers",
  (p) => sql`
    with given as materialized (
      select * from jsonb_to_recordset(${p.answers}::jsonb) as given (id bigint, key text)
    )
    update comment c set answers_id = answered.id
    from given
    join imported_entry i on i.company_id = ${p.companyId} and i.source = ${p.source}
      and i.kind = 'comment' and i.key = given.key
    join comment answered on answered.company_id = ${p.companyId} and answered.id = i.comment_id
    where c.company_id = ${p.companyId} and c.id = given.id and answered.answers_id is null
      and answered.id not in (select id from given)
  `,
);

/** Inserts reactions to imported comments. `reactions` is JSON text. */
export const insertImportedReactions = statement<{ companyId: number; reactions: string }, never>(
  "insert_imported_reactions",
  (p) => sql`
    insert into comment_reaction (company_id, comment_id, user_id, emoji, created_at)
    select ${p.companyId}, comment_id, user_id, emoji, coalesce(created_at, now())
    from jsonb_to_recordset(${p.reactions}::jsonb)
      as given (comment_id bigint, user_id bigint, emoji text, created_at timestamptz)
    on conflict do nothing
  `,
);

export const deleteComments = statement<{ companyId: number; commentIds: number[] }, never>(
  "delete_imported_comments",
  (p) => sql`
    delete from comment
    where company_id = ${p.companyId} and id = any (${p.commentIds}::bigint[])
  `,
);

/**
 * Inserts status changes, and returns the ids by position. If the source does not say what the
 * previous status was, it is that of the item's last change before. If the source does not say
 * whether a change was silent, the change is stored as silent and its item is marked as answered.
 * `newStatusChanges` is JSON text.
 */
export const insertImportedStatusChanges = statement<
  { companyId: number; newStatusChanges: string },
  { position: number; id: number }
>(
  "insert_imported_status_changes",
  (p) => sql`
    with planned as materialized (
      select nextval('status_change_id_seq') as id, given.*, f.is_answered from (
        select * from jsonb_to_recordset(${p.newStatusChanges}::jsonb) as given (position integer,
          feedback_id bigint, user_id bigint, from_status text, to_status text, note text,
          note_markdown text,
          is_silent boolean, created_at timestamptz)
        order by created_at nulls last, position
      ) given
      join feedback_item f on f.company_id = ${p.companyId} and f.id = given.feedback_id
    ), inserted as (
      insert into status_change (company_id, id, feedback_id, user_id, from_status, to_status, note,
        note_markdown, created_at, is_silent, was_answered)
      overriding system value
      select ${p.companyId}, id, feedback_id, user_id, coalesce(from_status, (
          select c.to_status from status_change c
          where c.company_id = ${p.companyId} and c.feedback_id = planned.feedback_id
            and c.created_at <= coalesce(planned.created_at, now())
          order by c.created_at desc, c.id desc limit 1
        ), 'new'), to_status, note, note_markdown,
        coalesce(created_at, now()), coalesce(is_silent, true), is_answered
      from planned order by id
    ), answered as (
      update feedback_item set is_answered = true
      where company_id = ${p.companyId} and not is_answered
        and id in (select feedback_id from planned where is_silent is null)
    )
    select position, id from planned
  `,
);

/**
 * Deletes status changes. Returns their items, and whether these were answered before the changes.
 */
export const deleteStatusChanges = statement<
  { companyId: number; statusChangeIds: number[] },
  { feedbackId: number; wasAnswered: boolean }
>(
  "delete_imported_status_changes",
  (p) => sql`
    with deleted as (
      delete from status_change
      where company_id = ${p.companyId} and id = any (${p.statusChangeIds}::bigint[])
      returning feedback_id, was_answered, note_markdown
    ), released as (
      -- The pictures of the notes.
      update picture p set loose_since = now() from deleted
      where p.company_id = ${p.companyId} and p.feedback_id = deleted.feedback_id
        and p.part = 'note'
        and strpos(deleted.note_markdown, '/pictures/' || p.id || '/') > 0
    )
    select feedback_id, was_answered from deleted
  `,
);

/**
 * Marks items as unanswered, unless they are closed, or the team has commented on them or changed
 * their status. The items must be locked, so that no answer is added meanwhile.
 */
export const markUnanswered = statement<{ companyId: number; ids: number[] }, never>(
  "mark_imported_unanswered",
  (p) => sql`
    update feedback_item f
    set is_answered = f.state = 'closed' or ${hasTeamComment} or exists (
      select from status_change c where c.company_id = f.company_id and c.feedback_id = f.id
    )
    where f.company_id = ${p.companyId} and f.id = any (${p.ids}::bigint[]) and f.is_answered
  `,
);
