import type { ImportKind } from "#contract/imports.ts";
import { IMPORT_KINDS } from "#contract/imports.ts";
import { DEFAULT_QUOTAS } from "#contract/quotas.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { analyzeAfterGrowth } from "./analyzeAfterGrowth.ts";
import { deleteSomeRecords, RECORDS_AT_ONCE } from "./importRecords.queries.ts";
import { findRun, lockRun } from "./importRuns.queries.ts";
import { listTargets } from "./importTargets.queries.ts";
import { createNameMatcher } from "./nameMatcher.ts";
import { planRecords, storeRecords } from "./planRecords.ts";
import type { SourceRecord } from "./sources/importRecord.ts";
import { privateNames } from "./sources/offeredCompany.ts";
import { withCounted } from "./storedCounts.ts";
import { readAhead } from "./readAhead.ts";
import { readSection } from "./storedFile.ts";
import type { StoredProgress, StoredRun } from "./storedRun.ts";
import { isSamePlace, NO_PROGRESS } from "./storedRun.ts";
import { updateLockedRun } from "./updateLockedRun.ts";
import { withNames } from "./withNames.ts";

/**
 * Continues the dry run of an import, kind by kind, in transactions of `RECORDS_AT_ONCE` records
 * each. Returns early if `mayContinue` returns false, or if another job has changed the import's
 * progress.
 */
export async function checkRecords(
  db: TenantDb,
  importId: number,
  mayContinue: () => boolean,
): Promise<void> {
  const { companyId } = db;
  const run = await db.first(findRun, { companyId, importId });
  if (!run) return;
  let progress: StoredProgress | undefined = run.progress;
  // A new dry run begins by deleting the records that the previous dry run has planned.
  if (progress.position === 0) {
    while ((await db.all(deleteSomeRecords, { companyId, importId })).length > 0)
      if (!mayContinue()) return;
  }
  while (progress) {
    progress = await checkKind(db, importId, progress, mayContinue);
    if (!progress || !mayContinue()) return;
    const next: ImportKind | undefined = IMPORT_KINDS[IMPORT_KINDS.indexOf(progress.kind) + 1];
    progress = await commitSlice(db, importId, { records: [], progress, next: next ?? "end" });
  }
}

/**
 * Plans the remaining records of one kind. Returns the progress, or undefined if the job must stop.
 */
async function checkKind(
  db: TenantDb,
  importId: number,
  start: StoredProgress,
  mayContinue: () => boolean,
): Promise<StoredProgress | undefined> {
  let progress: StoredProgress | undefined = start;
  const section = readSection(db, { importId, section: start.kind }, start.offset);
  for await (const records of readAhead(slicesOf(readLines(section, start.offset)))) {
    const { position }: StoredProgress = progress;
    progress = await commitSlice(db, importId, { records, progress, next: null });
    if (!progress) return undefined;
    await analyzeAfterGrowth(db, position, progress.position);
    if (!mayContinue()) return undefined;
  }
  return progress;
}

/** Yields lists of `RECORDS_AT_ONCE` records. The last list may be shorter. */
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

interface Slice {
  records: readonly StoredLine[];
  /** The progress before the slice. */
  progress: StoredProgress;
  /**
   * The kind of the next slice, or `end` after the last slice; null if the next slice has the same
   * kind.
   */
  next: ImportKind | "end" | null;
}

/**
 * Plans and stores the records of a slice. Returns the new progress. Returns undefined if the dry
 * run has ended, or if another job has changed the progress.
 */
function commitSlice(
  db: TenantDb,
  importId: number,
  { records, progress, next }: Slice,
): Promise<StoredProgress | undefined> {
  const { companyId } = db;
  return db.transaction(async (transaction) => {
    const run = await transaction.first(lockRun, { companyId, importId });
    if (run?.state !== "checking" || !isSamePlace(run.progress, progress)) return undefined;
    const planned = await planRecords(
      transaction,
      records.map(({ record }) => record),
      { ...(await contextOf(transaction, run)), kind: progress.kind, position: progress.position },
    );
    const stored = await storeRecords(transaction, planned, { importId, kind: progress.kind });
    const names = withNames(
      run,
      records.map(({ record }) => record),
    );
    const counts = withCounted(run.counts, stored);
    const read = (records.at(-1)?.end ?? progress.offset) - progress.offset;
    const reached: StoredProgress = {
      ...run.progress,
      done: run.progress.done + read,
      position: progress.position + records.length,
      ...(next === null || next === "end"
        ? { kind: progress.kind, offset: progress.offset + read }
        : { kind: next, offset: 0 }),
    };
    const changes = { names, counts, progress: reached };
    if (next !== "end") await updateLockedRun(transaction, companyId, run, changes);
    else {
      const ended = { ...changes, state: "checked", progress: NO_PROGRESS } as const;
      await updateLockedRun(transaction, companyId, run, ended);
    }
    return next === "end" ? undefined : reached;
  });
}

async function contextOf(db: TenantDb, run: StoredRun) {
  const { companyId } = db;
  const targets = await db.all(listTargets, { companyId });
  const { boardId: chosen, names, columns, viewQuota = DEFAULT_QUOTAS.views } = run.mapping;
  const isBoard = targets.some(({ kind, id }) => kind === "board" && id === chosen);
  return {
    companyId,
    importId: run.id,
    source: run.source,
    columns,
    boardId: isBoard ? chosen : null,
    viewQuota,
    match: createNameMatcher({
      targets,
      chosen: names,
      privateNames: privateNames(run.layout.company),
    }),
  };
}
