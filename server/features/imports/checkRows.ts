import type { TenantDb } from "#server/platform/db/database.ts";
import { openStoredFile } from "./importFile.ts";
import type { SourceRow } from "./importRecord.ts";
import { deleteSomeRows, insertRows, ROWS_AT_ONCE } from "./importRows.queries.ts";
import { findRun, lockRun } from "./importRuns.queries.ts";
import { listTargets } from "./importTargets.queries.ts";
import { createNameMatcher } from "./nameMatcher.ts";
import { planRows } from "./planRows.ts";
import { readCsvItems, UnreadableFile } from "./csvSource.ts";
import type { FoundName, StoredProgress, StoredRun } from "./storedRun.ts";
import { NO_PROGRESS, NO_ROWS } from "./storedRun.ts";
import { updateLockedRun } from "./updateLockedRun.ts";

/**
 * Continues the dry run of an import, in transactions of 500 rows each. Ends early if another job
 * works on the same import.
 */
export async function checkSlices(
  db: TenantDb,
  importId: number,
  mayContinue: () => boolean,
): Promise<void> {
  const { companyId } = db;
  const run = await db.first(findRun, { companyId, importId });
  if (!run) return;
  // A new dry run begins without the rows of the last one.
  if (run.progress.offset === 0) {
    while ((await db.all(deleteSomeRows, { companyId, importId })).length > 0)
      if (!mayContinue()) return;
  }
  let position: StoredProgress | undefined = run.progress;
  try {
    let rows: SourceRow[] = [];
    for await (const row of rowsOf(db, run)) {
      rows.push(row);
      if (rows.length < ROWS_AT_ONCE) continue;
      position = await commitSlice(db, importId, { rows, position, isLast: false });
      rows = [];
      if (!position || !mayContinue()) return;
    }
    await commitSlice(db, importId, { rows, position, isLast: true });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await refuseFile(db, importId, error.message);
  }
}

function rowsOf(db: TenantDb, { id, layout, mapping, progress, counts }: StoredRun) {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const { offset, lines } = progress;
  const reading = { fields: mapping.columns, rows, from: { offset, lines } };
  return readCsvItems(openStoredFile(db, id), layout, reading);
}

interface Slice {
  rows: SourceRow[];
  /** The progress before the slice. */
  position: StoredProgress;
  isLast: boolean;
}

/** Plans and stores rows. Returns the progress, or undefined if another job has made progress. */
function commitSlice(
  db: TenantDb,
  importId: number,
  { rows, position, isLast }: Slice,
): Promise<StoredProgress | undefined> {
  const { companyId } = db;
  return db.transaction(async (transaction) => {
    const run = await transaction.first(lockRun, { companyId, importId });
    if (run?.state !== "checking" || run.progress.offset !== position.offset) return undefined;
    const targets = await transaction.all(listTargets, { companyId });
    const { boardId: chosen, names } = run.mapping;
    const boardId = targets.some(({ kind, id }) => kind === "board" && id === chosen)
      ? chosen
      : null;
    const match = createNameMatcher(targets, names);
    const { source } = run;
    const planned = await planRows(transaction, rows, { importId, source, boardId, match });
    await transaction.all(insertRows, {
      companyId,
      importId,
      plannedRows: JSON.stringify(planned),
    });
    const counts = { ...run.counts };
    for (const { fate } of planned) counts[fate] += 1;
    const next = rows.at(-1)?.next ?? position;
    const progress = { ...position, ...next, done: next.offset, total: run.bytes };
    await updateLockedRun(transaction, companyId, run, {
      state: isLast ? "checked" : "checking",
      names: withNames(run.names, rows),
      counts,
      progress: isLast ? NO_PROGRESS : progress,
    });
    return progress;
  });
}

/** The maximum number of distinct names of a kind that are listed. */
const NAMES_OF_KIND = 100;

function withNames(names: readonly FoundName[], rows: readonly SourceRow[]): FoundName[] {
  const found = new Map(names.map((name) => [`${name.kind} ${name.name}`, { ...name }]));
  const kinds = new Map<string, number>();
  for (const { kind } of names) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const add = (kind: FoundName["kind"], name: string | null) => {
    if (name === null) return;
    const known = found.get(`${kind} ${name}`);
    const count = kinds.get(kind) ?? 0;
    if (known) known.rows += 1;
    else if (count < NAMES_OF_KIND) {
      found.set(`${kind} ${name}`, { kind, name, rows: 1 });
      kinds.set(kind, count + 1);
    }
  };
  for (const row of rows) {
    if (!("item" in row)) continue;
    add("status", row.item.status);
    add("category", row.item.category);
    add("board", row.item.board);
    for (const tag of row.item.tags) add("topic", tag);
  }
  return [...found.values()];
}

/** Ends a dry run whose file cannot be read. The admin can choose other columns or another file. */
async function refuseFile(db: TenantDb, importId: number, problem: string): Promise<void> {
  const { companyId } = db;
  await db.transaction(async (transaction) => {
    const run = await transaction.first(lockRun, { companyId, importId });
    if (run?.state !== "checking") return;
    const changes = { state: "uploaded", problem, counts: NO_ROWS, progress: NO_PROGRESS } as const;
    await updateLockedRun(transaction, companyId, run, changes);
  });
}
