import type {
  ImportFate,
  ImportFieldColumns,
  ImportNameKind,
  ImportSource,
} from "#contract/imports.ts";
import type { StoredRecord } from "#server/features/imports/importRecords.queries.ts";
import type { People } from "#server/features/imports/importedPeople.ts";
import type { NameMatch } from "#server/features/imports/nameMatcher.ts";
import type { SourceRecord } from "#server/features/imports/sources/importRecord.ts";
import type { PlannedPerson } from "#server/features/imports/sources/recordChecks.ts";
import type { TenantDb } from "#server/platform/db/database.ts";

interface OfImport {
  companyId: number;
  importId: number;
  source: ImportSource;
}

export interface PlanContext extends OfImport {
  columns: ImportFieldColumns;
  /** The board of records without a board; null if the company no longer has it. */
  boardId: number | null;
  match: (kind: ImportNameKind, name: string) => NameMatch;
}

/** A record that can be imported. */
export interface CheckedRecord<Data> {
  key: string;
  /** Describes the record in the report. */
  title: string;
  data: Data;
}

/** What becomes of a record. */
export interface Plan<Data> {
  fate: ImportFate;
  /** Why the record is skipped, or what of a new record is left out. */
  reason: string | null;
  /** What the run writes; null for a record that the run leaves alone. */
  data: Data | null;
}

/** A record that the run writes, or that the undo takes back. */
export type WritableRecord<Data> = Omit<StoredRecord, "record" | "key"> & {
  key: string;
  record: Data;
};

export interface WriteContext extends OfImport {
  people: People;
}

/** How records of one kind are checked, planned, written and taken back. */
export interface RecordKind<Data extends { person: PlannedPerson | null }, Checked = Data> {
  /** @throws RecordProblem for a record that cannot be imported */
  check(record: SourceRecord, context: PlanContext): CheckedRecord<Checked>;
  /** Finds out what becomes of records, in their order. */
  plan(
    db: TenantDb,
    records: readonly CheckedRecord<Checked>[],
    context: PlanContext,
  ): Promise<Plan<Data>[]>;
  /** Writes records, and returns the positions of those that could be written. */
  write(
    db: TenantDb,
    records: readonly WritableRecord<Data>[],
    context: WriteContext,
  ): Promise<number[]>;
  /** Takes written records back. */
  takeBack(
    db: TenantDb,
    records: readonly WritableRecord<Data>[],
    context: WriteContext,
  ): Promise<void>;
}

export const skipped = (reason: string) => ({ fate: "skipped", reason, data: null }) as const;
export const same = { fate: "same", reason: null, data: null } as const;
export const created = <Data>(data: Data) => ({ fate: "new", reason: null, data }) as const;
