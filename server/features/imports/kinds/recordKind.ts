import type { DateOrder, ImportFieldColumns, ImportNameKind } from "#contract/importMapping.ts";
import type { ImportFate } from "#contract/importRun.ts";
import type { ImportSource } from "#contract/importFormats.ts";
import type { StoredRecord } from "#server/features/imports/importRecords.queries.ts";
import type { People } from "#server/features/imports/importedPeople.queries.ts";
import type { NameMatch } from "#server/features/imports/nameMatcher.ts";
import type { SourceRecord } from "#server/features/imports/sources/importRecord.ts";
import type { PlannedPerson } from "#server/features/imports/importedPeople.queries.ts";
import type { TenantDb } from "#server/platform/db/database.ts";

interface OfImport {
  companyId: number;
  importId: number;
  source: ImportSource;
}

export interface PlanContext extends OfImport {
  columns: ImportFieldColumns;
  /** The order of day and month in the creation dates of a table; null if it is unknown. */
  dateOrder: DateOrder | null;
  /**
   * The board for records that name no board; null if the admin has chosen no board or the board
   * was deleted.
   */
  boardId: number | null;
  /** The maximum number of saved views of the company. */
  viewQuota: number;
  /** The maximum number of changelog entries of the company. */
  entryQuota: number;
  /** The number of records of the same kind that the dry run has already planned as new. */
  plannedAsNew: number;
  match: (kind: ImportNameKind, name: string) => NameMatch;
}

/** A record that has passed the checks of its kind. */
export interface CheckedRecord<Data> {
  key: string;
  /** The record's title in the report. */
  title: string;
  data: Data;
  /** What is left out of the record because it cannot be read, as sentences for the admin. */
  leftOut: readonly string[];
}

/** The decision of the dry run about a record. */
export interface Plan<Data> {
  fate: ImportFate;
  /** Why the record is skipped, or which data of a new record is not imported. */
  reason: string | null;
  /** The data that the run writes; null if the run does not write the record. */
  data: Data | null;
}

/** A record that the run writes or the undo undoes. */
export type WritableRecord<Data> = Omit<StoredRecord, "record" | "key"> & {
  key: string;
  record: Data;
};

export interface WriteContext extends OfImport {
  people: People;
}

export interface UndoContext extends WriteContext {
  /** When the run has begun and ended. */
  from: string;
  to: string;
}

/** The functions that check, plan, write and undo the records of one kind. */
export interface RecordKind<Data extends { person: PlannedPerson | null }, Checked = Data> {
  /**
   * The order in which records are written. With `date`, the oldest record is written first,
   * because comments and status changes are listed in the order of their ids. With `key`, all votes
   * for an item are written together, because the key of a vote begins with the item's key. One
   * update of the item then counts all its votes.
   */
  order: "position" | "date" | "key";
  /** @throws RecordProblem for a record that cannot be imported */
  check(record: SourceRecord, context: PlanContext): CheckedRecord<Checked>;
  /**
   * Decides whether each record is new, changed, unchanged or skipped. Returns the plans in the
   * order of the records.
   */
  plan(
    db: TenantDb,
    records: readonly CheckedRecord<Checked>[],
    context: PlanContext,
  ): Promise<Plan<Data>[]>;
  /** Writes records and returns the positions of those that could be written. */
  write(
    db: TenantDb,
    records: readonly WritableRecord<Data>[],
    context: WriteContext,
  ): Promise<number[]>;
  /**
   * Does the part of the undo of these records that can take longer than one transaction. Runs
   * before the transaction of `takeBack`, and again if that was interrupted.
   */
  prepareTakeBack?(db: TenantDb, records: readonly WritableRecord<Data>[]): Promise<void>;
  /** Undoes what `write` did for these records. */
  takeBack(
    db: TenantDb,
    records: readonly WritableRecord<Data>[],
    context: UndoContext,
  ): Promise<void>;
}

export const skipped = (reason: string) => ({ fate: "skipped", reason, data: null }) as const;
export const same = { fate: "same", reason: null, data: null } as const;
export const created = <Data>(data: Data) => ({ fate: "new", reason: null, data }) as const;
