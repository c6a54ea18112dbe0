import { CHANGEABLE_FIELDS } from "#contract/feedbackFields.ts";
import { sql } from "#server/platform/db/sql.ts";
import { CHANGEABLE } from "#server/features/feedback/itemColumns.queries.ts";
import { statement } from "#server/platform/db/statement.ts";
import type { ImportedFields } from "./sources/importRecord.ts";

interface OfImport {
  companyId: number;
  importId: number;
}

/** An item that an import has created. */
export interface ImportedItem {
  key: string;
  /** Null if the item was deleted. */
  feedbackId: number | null;
  oldPath: string | null;
  /** Whether a row of a CSV file has created the item. */
  isFromRow: boolean;
  /** The values in the file of the last import that created or changed the item. */
  record: ImportedFields;
  /** The current values of the item; null if the item was deleted. */
  current: ImportedFields | null;
  /** The item into which this item was merged; null if it was not merged. */
  mergedIntoId: number | null;
}

/** The fields that imports write, except `unnamedVotes` and the closing. */
const IMPORTED = CHANGEABLE_FIELDS.filter((field) => field !== "assigneeId");

/** The fields whose values are written as they are. Boards and topics are looked up. */
const PLAIN = IMPORTED.filter((field) => field !== "boardId" && field !== "boardCategoryId");
const plainColumns = sql.join([...PLAIN, "descriptionMarkdown"].map((field) => sql.ref(field)));
const plainValues = sql`${sql.join(
  PLAIN.map((field) => sql`(fields ->> ${sql.lit(field)})::${sql.raw(CHANGEABLE[field])}`),
)}, fields ->> 'descriptionMarkdown'`;

/** The current values of the item `f`; null if the item does not exist. */
const currentFields = sql`
  case when f.id is not null then jsonb_build_object(
    ${sql.join(IMPORTED.map((field) => sql`${sql.lit(field)}, ${sql.ref(`f.${field}`)}`))},
    'unnamedVotes', f.unnamed_votes, 'descriptionMarkdown', f.description_markdown,
    'closed', case when f.closed_at is not null then jsonb_build_object(
      'reason', f.close_reason, 'note', f.close_note, 'noteMarkdown', f.close_note_markdown,
      'at', f.closed_at
    ) end
  ) end`;

/**
 * The key that the other kind of export of the product gives to the item with the key `given.key`:
 * keys of CSV rows have a prefix. Null for products whose exports have different ids.
 */
const otherKey = (source: string) => sql`
  case when ${source}::text in ('canny', 'quackback') then
    case when given.key like 'id:%' then substr(given.key, 4) else 'id:' || given.key end
  end`;

/**
 * FROM clause of the rows `i` of `imported_item` with these keys, joined with their items `f`. An
 * item of the same kind of export is preferred. Because of `fetch first` and `offset 0`,
 * PostgreSQL looks up each key and each item by index and never reads all rows.
 */
const itemsWithKeys = (p: { companyId: number; source: string; keys: readonly string[] }) => sql`
  from unnest(${p.keys}::text[]) given (key)
  cross join lateral (
    select * from imported_item
    where company_id = ${p.companyId} and source = ${p.source}
      and key = any (array[given.key, ${otherKey(p.source)}])
    order by key <> given.key fetch first 1 row with ties
  ) i
  left join lateral (
    select * from feedback_item where company_id = ${p.companyId} and id = i.feedback_id
    offset 0
  ) f on true`;

/** Returns the items that imports from a source have created for these keys. */
export const listImportedItems = statement<
  { companyId: number; source: string; keys: readonly string[] },
  ImportedItem
>(
  "list_imported_items",
  (p) => sql`
    select given.key, i.feedback_id, i.record, i.old_path,
      i.key ~ '^(id|row):' as is_from_row, ${currentFields} as current,
      f.merged_into_id
    ${itemsWithKeys(p)}
  `,
);

/** The ids of an item that an import has created, and of the items into which it was merged. */
export interface ImportedItemIds extends Pick<ImportedItem, "key" | "feedbackId" | "mergedIntoId"> {
  /**
   * The item into which this item was merged itself, if that item was then merged into
   * `mergedIntoId`; otherwise null.
   */
  mergedThroughId: number | null;
}

