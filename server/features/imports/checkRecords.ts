import * as z from "zod/mini";
import type { ImportKind } from "#contract/importRun.ts";
import { IMPORT_KINDS } from "#contract/importRun.ts";
import { DEFAULT_QUOTAS } from "#contract/quotas.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { analyzeAfterGrowth } from "./analyzeAfterGrowth.ts";
import { ImportRoom } from "./importRoom.ts";
import type { PlannedRecord } from "./importRecords.queries.ts";
import { deleteSomeRecords, findPlannedBytes, RECORDS_AT_ONCE } from "./importRecords.queries.ts";
import { countPeople } from "./importPeople.queries.ts";
import { findRun, listTargets, lockRun } from "./importRuns.queries.ts";
import { createNameMatcher } from "./nameMatcher.ts";
import { planRecords, storeRecords } from "./planRecords.ts";
import type { SourceRecord } from "./sources/importRecord.ts";
import { privateNames } from "./sources/offeredCompany.ts";
import { withCounted } from "./storedCounts.ts";
import { readAhead } from "./readAhead.ts";
import { readSection } from "./storedFile.ts";
import type { StoredPreview, StoredProgress, StoredRun } from "./storedRun.ts";
import { dateOrderOf, isSamePlace, NO_PROGRESS } from "./storedRun.ts";
import { updateLockedRun } from "./updateLockedRun.ts";
import { withExamples } from "./withExamples.ts";
import { withNames } from "./withNames.ts";

/**
 * Continues the dry run of an import, kind by kind, in transactions of `RECORDS_AT_ONCE` records
 * each. Returns early if `mayContinue` returns false, or if another job has changed the import's
 * progress.
 * @throws ImportQuotaExceeded
 */
export async function checkRecords(
  db: TenantDb,
  importId: number,
  {
    megabytes,
    pictureMegabytes,
    mayContinue,
  }: { megabytes: number; pictureMegabytes: number; mayContinue: () => boolean },
): Promise<void> {
  const { companyId } = db;
  const run = await db.first(findRun, { companyId, importId });
  if (!run) return;
  if (run.progress.position === 0 && !(await deleteEarlierRecords(db, run, mayContinue))) return;
  const room = await ImportRoom.find(db, companyId, megabytes);
  let checked: StoredRun | undefined = run;
  while (checked) {
    checked = await checkKind(db, checked, { room, pictureMegabytes, mayContinue });
    if (!checked) return;
    const next: ImportKind | undefined =
      IMPORT_KINDS[IMPORT_KINDS.indexOf(checked.progress.kind) + 1];
    checked = await commitEndOfKind(db, checked, next);
  }
}

/**
 * Deletes the records that an earlier dry run has planned. Returns false if the job must stop.
 */
async function deleteEarlierRecords(
  db: TenantDb,
  run: StoredRun,
  mayContinue: () => boolean,
): Promise<boolean> {
  const { companyId } = db;
  for (;;) {
    let deleted = 0;
    const locked = await inLockedRun(db, run, async (transaction) => {
      deleted = (await transaction.all(deleteSomeRecords, { companyId, importId: run.id })).length;
      return deleted === 0 ? { recordBytes: 0 } : {};
    });
    if (!locked) return false;
    if (deleted === 0) return true;
    if (!mayContinue()) return false;
  }
}

/**
 * Checks the remaining records of one kind. The next slice is planned while a slice is stored.
 * Returns the run, or undefined if the job must stop.
 */
async function checkKind(
  db: TenantDb,
  run: StoredRun,
  {
    room,
    pictureMegabytes,
    mayContinue,
  }: { room: ImportRoom; pictureMegabytes: number; mayContinue: () => boolean },
): Promise<StoredRun | undefined> {
  let checked = run;
  for await (const slice of readAhead(planSlices(db, run, pictureMegabytes))) {
    const { position } = checked.progress;
    room.take(slice.bytes);
    const stored = await commitSlice(db, checked, slice);
    if (!stored) return undefined;
    checked = stored;
    await analyzeAfterGrowth(db, position, checked.progress.position);
    if (!mayContinue()) return undefined;
  }
  return checked;
}

/** Records that follow each other in the file, and what the dry run has decided about them. */
interface Slice {
  records: readonly StoredLine[];
  planned: readonly PlannedRecord[];
  /** The size of the planned records in bytes of JSON. */
  bytes: number;
}

/** Plans the remaining records of the kind that the run's progress names. */
async function* planSlices(
  db: TenantDb,
  run: StoredRun,
  pictureMegabytes: number,
): AsyncGenerator<Slice> {
  const { kind, offset } = run.progress;
  const context = await contextOf(db, run, pictureMegabytes);
  let { position } = run.progress;
  let plannedAsNew = run.counts.find((count) => count.kind === kind)?.new ?? 0;
  let plannedBytes = kind === "picture" ? await findPictureBytes(db, run.id) : 0;
  const section = readSection(db, { importId: run.id, section: kind }, offset);
  for await (const records of readAhead(slicesOf(readLines(section, offset)))) {
    const planned = await planRecords(
      db,
      records.map(({ record }) => record),
      { ...context, kind, position, plannedAsNew, plannedBytes },
    );
    position += records.length;
    plannedAsNew += planned.filter(({ fate }) => fate === "new").length;
    plannedBytes += planned.reduce((sum, row) => sum + pictureBytesOf(row), 0);
    yield { records, planned, bytes: Buffer.byteLength(JSON.stringify(planned)) };
  }
}

