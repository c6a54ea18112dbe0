import { lockCompany } from "#server/features/companies/companies.queries.ts";
import type { Database, TenantDb } from "#server/platform/db/database.ts";
import { analyzeAfterGrowth } from "./analyzeAfterGrowth.ts";
import { findOrCreatePeople } from "./importedPeople.queries.ts";
import type { People } from "./importedPeople.queries.ts";
import { skipRecords } from "./importRecords.queries.ts";
import { findRun, lockRun } from "./importRuns.queries.ts";
import { KINDS } from "./kinds/kinds.ts";
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
  /** The progress of the run before the slice. */
  progress: StoredProgress;
}

/**
 * Writes the next records of a run slice by slice, until the run is done or `mayContinue` returns
 * false. The records and the progress of a slice are committed together. While a slice is written,
 * the next slice is read.
 */
export async function writeSlices(
  database: Database,
  { companyId, importId }: { companyId: number; importId: number },
  mayContinue: () => boolean,
): Promise<void> {
  const run = await database.tenant(companyId).first(findRun, { companyId, importId });
  if (run?.state !== "running") return;
  let next: Promise<Slice> | undefined = readSlice(database, companyId, run);
  try {
    while (next) {
      const slice: Slice = await next;
      const progress = progressAfter(run, slice);
      next =
        progress && mayContinue()
          ? readSlice(database, companyId, { ...run, progress })
          : undefined;
      // An error is ignored here, because it is thrown where the next slice is awaited.
      next?.catch(() => undefined);
      if (!(await commitSlice(database, { companyId, importId }, slice))) return;
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
async function readSlice(database: Database, companyId: number, run: StoredRun): Promise<Slice> {
  const records = await listNextRecords(database.tenant(companyId), run);
  const people = await findOrCreatePeople(database, companyId, peopleOf(records));
  return { records, people, progress: run.progress };
}

/**
 * Writes a slice. Returns false if nothing was written, because the run has ended or another job
 * has continued it.
 */
async function commitSlice(
  database: Database,
  { companyId, importId }: { companyId: number; importId: number },
  { records, people, progress: start }: Slice,
): Promise<boolean> {
  const db = database.tenant(companyId);
  const isCommitted = await db.transaction(async (transaction) => {
    // Merges and bulk changes lock the company as well. These transactions therefore run one after
    // the other and cannot deadlock.
    await transaction.first(lockCompany, { companyId });
    const run = await transaction.first(lockRun, { companyId, importId });
    if (run?.state !== "running" || !isSamePlace(run.progress, start)) return false;
    const skipped = await writeRecords(transaction, run, records, people);
    const counts = withCounted(
      run.counts,
      skipped.map(({ kind }) => ({ kind, fate: "skipped" })),
      skipped,
    );
    const progress = progressAfter(run, { records, progress: start });
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
  records: readonly AnyRecord[],
  people: People,
): Promise<AnyRecord[]> {
  if (records.length === 0) return [];
  const { companyId } = db;
  const context = { companyId, importId, source, people };
  const written = new Set(await KINDS[progress.kind].write(db, records, context));
  const skipped = records.filter(({ position }) => !written.has(position));
  const reason = "What the record needs was deleted or changed here after the dry run";
  if (skipped.length > 0) {
    const positions = skipped.map(({ position }) => position);
    await db.all(skipRecords, { companyId, importId, positions, reason });
  }
  return skipped;
}