/** Returns the ids of the items that imports from a source have created for these keys. */
export const listImportedItemIds = statement<
  { companyId: number; source: string; keys: readonly string[] },
  ImportedItemIds
>(
  "list_imported_item_ids",
  (p) => sql`
    select given.key, i.feedback_id, f.merged_into_id, f.merged_through_id ${itemsWithKeys(p)}
  `,
);

/** An item that exists, with its current values. */
export interface CurrentItem extends Pick<ImportedItem, "mergedIntoId"> {
  feedbackId: number;
  current: ImportedFields;
}

/** Returns the items with their current values. */
export const listCurrentItems = statement<{ companyId: number; ids: number[] }, CurrentItem>(
  "list_current_imported_items",
  (p) => sql`
    select f.id as feedback_id, ${currentFields} as current, f.merged_into_id
    from feedback_item f
    where f.company_id = ${p.companyId} and f.id = any (${p.ids}::bigint[])
  `,
);

/**
 * Locks items until the transaction ends. They are locked in ascending order of their ids, as in
 * other statements, so that transactions cannot deadlock.
 */
export const lockImportedItems = statement<{ companyId: number; ids: number[] }, { id: number }>(
  "lock_imported_feedback",
  (p) => sql`
    select id from feedback_item
    where company_id = ${p.companyId} and id = any (${p.ids}::bigint[])
    order by id for no key update
  `,
);

/**
 * Inserts items and returns the positions of the records whose items were inserted. A record is
 * left out if its board was deleted after the dry run, or if an item of a private board would
 * become public. `newItems` is JSON text. The items are inserted in the order in which other
 * transactions lock rows of `feedback_counter`, so that these transactions cannot deadlock.
 */
export const insertItems = statement<
  OfImport & { source: string; newItems: string },
  { position: number; feedbackId: number }
>(
  "insert_imported_items",
  (p) => sql`
    with planned as materialized (
      select nextval('feedback_item_id_seq') as id, given.*, b.id as board_id,
        c.id as board_category_id
      from jsonb_to_recordset(${p.newItems}::jsonb) as given
        (position integer, key text, fields jsonb, user_id bigint, created_at timestamptz,
          closed_at timestamptz, close_reason text, close_note text,
          close_note_markdown text, old_path text,
          assignee_id bigint, is_pending boolean, is_author_deleted boolean, is_answered boolean,
          is_private boolean)
      join board b on b.company_id = ${p.companyId} and b.id = (given.fields ->> 'boardId')::bigint
        and (b.is_private or given.is_private is not true)
      left join board_category c on c.company_id = ${p.companyId}
        and c.id = (given.fields ->> 'boardCategoryId')::bigint
      order by given.position
    ), inserted as (
      insert into feedback_item (company_id, id, board_id, board_category_id, user_id,
        ${plainColumns}, votes, unnamed_votes, created_at, state, closed_at,
        close_reason, close_note, close_note_markdown, assignee_id, is_pending, is_author_deleted, is_answered)
      overriding system value
      select ${p.companyId}, id, board_id, board_category_id, user_id,
        ${plainValues}, (fields ->> 'unnamedVotes')::integer, (fields ->> 'unnamedVotes')::integer,
        coalesce(created_at, now()),
        case when is_pending then 'pending' when close_reason is null then 'open' else 'closed' end,
        case when close_reason is not null then coalesce(closed_at, created_at, now()) end,
        close_reason, close_note, close_note_markdown, (
          select id from user_account
          where id = assignee_id and home_company_id = ${p.companyId} and role = 'company_admin'
            and is_active
        ) as assignee, coalesce(is_pending, false), coalesce(is_author_deleted, false),
        coalesce(is_answered, false)
      from planned
      order by board_id, fields ->> 'status', fields ->> 'category', coalesce(board_category_id, 0), id
    ), remembered as (
      insert into imported_item (company_id, source, key, feedback_id, record, old_path)
      select ${p.companyId}, ${p.source}, key, id, fields, old_path from planned
    )
    update import_record r set feedback_id = planned.id
    from planned
    where r.company_id = ${p.companyId} and r.import_id = ${p.importId}
      and r.position = planned.position
    returning r.position, r.feedback_id
  `,
);

