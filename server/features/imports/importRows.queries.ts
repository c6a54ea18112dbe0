import { sql } from "kysely";
import type { ImportFate } from "#contract/imports.ts";
import { statement } from "#server/platform/db/statement.ts";
import type { ImportedFields, PlannedRecord } from "./importRecord.ts";

interface OfImport {
  companyId: number;
  importId: number;
}

/** The number of rows that one transaction plans, writes or takes back. */
export const ROWS_AT_ONCE = 500;

/** What becomes of a row. */
export interface PlannedRow {
  line: number;
  key: string | null;
  title: string;
  fate: ImportFate;
  reason: string | null;
  record: PlannedRecord | null;
}

/** Stores planned rows. `plannedRows` is JSON text: an array of `PlannedRow`. */
export const insertRows = statement<OfImport & { plannedRows: string }, never>(
  "insert_import_rows",
  (q, p) =>
    sql<never>`
    insert into import_row (company_id, import_id, line, key, title, fate, reason, record)
    select ${p.companyId}, ${p.importId}, line, key, title, fate, reason,
      case when jsonb_typeof(record) = 'object' then record end
    from jsonb_to_recordset(${p.plannedRows}::jsonb)
      as planned (line integer, key text, title text, fate text, reason text, record jsonb)
  `.compile(q),
);

/** Returns the lines of earlier rows of the import that have one of the keys. */
export const listEarlierKeys = statement<
  OfImport & { keys: string[] },
  { key: string; line: number }
>("list_earlier_import_keys", (q, p) =>
  sql<{ key: string; line: number }>`
    select w.key, w.line
    from unnest(${p.keys}::text[]) given (key)
    -- With an offset, PostgreSQL looks up each key and never reads all rows.
    cross join lateral (
      select key, line from import_row
      where company_id = ${p.companyId} and import_id = ${p.importId} and fate <> 'skipped'
        and key = given.key
      offset 0
    ) w
  `.compile(q),
);

/** An item that an earlier import of the source has created. */
export interface ImportedItem {
  key: string;
  /** Null if the item was deleted. */
  feedbackId: number | null;
  /** The values of the last import. */
  record: ImportedFields;
  /** The values that the item has now; null if the item was deleted. */
  current: ImportedFields | null;
}

/** The present values of the item `f`; null without an item. */
export const currentFields = sql`
  case when f.id is not null then jsonb_build_object(
    'title', f.title, 'description', f.description, 'status', f.status, 'category', f.category,
    'boardId', f.board_id, 'boardCategoryId', f.board_category_id, 'unnamedVotes', f.unnamed_votes
  ) end`;

/** Returns the items of a source with these keys. */
export const listImportedItems = statement<
  { companyId: number; source: string; keys: string[] },
  ImportedItem
>("list_imported_items", (q, p) =>
  sql<ImportedItem>`
    select i.key, i.feedback_id, i.record, ${currentFields} as current
    from unnest(${p.keys}::text[]) given (key)
    -- With an offset, PostgreSQL looks up each key and never reads all rows.
    cross join lateral (
      select * from imported_item
      where company_id = ${p.companyId} and source = ${p.source} and key = given.key
      offset 0
    ) i
    left join feedback_item f on f.company_id = i.company_id and f.id = i.feedback_id
  `.compile(q),
);

/** Locks items until the transaction ends, in the order in which other statements lock them. */
export const lockItems = statement<{ companyId: number; ids: number[] }, { id: number }>(
  "lock_imported_feedback",
  (q, p) =>
    sql<{ id: number }>`
      select id from feedback_item
      where company_id = ${p.companyId} and id = any (${p.ids}::bigint[])
      order by id for no key update
    `.compile(q),
);

/** Deletes up to `ROWS_AT_ONCE` planned rows and returns their lines. */
export const deleteSomeRows = statement<OfImport, { line: number }>(
  "delete_some_import_rows",
  (q, p) =>
    sql<{ line: number }>`
      delete from import_row r
      using (
        select company_id, import_id, line from import_row
        where company_id = ${p.companyId} and import_id = ${p.importId}
        order by line limit ${sql.lit(ROWS_AT_ONCE * 10)}
      ) chosen
      where r.company_id = chosen.company_id and r.import_id = chosen.import_id
        and r.line = chosen.line
      returning r.line
    `.compile(q),
);

export interface StoredRow extends PlannedRow {
  feedbackId: number | null;
}

/** Returns up to `ROWS_AT_ONCE` rows after a line, of any fate. */
export const listRows = statement<OfImport & { line: number }, StoredRow>(
  "list_import_rows",
  (q, p) =>
    sql<StoredRow>`
    select line, key, title, fate, reason, record, feedback_id from import_row
    where company_id = ${p.companyId} and import_id = ${p.importId} and line > ${p.line}
    order by line limit ${sql.lit(ROWS_AT_ONCE)}
  `.compile(q),
);