const PlannedPicture = z.object({ bytes: z.number() });

/** The bytes of a picture that is planned as new; 0 for any other record. */
const pictureBytesOf = ({ kind, record }: PlannedRecord): number =>
  kind === "picture" ? (PlannedPicture.safeParse(record).data?.bytes ?? 0) : 0;

/** Returns the bytes of the pictures that earlier slices have planned as new. */
async function findPictureBytes(db: TenantDb, importId: number): Promise<number> {
  return (await db.first(findPlannedBytes, { companyId: db.companyId, importId }))?.bytes ?? 0;
}

/** Yields lists of `RECORDS_AT_ONCE` records. The last list can be shorter. */
async function* slicesOf(records: AsyncIterable<StoredLine>): AsyncGenerator<StoredLine[]> {
  let slice: StoredLine[] = [];
  for await (const record of records) {
    slice.push(record);
    if (slice.length < RECORDS_AT_ONCE) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

/** A stored record, and the offset in bytes of the next record. */
interface StoredLine {
  record: SourceRecord;
  end: number;
}

async function* readLines(
  parts: AsyncIterable<Buffer>,
  offset: number,
): AsyncGenerator<StoredLine> {
  let rest: Buffer = Buffer.alloc(0);
  let end = offset;
  for await (const part of parts) {
    const bytes = rest.length === 0 ? part : Buffer.concat([rest, part]);
    let start = 0;
    for (;;) {
      const newline = bytes.indexOf(0x0a, start);
      if (newline === -1) break;
      end += newline + 1 - start;
      yield { record: JSON.parse(bytes.toString("utf8", start, newline)) as SourceRecord, end };
      start = newline + 1;
    }
    rest = bytes.subarray(start);
  }
}

/**
 * Stores the planned records of a slice. Returns the run, or undefined if another job has changed
 * the progress or the import was deleted.
 */
function commitSlice(
  db: TenantDb,
  { id, progress }: StoredRun,
  { records, planned, bytes }: Slice,
): Promise<StoredRun | undefined> {
  const { kind, offset } = progress;
  return inLockedRun(db, { id, progress }, async (transaction, run) => {
    const stored = await storeRecords(transaction, planned, { importId: id, kind });
    const names = withNames(
      run,
      records.map(({ record }) => record),
    );
    const counts = withCounted(run.counts, stored);
    const preview = { ...run.preview, examples: withExamples(run.preview.examples, stored) };
    const end = records.at(-1)?.end ?? offset;
    const reached: StoredProgress = {
      ...progress,
      done: progress.done + end - offset,
      position: progress.position + records.length,
      offset: end,
    };
    const recordBytes = run.recordBytes + bytes;
    return { names, counts, preview, progress: reached, recordBytes };
  });
}

/**
 * Begins the next kind of records, or ends the dry run. Returns the run, or undefined if the dry
 * run has ended or another job has changed the progress.
 */
async function commitEndOfKind(
  db: TenantDb,
  { id, progress }: StoredRun,
  next: ImportKind | undefined,
): Promise<StoredRun | undefined> {
  if (next)
    return inLockedRun(db, { id, progress }, async () => ({
      progress: { ...progress, kind: next, offset: 0 },
    }));
  const people = await findPeopleCount(db, id);
  await inLockedRun(db, { id, progress }, async (_, { preview }) => ({
    state: "checked",
    progress: NO_PROGRESS,
    preview: { ...preview, people },
  }));
  return undefined;
}

/**
 * Counts the people whom the planned records name. Reads all of these records, which takes 2.5 s
 * for 500,000 records, so that the usual timeout is too short.
 */
async function findPeopleCount(db: TenantDb, importId: number): Promise<StoredPreview["people"]> {
  const { companyId } = db;
  const count = await db.transaction(
    (transaction) => transaction.first(countPeople, { companyId, importId }),
    { isLong: true },
  );
  return count ?? null;
}

/**
 * Locks the run and changes it in a transaction. Returns the changed run, or undefined if another
 * job has changed the progress or the import was deleted.
 */
function inLockedRun(
  db: TenantDb,
  { id: importId, progress }: Pick<StoredRun, "id" | "progress">,
  work: (transaction: TenantDb, run: StoredRun) => Promise<Parameters<typeof updateLockedRun>[3]>,
): Promise<StoredRun | undefined> {
  const { companyId } = db;
  return db.transaction(async (transaction) => {
    const run = await transaction.first(lockRun, { companyId, importId });
    if (run?.state !== "checking" || !isSamePlace(run.progress, progress)) return undefined;
    return updateLockedRun(transaction, companyId, run, await work(transaction, run));
  });
}

async function contextOf(db: TenantDb, run: StoredRun, pictureMegabytes: number) {
  const { companyId } = db;
  const targets = await db.all(listTargets, { companyId });
  const { boardId: chosen, names, columns } = run.mapping;
  const { viewQuota = DEFAULT_QUOTAS.views, entryQuota = DEFAULT_QUOTAS.entries } = run.mapping;
  const dateOrder = dateOrderOf(run);
  const isBoard = targets.some(({ kind, id }) => kind === "board" && id === chosen);
  return {
    companyId,
    importId: run.id,
    source: run.source,
    columns,
    dateOrder: dateOrder === "unknown" ? null : (dateOrder ?? null),
    boardId: isBoard ? chosen : null,
    viewQuota,
    entryQuota,
    pictureMegabytes,
    match: createNameMatcher({
      targets,
      chosen: names,
      privateNames: privateNames(run.layout.company),
    }),
  };
}
