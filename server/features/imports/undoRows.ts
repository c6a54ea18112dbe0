import { lockCompany } from "#server/features/companies/companies.queries.ts";
import { moveOutOfTarget } from "#server/features/merging/moveOutOfTarget.queries.ts";
import type { Database, TenantDb } from "#server/platform/db/database.ts";
import { restoredFields } from "./importedFields.ts";
import { deleteSomeIdlePeople } from "./importPeople.queries.ts";
import type { ItemChange } from "./importRows.queries.ts";
import { lockItems, updateItems } from "./importRows.queries.ts";
import type { WrittenRow } from "./importUndo.queries.ts";
import { deleteItems, listMergesOf, listWrittenRows } from "./importUndo.queries.ts";
import { findRun, lockRun } from "./importRuns.queries.ts";
import type { StoredRun } from "./storedRun.ts";
import { updateLockedRun } from "./updateLockedRun.ts";

/**
 * Takes the next rows of a run back and commits this with the progress. After the last row, deletes
 * imported people who have nothing left in the company. Returns whether work is left.
 */
export async function undoSlice(
  database: Database,
  { companyId, importId }: { companyId: number; importId: number },
): Promise<boolean> {
  const db = database.tenant(companyId);
  const isLeft = await db.transaction(async (transaction) => {
    // Merges and bulk changes of a company wait for each other, so that they cannot deadlock.
    await transaction.first(lockCompany, { companyId });
    const run = await transaction.first(lockRun, { companyId, importId });
    if (run?.state !== "undoing") return false;
    const { line } = run.progress;
    const next = { companyId, importId, line };
    const written = await transaction.all(listWrittenRows, next);
    const last = written.at(-1);
    if (!last) return true;
    const ids = written.flatMap(({ feedbackId }) => feedbackId ?? []);
    await transaction.all(lockItems, { companyId, ids });
    // The values of the items are read again after the lock.
    const rows = await transaction.all(listWrittenRows, next);
    await takeBack(transaction, run, rows);
    const done = run.progress.done + written.length;
    const progress = { ...run.progress, line: last.line, done };
    await updateLockedRun(transaction, companyId, run, { progress });
    return true;
  });
  if (!isLeft) return false;
  const run = await db.first(findRun, { companyId, importId });
  if (run?.state !== "undoing") return false;
  const { line } = run.progress;
  const rows = await db.all(listWrittenRows, { companyId, importId, line });
  return rows.length > 0 || deletePeople(database, { companyId, importId, run });
}

/** Deletes imported people who have nothing left. Returns whether people are left to look at. */
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

async function takeBack(
  db: TenantDb,
  { id: importId, source }: StoredRun,
  rows: readonly WrittenRow[],
): Promise<void> {
  const { companyId } = db;
  const created = rows.filter(({ fate }) => fate === "new");
  const ids = created.flatMap(({ feedbackId }) => feedbackId ?? []);
  await unmergeAll(db, ids);
  const keys = created.map(({ key }) => key);
  await db.all(deleteItems, { companyId, source, ids, keys });
  const changed = rows.filter(({ fate }) => fate === "changed");
  const itemChanges = JSON.stringify(changed.flatMap(restorationOf));
  await db.all(updateItems, { companyId, importId, source, itemChanges });
}

function restorationOf({ line, key, feedbackId, change, current }: WrittenRow): ItemChange[] {
  if (feedbackId === null || change === null || current === null) return [];
  const fields = restoredFields(change.before, change.after, current) ?? current;
  return [{ line, feedbackId, key, fields, record: change.record, change: null }];
}

/**
 * Takes merges back in which items take part that are about to be deleted. Otherwise their votes
 * would stay with other items, and items that were merged into them would be deleted as well.
 */
async function unmergeAll(db: TenantDb, ids: number[]): Promise<void> {
  const { companyId } = db;
  for (;;) {
    const merges = await db.all(listMergesOf, { companyId, ids });
    if (merges.length === 0) return;
    for (const { feedbackId, targetId } of merges)
      await moveOutOfTarget(db, { companyId, feedbackId, targetId });
  }
}
