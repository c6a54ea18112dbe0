import { sql } from "#server/platform/db/sql.ts";
import type { ImportFate, ImportKind } from "#contract/importRun.ts";
import { statement } from "#server/platform/db/statement.ts";

interface OfImport {
  companyId: number;
  importId: number;
}

/** The maximum number of records that one transaction plans, writes or undoes. */
export const RECORDS_AT_ONCE = 500;

/** A record with the decision of the dry run: whether it is new, changed, unchanged or skipped. */
export interface PlannedRecord {
  position: number;
  kind: ImportKind;
  file: string | null;
  line: number;
  key: string | null;
  title: string;
  fate: ImportFate;
  reason: string | null;
  /**
   * The data that the run writes. Its shape depends on the kind. It is null if the run does not
   * write the record.
   */
  record: unknown;
}

/**
 * Stores planned records and returns the positions of the stored records. Of several records of the
 * same kind and key that are not skipped, only the first is stored. `plannedRecords` is JSON text:
 * an array of `PlannedRecord`.
 */
export const insertRecords = statement<OfImport & { plannedRecords: string }, { position: number }>(
  "insert_import_records",
  (p) => sql`
    insert into import_record
      (company_id, import_id, position, kind, file, line, key, title, fate, reason, record)
    select ${p.companyId}, ${p.importId}, position, kind, file, line, key, title, fate, reason,
      case when jsonb_typeof(record) = 'object' then record end
    from jsonb_to_recordset(${p.plannedRecords}::jsonb) as planned
      (position integer, kind text, file text, line integer, key text, title text, fate text,
        reason text, record jsonb)
    on conflict (company_id, import_id, kind, key) where fate <> 'skipped' do nothing
    returning position
  `,
);

/** Returns the planned records of a kind that have one of the keys, except skipped records. */
export const listPlannedKeys = statement<
  OfImport & { recordKind: ImportKind; keys: readonly string[] },
  { key: string; file: string | null; line: number; fate: ImportFate }
>(
  "list_planned_import_keys",
  (p) => sql`
    select planned.* from unnest(${p.keys}::text[]) given (key)
    -- With an offset, PostgreSQL looks up each key and never reads all records.
    cross join lateral (
      select key, file, line, fate from import_record
      where company_id = ${p.companyId} and import_id = ${p.importId} and kind = ${p.recordKind}
        and key = given.key and fate <> 'skipped'
      offset 0
    ) planned
  `,
);

/** Deletes up to five times `RECORDS_AT_ONCE` planned records and returns their positions. */
export const deleteSomeRecords = statement<OfImport, { position: number }>(
  "delete_some_import_records",
  (p) => sql`
    delete from import_record r
    using (
      select company_id, import_id, position from import_record
      where company_id = ${p.companyId} and import_id = ${p.importId}
      order by position limit ${sql.lit(RECORDS_AT_ONCE * 5)}
    ) chosen
    where r.company_id = chosen.company_id and r.import_id = chosen.import_id
      and r.position = chosen.position
    returning r.position
  `,
);

export interface StoredRecord extends PlannedRecord {
  feedbackId: number | null;
  entryId: number | null;
  change: unknown;
}

const columns = sql`position, kind, file, line, key, title, fate, reason, record, feedback_id,
  entry as entry_id, change`;

/** Returns up to `RECORDS_AT_ONCE` records of any kind and fate after a position. */
export const listRecords = statement<OfImport & { position: number }, StoredRecord>(
  "list_import_records",
  (p) => sql`
    select ${columns} from import_record
    where company_id = ${p.companyId} and import_id = ${p.importId} and position > ${p.position}
    order by position limit ${sql.lit(RECORDS_AT_ONCE)}
  `,
);

/** The SQL condition for the records of a kind that a run writes and an undo undoes. */
const writtenRecords = (p: OfImport, kind: ImportKind) => sql`
  company_id = ${p.companyId} and import_id = ${p.importId} and kind = ${kind}
  and fate in ('new', 'changed')`;