/** The values that a run or an undo writes to an existing item. */
export interface ItemChange {
  position: number;
  feedbackId: number;
  fields: ImportedFields;
  /** The path of the item's page in the other product; null if the stored path stays. */
  oldPath: string | null;
  /** Whether the item must stay on private boards. */
  isPrivate: boolean;
  /** The imported values to store, with which the next import compares the item. */
  record: ImportedFields;
  /** The values that the undo of this run needs; null if this is an undo. */
  change: { before: ImportedFields; after: ImportedFields; record: ImportedFields } | null;
}

/**
 * Writes the fields of items, closes or reopens them, and stores the imported values. An item stays
 * in its board or topic if the new board or topic was deleted after the dry run, or if the item must
 * stay private and the new board is public. `itemChanges` is JSON text: an array of `ItemChange`.
 */
export const updateItems = statement<
  OfImport & { source: string; itemChanges: string },
  { position: number }
>(
  "update_imported_items",
  (p) => sql`
    with given as materialized (
      select given.*, given.fields ->> 'boardCategoryId' is null as has_no_category,
        given.fields -> 'closed' ->> 'reason' as close_reason,
        (select id from board b where b.company_id = ${p.companyId}
          and b.id = (given.fields ->> 'boardId')::bigint
          and (b.is_private or not given."isPrivate")) as board_id,
        (select id from board_category c where c.company_id = ${p.companyId}
          and c.id = (given.fields ->> 'boardCategoryId')::bigint) as board_category_id
      from jsonb_to_recordset(${p.itemChanges}::jsonb) as given
        (position integer, "feedbackId" bigint, fields jsonb, "oldPath" text,
          "isPrivate" boolean, record jsonb, change jsonb)
    ), updated as (
      update feedback_item f set (${plainColumns}) = (${plainValues}),
        board_id = coalesce(g.board_id, f.board_id),
        board_category_id = case when g.has_no_category then null
          else coalesce(g.board_category_id, f.board_category_id) end,
        votes = f.votes - f.unnamed_votes + (g.fields ->> 'unnamedVotes')::integer,
        unnamed_votes = (g.fields ->> 'unnamedVotes')::integer,
        state = case when f.is_pending then 'pending' when f.merged_into_id is not null then 'merged'
          when g.close_reason is null then 'open' else 'closed' end,
        closed_at = case when g.close_reason is not null
          then coalesce((g.fields -> 'closed' ->> 'at')::timestamptz, now()) end,
        close_reason = g.close_reason, close_note = g.fields -> 'closed' ->> 'note',
        close_note_markdown = g.fields -> 'closed' ->> 'noteMarkdown'
      from given g
      where f.company_id = ${p.companyId} and f.id = g."feedbackId"
    ), remembered as (
      update imported_item i set record = g.record, old_path = coalesce(g."oldPath", i.old_path)
      from given g
      where i.company_id = ${p.companyId} and i.source = ${p.source}
        and i.feedback_id = g."feedbackId"
    )
    update import_record r set feedback_id = g."feedbackId",
      change = case when jsonb_typeof(g.change) = 'object' then g.change end
    from given g
    where r.company_id = ${p.companyId} and r.import_id = ${p.importId}
      and r.position = g.position
    returning r.position
  `,
);

/**
 * Deletes items. Also deletes the rows of `imported_item` with these keys, so that a later import
 * creates the items again.
 */
export const deleteItems = statement<
  { companyId: number; source: string; ids: number[]; keys: string[] },
  never
>(
  "delete_imported_items",
  (p) => sql`
    with forgotten as (
      delete from imported_item
      where company_id = ${p.companyId} and source = ${p.source} and key = any (${p.keys}::text[])
    )
    delete from feedback_item
    where company_id = ${p.companyId} and id = any (${p.ids}::bigint[])
  `,
);

/** Returns the imported items that had this path in another product. */
export const listItemsByOldPath = statement<
  { companyId: number; oldPath: string },
  { feedbackId: number }
>(
  "list_items_by_old_path",
  (p) => sql`
    select feedback_id from imported_item
    where company_id = ${p.companyId} and old_path = ${p.oldPath} and feedback_id is not null
  `,
);
