import { lockCompany } from "#server/features/companies/companies.queries.ts";
import type { Database, TenantDb } from "#server/platform/db/database.ts";
import { findPeople } from "./importedPeople.queries.ts";
import { deleteSomeIdlePeople } from "./importPeople.queries.ts";
import { findRun, lockRun } from "./importRuns.queries.ts";
import { KINDS } from "./kinds/kinds.ts";
import type { StoredRun } from "./storedRun.ts";
import { updateLockedRun } from "./updateLockedRun.ts";
import { listNextRecords, peopleOf, progressAfter } from "./nextRecords.ts";

/**
 * Undoes the next records of a run and commits the changes together with the progress. The last
 * kind is undone first. If no records are left, deletes imported people who have no content left in
 * the company. Returns whether work is left.
 */
export async function undoSlice(
  database: Database,
  { companyId, importId }: { companyId: number; importId: number },
): Promise<boolean> {
  const db = database.tenant(companyId);
  const unfinished = await db.first(findRun, { companyId, importId });
  if (unfinished?.state !== "undoing") return false;
  const records = await listNextRecords(db, unfinished);
  await KINDS[unfinished.progress.kind].prepareTakeBack?.(db, records);
  const work = (transaction: TenantDb) => takeBackSlice(transaction, importId);
  // Foreign keys delete the votes and comments that people have added to the items.
  if (await db.transaction(work, { isLong: true })) return true;
  const run = await db.first(findRun, { companyId, importId });
  return run?.state === "undoing" && deletePeople(database, { companyId, importId, run });
}

/** Undoes the next records of a run. Returns whether records of the run are left. */
async function takeBackSlice(db: TenantDb, importId: number): Promise<boolean> {
  const { companyId } = db;
  // Merges and bulk changes lock the company as well. These transactions therefore run one after
  // the other and cannot deadlock.
  await db.first(lockCompany, { companyId });
  const run = await db.first(lockRun, { companyId, importId });
  if (run?.state !== "undoing") return false;
  const records = await listNextRecords(db, run);
  if (records.length > 0) {
    const people = await findPeople(db, peopleOf(records));
    const { source, createdAt: from, finishedAt: to } = run;
    if (to === null) throw new Error("A run that has not ended is undone");
    const context = { companyId, importId, source, people, from, to };
    await KINDS[run.progress.kind].takeBack(db, records, context);
  }
  const progress = progressAfter(run, { progress: run.progress, records });
  if (progress) await updateLockedRun(db, companyId, run, { progress });
  return progress !== undefined;
}

/**
 * Deletes imported people who have no content left. Returns whether more people must be examined.
 */
async function deletePeople(
  { system }: Database,
  { companyId, importId, run }: { companyId: number; importId: number; run: StoredRun },
): Promise<boolean> {
  return system.transaction(async (db) => {
    const locked = await db.first(lockRun, { companyId, importId });
    if (locked?.state !== "undoing" || locked.progress.userId !== run.progress.userId) return true;
    const afterId = run.progress.userId;
    const looked = await db.first(deleteSomeIdlePeople, { companyId, afterId });
    const lastId = looked?.lastId ?? null;
    const isDone = lastId === null;
    const progress = { ...locked.progress, userId: lastId ?? afterId };
    const state = isDone ? "undone" : "undoing";
    await updateLockedRun(db, companyId, locked, { state, progress });
    return !isDone;
  });
}
