import type { ImportKind } from "#contract/imports.ts";
import { IMPORT_KINDS } from "#contract/imports.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import type { Database, TenantDb } from "#server/platform/db/database.ts";
import { analyzeAfterGrowth } from "./analyzeAfterGrowth.ts";
import { findOrCreatePeople } from "./importedPeople.ts";
import type { People } from "./importedPeople.ts";
import type { StoredRecord } from "./importRecords.queries.ts";
import { listRecords, skipRecords } from "./importRecords.queries.ts";
import { findRun, lockRun } from "./importRuns.queries.ts";
import { KINDS } from "./kinds/kinds.ts";
import type { WritableRecord } from "./kinds/recordKind.ts";
import type { PlannedPerson } from "./sources/recordChecks.ts";
import { withCounted } from "./storedCounts.ts";
import { deleteSections } from "./storedParts.queries.ts";
import type { StoredRun } from "./storedRun.ts";
import { updateLockedRun } from "./updateLockedRun.ts";

/** A record of any kind. The data of every kind names a person or null. */
export type AnyRecord = WritableRecord<{ person: PlannedPerson | null }>;

/** Whether the run must write the record. */
export const isWritable = (row: StoredRecord): row is AnyRecord =>
  (row.fate === "new" || row.fate === "changed") && row.record !== null && row.key !== null;

/**
 * Writes the next records of a run and commits them together with its progress. Returns whether
 * records are left.
 */
export async function writeSlice(
  database: Database,
  { companyId, importId }: { companyId: number; importId: number },
): Promise<boolean> {
  const db = database.tenant(companyId);
  const before = await db.first(findRun, { companyId, importId });
  if (before?.state !== "running") return false;
  const { position } = before.progress;
  const records = await db.all(listRecords, { companyId, importId, position });
  const writable = records.filter(isWritable);
  // The accounts are created in an earlier transaction, because a company's role may not change
  // accounts. If the process is killed between the two transactions, the next job finds the
  // accounts.
  const people = await findOrCreatePeople(database, companyId, peopleOf(writable));
  const isLeft = await db.transaction(async (transaction) => {
    // Merges and bulk changes of a company lock it as well. All of them therefore run one after the
    // other and cannot deadlock.
    await transaction.first(lockCompany, { companyId });
    const run = await transaction.first(lockRun, { companyId, importId });
    if (run?.state !== "running") return false;
    // Another job has written these records meanwhile.
    if (run.progress.position !== position) return true;
    const skipped = await writeRecords(transaction, run, writable, people);
    const last = records.at(-1);
    if (!last)
      await transaction.all(deleteSections, { companyId, importId, sections: IMPORT_KINDS });
    await updateLockedRun(transaction, companyId, run, {
      state: last ? "running" : "done",
      counts: withCounted(
        run.counts,
        skipped.map(({ kind }) => ({ kind, fate: "skipped" })),
        skipped,
      ),
      progress: {
        ...run.progress,
        position: last?.position ?? position,
        done: run.progress.done + records.length,
      },
    });
    return last !== undefined;
  });
  await analyzeAfterGrowth(db, position, position + records.length);
  return isLeft;
}

/** Returns the people whom the records name. */
export function peopleOf(records: readonly AnyRecord[]): PlannedPerson[] {
  return records.flatMap(({ record }) => record.person ?? []);
}

/** Groups records by kind. The order within a kind is kept. */
export function groupsOf(records: readonly AnyRecord[]): [ImportKind, AnyRecord[]][] {
  return [...Map.groupBy(records, ({ kind }) => kind)];
}

/** Writes records and returns those that could not be written. */
async function writeRecords(
  db: TenantDb,
  { id: importId, source }: StoredRun,
  records: readonly AnyRecord[],
  people: People,
): Promise<AnyRecord[]> {
  const { companyId } = db;
  const written = new Set<number>();
  for (const [kind, group] of groupsOf(records)) {
    const positions = await KINDS[kind].write(db, group, { companyId, importId, source, people });
    for (const position of positions) written.add(position);
  }
  const skipped = records.filter(({ position }) => !written.has(position));
  const reason = "What the record needs was deleted or changed here after the dry run";
  if (skipped.length > 0) {
    const positions = skipped.map(({ position }) => position);
    await db.all(skipRecords, { companyId, importId, positions, reason });
  }
  return skipped;
}
