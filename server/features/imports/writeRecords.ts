import { lockCompany } from "#server/features/companies/companies.queries.ts";
import type { Database, TenantDb } from "#server/platform/db/database.ts";
import { analyzeAfterGrowth } from "./analyzeAfterGrowth.ts";
import { findOrCreatePeople } from "./importedPeople.queries.ts";
import type { People } from "./importedPeople.queries.ts";
import { withPictureSizes } from "./importedPictures.ts";
import type { ImportKey } from "./importKey.ts";
import { skipRecords } from "./importRecords.queries.ts";
import { findRun, lockRun } from "./importRuns.queries.ts";
import { KINDS } from "./kinds/kinds.ts";
import type { PictureOptions, PreparedPictures } from "./kinds/recordKind.ts";
import type { AnyRecord } from "./nextRecords.ts";
import { listNextRecords, peopleOf, progressAfter } from "./nextRecords.ts";
import { withCounted } from "./storedCounts.ts";
import { ALL_SECTIONS, deleteSections } from "./storedParts.queries.ts";
import type { StoredProgress, StoredRun } from "./storedRun.ts";
import { isSamePlace } from "./storedRun.ts";
import { updateLockedRun } from "./updateLockedRun.ts";

/** Records to write, and the accounts of the people whom they name. */
interface Slice {
  records: readonly AnyRecord[];
  people: People;
  prepared: PreparedPictures;
  /** How long the preparation has taken. */
  drawingMs: number;
  /** The progress of the run before the slice. */
  progress: StoredProgress;
}

/** The key of an import, and what its run needs. */
interface Running extends ImportKey {
  pictures: PictureOptions;
}

/**
 * The time in milliseconds that a run may spend on drawing pictures. Real pictures take a tenth of a
 * second each. The pictures that are left are named in the report.
 */
const MAX_DRAWING_MS = 2 * 60 * 60 * 1_000;

/**
 * Writes the next records of a run slice by slice, until the run is done or `mayContinue` returns
 * false. The records and the progress of a slice are committed together. While a slice is written,
 * the next slice is read.
 */
export async function writeSlices(
  database: Database,
  { companyId, importId }: ImportKey,
  { pictures, mayContinue }: { pictures: PictureOptions; mayContinue: () => boolean },
): Promise<void> {
  const running = { companyId, importId, pictures };
  const run = await database.tenant(companyId).first(findRun, { companyId, importId });
  if (run?.state !== "running") return;
  let next: Promise<Slice> | undefined = readSlice(database, running, run);
  try {
    while (next) {
      const slice: Slice = await next;
      const progress = progressOf(run, slice);
      next =
        progress && mayContinue() ? readSlice(database, running, { ...run, progress }) : undefined;
      // An error is ignored here, because it is thrown where the next slice is awaited.
      next?.catch(() => undefined);
      if (!(await commitSlice(database, running, slice))) return;
    }
  } finally {
    // Waits for the slice that was requested ahead, so that no statement runs after the end of this
    // function.
    await next?.catch(() => undefined);
  }
}

/**
 * Reads the next records. The accounts of new people are created in a transaction of their own,
 * because a company's role is not allowed to change accounts. If the process is killed before the
 * records are written, the next job finds the accounts.
 */
async function readSlice(
  database: Database,
  { companyId, importId, pictures }: Running,
  run: StoredRun,
): Promise<Slice> {
  const records = await listNextRecords(database.tenant(companyId), run);
  const people = await findOrCreatePeople(database, companyId, peopleOf(records));
  const { progress, source } = run;
  const start = performance.now();
  const prepared =
    (progress.drawingMs ?? 0) > MAX_DRAWING_MS
      ? new Map(records.map(({ position }) => [position, TOO_MUCH_DRAWING]))
      : await KINDS[progress.kind].prepare?.(database, records, {
          companyId,
          importId,
          source,
          pictures,
        });
  const drawingMs = prepared ? Math.round(performance.now() - start) : 0;
  return { records, people, prepared: prepared ?? new Map(), drawingMs, progress };
}

const TOO_MUCH_DRAWING = "Drawing the pictures of this file takes too long";

/** Returns the progress of the run after a slice; undefined after the last one. */
function progressOf(
  run: StoredRun,
  { records, drawingMs, progress }: Slice,
): StoredProgress | undefined {
  const next = progressAfter(run, { records, progress });
  return drawingMs === 0 || !next
    ? next
    : { ...next, drawingMs: (progress.drawingMs ?? 0) + drawingMs };
}

/**
 * Writes a slice. Returns false if nothing was written, because the run has ended or another job
 * has continued it.
 */
async function commitSlice(
  database: Database,
  { companyId, importId, pictures }: Running,
  slice: Slice,
): Promise<boolean> {
  const { records, progress: start } = slice;
  const db = database.tenant(companyId);
  const isCommitted = await db.transaction(async (transaction) => {
    // Merges and bulk changes lock the company as well. These transactions therefore run one after
    // the other and cannot deadlock.
    await transaction.first(lockCompany, { companyId });
    const run = await transaction.first(lockRun, { companyId, importId });
    if (run?.state !== "running" || !isSamePlace(run.progress, start)) return false;
    const skipped = await writeRecords(transaction, run, slice, pictures);
    const counts = withCounted(
      run.counts,
      skipped.map(({ kind }) => ({ kind, fate: "skipped" })),
      skipped,
    );
    const progress = progressOf(run, slice);
    if (progress) await updateLockedRun(transaction, companyId, run, { counts, progress });
    else {
      await transaction.all(deleteSections, { companyId, importId, sections: ALL_SECTIONS });
      await updateLockedRun(transaction, companyId, run, { counts, state: "done" });
    }
    return true;
  });
  if (isCommitted) await analyzeAfterGrowth(db, start.done, start.done + records.length);
  return isCommitted;
}

/** Writes records of one kind and returns those that could not be written. */
async function writeRecords(
  db: TenantDb,
  { id: importId, source, progress }: StoredRun,
  { records, people, prepared }: Slice,
  pictures: PictureOptions,
): Promise<AnyRecord[]> {
  if (records.length === 0) return [];
  const { companyId } = db;
  const refused = new Map<number, string>();
  const context = { companyId, importId, source, people, prepared, pictures, refused };
  const sized = await withPictureSizes(db, records, progress);
  const written = new Set(await KINDS[progress.kind].write(db, sized, context));
  const skipped = records.filter(({ position }) => !written.has(position));
  const reasonOf = ({ position }: AnyRecord) => refused.get(position) ?? NOT_WRITTEN;
  for (const [reason, rows] of Map.groupBy(skipped, reasonOf)) {
    const positions = rows.map(({ position }) => position);
    await db.all(skipRecords, { companyId, importId, positions, reason });
  }
  return skipped;
}

const NOT_WRITTEN = "What the record needs was deleted or changed here after the dry run";
