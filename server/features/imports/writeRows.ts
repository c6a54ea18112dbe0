import { lockCompany } from "#server/features/companies/companies.queries.ts";
import type { Database, TenantDb } from "#server/platform/db/database.ts";
import { changedFields } from "./importedFields.ts";
import { findOrCreatePeople } from "./importedPeople.ts";
import type { PlannedRecord } from "./importRecord.ts";
import { deleteParts } from "./importParts.queries.ts";
import type { ItemChange, StoredRow } from "./importRows.queries.ts";
import {
  insertItems,
  listImportedItems,
  listRows,
  lockItems,
  skipRows,
  updateItems,
} from "./importRows.queries.ts";
import { findRun, lockRun } from "./importRuns.queries.ts";
import type { StoredRun } from "./storedRun.ts";
import { updateLockedRun } from "./updateLockedRun.ts";

type WritableRow = StoredRow & { key: string; record: PlannedRecord };

const isWritable = (row: StoredRow): row is WritableRow =>
  (row.fate === "new" || row.fate === "changed") && row.record !== null && row.key !== null;

/**
 * Writes the next rows of a run and commits them with its progress. Returns whether rows are left.
 */
export async function writeSlice(
  database: Database,
  { companyId, importId }: { companyId: number; importId: number },
): Promise<boolean> {
  const db = database.tenant(companyId);
  const before = await db.first(findRun, { companyId, importId });
  if (before?.state !== "running") return false;
  const { line } = before.progress;
  const rows = await db.all(listRows, { companyId, importId, line });
  const writable = rows.filter(isWritable);
  // Accounts are created before, because a company's own role may not change accounts. If the
  // process is killed between the two transactions, the next job finds the accounts.
  const authors = writable.flatMap(({ record }) => record.author ?? []);
  const people = await findOrCreatePeople(database, companyId, authors);
  return db.transaction(async (transaction) => {
    // Merges and bulk changes of a company wait for each other, so that they cannot deadlock.
    await transaction.first(lockCompany, { companyId });
    const run = await transaction.first(lockRun, { companyId, importId });
    if (run?.state !== "running") return false;
    // Another job has written these rows.
    if (run.progress.line !== line) return true;
    const skipped = await writeRows(transaction, run, writable, people);
    const counts = { ...run.counts };
    for (const { fate } of skipped) {
      counts[fate] -= 1;
      counts.skipped += 1;
    }
    const last = rows.at(-1);
    if (!last) await transaction.all(deleteParts, { companyId, importId });
    const done = run.progress.done + rows.length;
    await updateLockedRun(transaction, companyId, run, {
      state: last ? "running" : "done",
      counts,
      progress: { ...run.progress, line: last?.line ?? line, done },
    });
    return last !== undefined;
  });
}

/** Writes rows and returns those that could not be written. */
async function writeRows(
  db: TenantDb,
  { id: importId, source }: StoredRun,
  rows: readonly WritableRow[],
  people: ReadonlyMap<string, number>,
): Promise<WritableRow[]> {
  const { companyId } = db;
  const created = rows.filter(({ fate }) => fate === "new");
  const inserted = await db.all(insertItems, {
    companyId,
    importId,
    source,
    newItems: JSON.stringify(created.map((row) => insertionOf(row, people))),
  });
  const updated = await updateRows(
    db,
    { importId, source },
    rows.filter(({ fate }) => fate === "changed"),
  );
  const written = new Set([...inserted, ...updated].map(({ line }) => line));
  const skipped = rows.filter(({ line }) => !written.has(line));
  const reason = "What the row needs was deleted or changed here after the dry run";
  if (skipped.length > 0) {
    const lines = skipped.map(({ line }) => line);
    await db.all(skipRows, { companyId, importId, lines, reason });
  }
  return skipped;
}

function insertionOf({ line, key, record }: WritableRow, people: ReadonlyMap<string, number>) {
  const { fields, author, createdAt: created_at } = record;
  const user_id = author ? (people.get(author.username) ?? null) : null;
  return { line, key, fields, user_id, created_at };
}

async function updateRows(
  db: TenantDb,
  { importId, source }: { importId: number; source: StoredRun["source"] },
  rows: readonly WritableRow[],
): Promise<{ line: number }[]> {
  if (rows.length === 0) return [];
  const { companyId } = db;
  const keys = rows.map(({ key }) => key);
  const found = await db.all(listImportedItems, { companyId, source, keys });
  const ids = found.flatMap(({ feedbackId }) => feedbackId ?? []);
  await db.all(lockItems, { companyId, ids });
  // The values are read again after the lock.
  const imported = await db.all(listImportedItems, { companyId, source, keys });
  const items = new Map(imported.map((item) => [item.key, item]));
  const changes = rows.flatMap(({ line, key, record: { fields: next } }): ItemChange[] => {
    const item = items.get(key);
    if (!item || item.feedbackId === null || item.current === null) return [];
    const fields = changedFields(next, item.record, item.current);
    if (!fields) return [];
    const change = { before: item.current, after: fields, record: item.record };
    return [{ line, feedbackId: item.feedbackId, key, fields, record: next, change }];
  });
  const itemChanges = JSON.stringify(changes);
  return db.all(updateItems, { companyId, importId, source, itemChanges });
}
