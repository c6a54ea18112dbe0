import { IMPORT_KINDS } from "#contract/imports.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import type { Database, TenantDb } from "#server/platform/db/database.ts";
import { analyzeAfterGrowth } from "./analyzeAfterGrowth.ts";
import { findOrCreatePeople } from "./importedPeople.ts";
import type { People } from "./importedPeople.ts";
import { skipRecords } from "./importRecords.queries.ts";
import { findRun, lockRun } from "./importRuns.queries.ts";
import { KINDS } from "./kinds/kinds.ts";
import type { AnyRecord } from "./nextRecords.ts";
import { listNextRecords, peopleOf, progressAfter } from "./nextRecords.ts";
import { withCounted } from "./storedCounts.ts";
import { deleteSections } from "./storedParts.queries.ts";
import type { StoredRun } from "./storedRun.ts";
import { isSamePlace } from "./storedRun.ts";
import { updateLockedRun } from "./updateLockedRun.ts";

/**
 * Writes the next records of a run and commits them together with its progress. Returns whether
 * work is left.
 */
export async function writeSlice(
  database: Database,
  { companyId, importId }: { companyId: number; importId: number },
): Promise<boolean> {
  const db = database.tenant(companyId);
  const before = await db.first(findRun, { companyId, importId });
  if (before?.state !== "running") return false;
  const records = await listNextRecords(db, before);
  // The accounts are created in an earlier transaction, because a company's role may not change
  // accounts. If the process is killed between the two transactions, the next job finds the
  // accounts.
  const people = await findOrCreatePeople(database, companyId, peopleOf(records));
  const isLeft = await db.transaction(async (transaction) => {
    // Merges and bulk changes lock the company as well. These transactions therefore run one after
    // the other and cannot deadlock.
    await transaction.first(lockCompany, { companyId });
    const run = await transaction.first(lockRun, { companyId, importId });
    if (run?.state !== "running") return false;
    if (!isSamePlace(run.progress, before.progress)) return true;
    const skipped = await writeRecords(transaction, run, records, people);
    const counts = withCounted(
      run.counts,
      skipped.map(({ kind }) => ({ kind, fate: "skipped" })),
      skipped,
    );
    const progress = progressAfter(run, records);
    if (progress) await updateLockedRun(transaction, companyId, run, { counts, progress });
    else {
      await transaction.all(deleteSections, {
        companyId,
        importId,
        sections: ["logo", ...IMPORT_KINDS],
      });
      await updateLockedRun(transaction, companyId, run, { counts, state: "done" });
    }
    return progress !== undefined;
  });
  const { done } = before.progress;
  await analyzeAfterGrowth(db, done, done + records.length);
  return isLeft;
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
