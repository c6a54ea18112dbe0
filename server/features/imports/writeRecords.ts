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

/** What all kinds have in common of what a run writes. */
export type AnyRecord = WritableRecord<{
  person: PlannedPerson | null;
  recorder?: PlannedPerson | null;
}>;

/** Whether the run writes a record. */
export const isWritable = (row: StoredRecord): row is AnyRecord =>
  (row.fate === "new" || row.fate === "changed") && row.record !== null && row.key !== null;

/**
 * Writes the next records of a run and commits them with its progress. Returns whether records are
 * left.
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
  // Accounts are created before, because a company's own role may not change accounts. If the
  // process is killed between the two transactions, the next job finds the accounts.
  const people = await findOrCreatePeople(database, companyId, peopleOf(writable));
  const isLeft = await db.transaction(async (transaction) => {
    // Merges and bulk changes of a company wait for each other, so that they cannot deadlock.
    await transaction.first(lockCompany, { companyId });
    const run = await transaction.first(lockRun, { companyId, importId });
    if (run?.state !== "running") return false;
    // Another job has written these records.
    if (run.progress.position !== position) return true;
    const skipped = await writeRecords(transaction, run, writable, people);
    const last = records.at(-1);
    const sections = ["logo", ...IMPORT_KINDS] as const;
    if (!last) await transaction.all(deleteSections, { companyId, importId, sections });
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

/** The people whom records name. */
export function peopleOf(records: readonly AnyRecord[]): PlannedPerson[] {
  return records.flatMap(({ record: { person, recorder } }) =>
    [person, recorder].filter((named) => named !== null && named !== undefined),
  );
}

/** Divides records into groups of one kind, in their order. */
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