/** Returns records to write after a position. */
export const listRecordsAfter = statement<
  OfImport & { recordKind: ImportKind; position: number; rows: number },
  StoredRecord
>(
  "list_import_records_after",
  (p) => sql`
    select ${columns} from import_record where ${writtenRecords(p, p.recordKind)} and position > ${p.position}
    order by position limit ${p.rows}
  `,
);

/** Returns up to `RECORDS_AT_ONCE` written records before a position, the last one first. */
export const listRecordsBefore = statement<
  OfImport & { recordKind: ImportKind; beforePosition: number },
  StoredRecord
>(
  "list_import_records_before",
  (p) => sql`
    select ${columns} from import_record where ${writtenRecords(p, p.recordKind)} and position < ${p.beforePosition}
    order by position desc limit ${sql.lit(RECORDS_AT_ONCE)}
  `,
);

/** Returns up to `RECORDS_AT_ONCE` records after a key, in the order of their keys. */
export const listRecordsByKey = statement<
  OfImport & { recordKind: ImportKind; afterKey: string },
  StoredRecord
>(
  "list_import_records_by_key",
  (p) => sql`
    select ${columns} from import_record
    -- The index of the keys has no skipped records.
    where ${writtenRecords(p, p.recordKind)} and fate <> 'skipped' and key > ${p.afterKey}
    order by key limit ${sql.lit(RECORDS_AT_ONCE)}
  `,
);

/**
 * Sorts records without a date after all others. The run gives these records the date of the
 * import.
 */
export const WITHOUT_DATE = "9999";

/**
 * Returns up to `RECORDS_AT_ONCE` comments or status changes after a date and position, the oldest
 * first. Dates are in ISO 8601 and UTC, so that their texts have the order of the dates.
 */
export const listRecordsByDate = statement<
  OfImport & { entryKind: ImportKind; afterDate: string; position: number },
  StoredRecord
>(
  "list_import_records_by_date",
  (p) => sql`
    select ${columns} from import_record
    where ${writtenRecords(p, p.entryKind)} and kind in ('comment', 'status_change')
      and (created_at, position) > (${p.afterDate}, ${p.position})
    order by created_at, position limit ${sql.lit(RECORDS_AT_ONCE)}
  `,
);

/** Returns the first 20 skipped records of an import. */
export const listSkipped = statement<OfImport, StoredRecord>(
  "list_skipped_records",
  (p) => sql`
    select ${columns} from import_record
    where company_id = ${p.companyId} and import_id = ${p.importId} and fate = 'skipped'
    order by position limit 20
  `,
);

/** Marks as skipped the planned records that the run could not write. */
export const skipRecords = statement<OfImport & { positions: number[]; reason: string }, never>(
  "skip_import_records",
  (p) => sql`
    update import_record set fate = 'skipped', reason = ${p.reason}
    where company_id = ${p.companyId} and import_id = ${p.importId}
      and position = any (${p.positions}::integer[])
  `,
);

/**
 * Stores which saved view each record has created. `writtenViews` is JSON text: an array of
 * positions and ids.
 */
export const rememberViews = statement<OfImport & { writtenViews: string }, never>(
  "remember_import_views",
  (p) => sql`
    update import_record r set entry = written.id
    from jsonb_to_recordset(${p.writtenViews}::jsonb) as written (position integer, id bigint)
    where r.company_id = ${p.companyId} and r.import_id = ${p.importId}
      and r.position = written.position
  `,
);

/** Returns the bytes of the pictures that the dry run has planned as new. */
export const findPlannedBytes = statement<OfImport, { bytes: number }>(
  "find_planned_picture_bytes",
  (p) => sql`
    select coalesce(sum((record ->> 'bytes')::integer), 0)::bigint as bytes from import_record
    where ${writtenRecords(p, "picture")}
  `,
);
