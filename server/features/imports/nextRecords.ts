import { IMPORT_KINDS } from "#contract/importRun.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { StoredRecord } from "./importRecords.queries.ts";
import {
  listRecordsAfter,
  listRecordsBefore,
  listRecordsByDate,
  listRecordsByKey,
  WITHOUT_DATE,
} from "./importRecords.queries.ts";
import { KINDS } from "./kinds/kinds.ts";
import type { WritableRecord } from "./kinds/recordKind.ts";
import type { PlannedPerson } from "#server/features/imports/importedPeople.queries.ts";
import type { StoredProgress, StoredRun } from "./storedRun.ts";

/** A record of any kind. The data of every kind has a person, which can be null. */
export type AnyRecord = WritableRecord<{
  person: PlannedPerson | null;
  recorder?: PlannedPerson | null;
  createdAt?: string | null;
}>;

/**
 * Returns the next records that a run writes or that an undo undoes. All of them have the kind that
 * the progress names. Returns an empty list if no record of this kind is left.
 */
export async function listNextRecords(db: TenantDb, run: StoredRun): Promise<AnyRecord[]> {
  const { kind, position, cursor } = run.progress;
  const next = { companyId: db.companyId, importId: run.id, recordKind: kind };
  const { order } = KINDS[kind];
  const list = () => {
    if (order === "key") return db.all(listRecordsByKey, { ...next, afterKey: cursor });
    if (order === "date")
      return db.all(listRecordsByDate, { ...next, entryKind: kind, afterDate: cursor, position });
    if (run.state === "undoing")
      return db.all(listRecordsBefore, { ...next, beforePosition: position });
    return db.all(listRecordsAfter, { ...next, position });
  };
  return (await list()).filter(isWritable);
}

const isWritable = (row: StoredRecord): row is AnyRecord => row.record !== null && row.key !== null;

/**
 * Returns the progress of a run or undo after it has handled `records`, the next records after
 * `progress`. If `records` is empty, returns the start of the next kind, or undefined after the
 * last kind. A run processes the kinds in their order, and an undo in the opposite order.
 */
export function progressAfter(
  { state }: Pick<StoredRun, "state">,
  { progress, records }: { progress: StoredProgress; records: readonly AnyRecord[] },
): StoredProgress | undefined {
  const last = records.at(-1);
  if (last) {
    const { position, key, record } = last;
    const isByDate = KINDS[progress.kind].order === "date";
    const cursor = isByDate ? (record.createdAt ?? WITHOUT_DATE) : key;
    return { ...progress, position, cursor, done: progress.done + records.length };
  }
  const step = state === "undoing" ? -1 : 1;
  const kind = IMPORT_KINDS[IMPORT_KINDS.indexOf(progress.kind) + step];
  return kind && { ...progress, kind, cursor: "" };
}

/** Returns the people whom the records name. */
export function peopleOf(records: readonly AnyRecord[]): PlannedPerson[] {
  return records.flatMap(({ record: { person, recorder } }) =>
    [person, recorder].filter((named) => named !== null && named !== undefined),
  );
}