/**
 * Inserts the items of new rows, counts nothing twice, and returns the lines that have become
 * items. A row whose board was deleted since the dry run becomes none. `newItems` is JSON text: an array
 * of the line, the key, the record and the author's id. The rows are inserted in the order in which
 * other transactions lock the counters.
 */
export const insertItems = statement<
  OfImport & { source: string; newItems: string },
  { line: number }
>("insert_imported_items", (q, p) =>
  sql<{ line: number }>`
    with planned as materialized (
      select nextval('feedback_item_id_seq') as id, given.line, given.key, given.fields,
        given.user_id, given.created_at, b.id as board_id, c.id as board_category_id
      from jsonb_to_recordset(${p.newItems}::jsonb) as given
        (line integer, key text, fields jsonb, user_id bigint, created_at timestamptz)
      join board b on b.company_id = ${p.companyId} and b.id = (given.fields ->> 'boardId')::bigint
      left join board_category c on c.company_id = ${p.companyId}
        and c.id = (given.fields ->> 'boardCategoryId')::bigint
      order by given.line
    ), inserted as (
      insert into feedback_item (company_id, id, board_id, board_category_id, user_id, title,
        description, category, status, votes, unnamed_votes, created_at)
      overriding system value
      select ${p.companyId}, id, board_id, board_category_id, user_id, fields ->> 'title',
        fields ->> 'description', fields ->> 'category', fields ->> 'status',
        (fields ->> 'unnamedVotes')::integer, (fields ->> 'unnamedVotes')::integer,
        coalesce(created_at, now())
      from planned
      order by board_id, fields ->> 'status', fields ->> 'category', coalesce(board_category_id, 0), id
    ), remembered as (
      insert into imported_item (company_id, source, key, feedback_id, record)
      select ${p.companyId}, ${p.source}, key, id, fields from planned
    )
    update import_row r set feedback_id = planned.id, record = null
    from planned
    where r.company_id = ${p.companyId} and r.import_id = ${p.importId} and r.line = planned.line
    returning r.line
  `.compile(q),
);

/** What a run or an undo writes to an item that exists. */
export interface ItemChange {
  line: number;
  feedbackId: number;
  key: string;
  fields: ImportedFields;
  /** The new values of the last import. */
  record: ImportedFields;
  /** What the undo needs; null for the undo itself. */
  change: { before: ImportedFields; after: ImportedFields; record: ImportedFields } | null;
}

/**
 * Writes the fields of items, and remembers the values of the import. A board or topic that was
 * deleted since leaves the item where it is. `itemChanges` is JSON text: an array of `ItemChange`.
 */
export const updateItems = statement<
  OfImport & { source: string; itemChanges: string },
  { line: number }
>("update_imported_items", (q, p) =>
  sql<{ line: number }>`
    with given as materialized (
      select given.*, given.fields ->> 'boardCategoryId' is null as has_no_category,
        (select id from board b where b.company_id = ${p.companyId}
          and b.id = (given.fields ->> 'boardId')::bigint) as board_id,
        (select id from board_category c where c.company_id = ${p.companyId}
          and c.id = (given.fields ->> 'boardCategoryId')::bigint) as board_category_id
      from jsonb_to_recordset(${p.itemChanges}::jsonb) as given
        (line integer, "feedbackId" bigint, key text, fields jsonb, record jsonb, change jsonb)
    ), updated as (
      update feedback_item f set title = g.fields ->> 'title',
        description = g.fields ->> 'description', category = g.fields ->> 'category',
        status = g.fields ->> 'status', board_id = coalesce(g.board_id, f.board_id),
        board_category_id = case when g.has_no_category then null
          else coalesce(g.board_category_id, f.board_category_id) end,
        votes = f.votes - f.unnamed_votes + (g.fields ->> 'unnamedVotes')::integer,
        unnamed_votes = (g.fields ->> 'unnamedVotes')::integer
      from given g
      where f.company_id = ${p.companyId} and f.id = g."feedbackId"
    ), remembered as (
      update imported_item i set record = g.record
      from given g
      where i.company_id = ${p.companyId} and i.source = ${p.source} and i.key = g.key
    )
    update import_row r set feedback_id = g."feedbackId", record = null,
      change = case when jsonb_typeof(g.change) = 'object' then g.change end
    from given g
    where r.company_id = ${p.companyId} and r.import_id = ${p.importId} and r.line = g.line
    returning r.line
  `.compile(q),
);

/** Marks rows that the run could not write after all. */
export const skipRows = statement<OfImport & { lines: number[]; reason: string }, never>(
  "skip_import_rows",
  (q, p) =>
    sql<never>`
      update import_row set fate = 'skipped', reason = ${p.reason}, record = null
      where company_id = ${p.companyId} and import_id = ${p.importId}
        and line = any (${p.lines}::integer[])
    `.compile(q),
);
