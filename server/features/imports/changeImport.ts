import type { ImportRun } from "#contract/importRun.ts";
import type { importsApi } from "#contract/imports.ts";
import { IMPORT_CONFLICTS } from "#contract/imports.ts";
import { IMPORT_FATES } from "#contract/importRun.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { SystemTransaction } from "#server/platform/db/database.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import type { HttpError } from "#server/platform/http/httpError.ts";
import { conflict, invalid } from "#server/platform/http/httpError.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { listSkipped } from "./importRecords.queries.ts";
import { deleteRun, findLaterRun, listTargets, lockRun } from "./importRuns.queries.ts";
import type { NamedTarget } from "./nameMatcher.ts";
import { isKnownTarget, isPublished } from "./nameMatcher.ts";
import { presentRun } from "./presentRun.ts";
import { readChosenLayout, withLayout } from "./readChosenLayout.ts";
import { beginCheck } from "./readImportedFile.ts";
import { IMPORT_TASK } from "./runImport.ts";
import type { StoredMapping, StoredProgress, StoredRun } from "./storedRun.ts";
import { privateNames } from "./sources/offeredCompany.ts";
import { hasColumns } from "./sources/sources.ts";
import { sumOf } from "./storedCounts.ts";
import { NO_PREVIEW, NO_PROGRESS } from "./storedRun.ts";
import { takeSettings } from "./takeSettings.ts";
import { updateLockedRun } from "./updateLockedRun.ts";

type OfImport = Omit<Handled<typeof importsApi.get, TenantUserContext>, "body">;

/** The locked run, and the company's boards and topics. */
interface Locked {
  db: SystemTransaction;
  companyId: number;
  run: StoredRun;
  targets: NamedTarget[];
}

/**
 * Locks the run in a transaction, calls `work`, and presents the run that `work` returns. The
 * transaction runs as the system's role, because `work` can add a job.
 */
async function withRun(
  context: OfImport,
  work: (locked: Locked) => Promise<StoredRun>,
): Promise<ImportRun> {
  const { tenantId: companyId } = context;
  const { system } = context.database.inTurnsOf(companyId);
  return system.transaction(async (db) => {
    const run = await db.first(lockRun, { companyId, importId: context.params.id });
    if (!run || run.state === "uploading") throw context.notFound();
    const targets = await db.all(listTargets, { companyId });
    const changed = await work({ db, companyId, run, targets });
    const skipped = await db.all(listSkipped, { companyId, importId: run.id });
    return presentRun(changed, targets, skipped);
  });
}

/** @throws HttpError 409 unless the import waits for a dry run or for the run */
function refuseUnlessWaiting({ state }: StoredRun): void {
  const refusal = refusalOf(state);
  if (refusal) throw refusal;
}

function refusalOf(state: StoredRun["state"]): HttpError | undefined {
  if (state === "uploaded" || state === "checked") return undefined;
  const isFinished = state === "done" || state === "undone" || state === "failed";
  return conflict(isFinished ? IMPORT_CONFLICTS.finished : IMPORT_CONFLICTS.busy);
}

/**
 * Changes the mapping of an import. The mapping assigns columns to fields. It also assigns the
 * names that occur in the file to boards, topics, statuses and categories. Another encoding or
 * separator changes the columns as well. The import then needs another dry run before it can run.
 * @throws HttpError 400 if the file cannot be read in the chosen way, if a column, board, topic,
 * status or category does not exist, if a private board of the file is assigned to a public board,
 * or if settings are chosen that the file does not contain; 409 unless the import waits for a dry
 * run or for the run
 */
export async function changeImportMapping(
  context: Handled<typeof importsApi.update, TenantUserContext>,
): Promise<ImportRun> {
  const { columns, boardId, names, dateOrder, takesSettings } = context.body;
  const layout = await readChosenLayout(context.db, context.params.id, context.body);
  return withRun(context, async ({ db, companyId, run: stored, targets }) => {
    refuseUnlessWaiting(stored);
    const run = layout ? withLayout(stored, layout, targets) : stored;
    const mapping: StoredMapping = {
      columns: columns ?? run.mapping.columns,
      boardId: boardId === undefined ? run.mapping.boardId : boardId,
      names: withChosen(run.mapping.names, names ?? []),
      dateOrder: dateOrder ?? run.mapping.dateOrder ?? null,
      takesSettings: takesSettings ?? run.mapping.takesSettings ?? false,
    };
    const { company } = run.layout;
    if (mapping.takesSettings && !company?.settings)
      throw invalid({ takesSettings: ["The file contains no settings"] });
    const isColumn = (index: number | null) => index === null || index < run.layout.columns.length;
    if (!Object.values(mapping.columns).every(isColumn))
      throw invalid({ columns: ["Unknown column"] });
    const isBoard = isKnownTarget(targets, "board", String(boardId));
    if (typeof boardId === "number" && !isBoard) throw invalid({ boardId: ["Unknown board"] });
    const matched = { targets, privateNames: privateNames(company) };
    for (const name of names ?? []) {
      const { kind, target } = name;
      if (target === null) continue;
      if (!isKnownTarget(targets, kind, target)) throw invalid({ names: [`Unknown ${kind}`] });
      if (isPublished(matched, name))
        throw invalid({ names: [`The board "${name.name}" is private. Choose a private board`] });
    }
    // The names that the last dry run found stay listed until the next dry run.
    return updateLockedRun(db, companyId, run, {
      state: "uploaded",
      mapping,
      counts: [],
      preview: NO_PREVIEW,
      problem: null,
    });
  });
}

/** The maximum number of names whose chosen targets are stored. */
const MAX_NAMES = 1_000;

function withChosen(
  earlier: StoredMapping["names"],
  names: StoredMapping["names"],
): StoredMapping["names"] {
  const chosen = new Map([...earlier, ...names].map((name) => [`${name.kind} ${name.name}`, name]));
  return [...chosen.values()].slice(-MAX_NAMES);
}

/**
 * Deletes an import whose run has not begun, or whose file could not be read.
 * @throws HttpError 409 if the run has begun or has finished
 */
export async function discardImport(context: OfImport): Promise<void> {
  await withRun(context, async ({ db, companyId, run }) => {
    // The run is the first step that changes the company's feedback, so an import without a run can
    // be deleted.
    const hasRun = ["running", "done", "undoing", "undone"].includes(run.state);
    if (hasRun) refuseUnlessWaiting(run);
    await db.all(deleteRun, { companyId, importId: run.id });
    return run;
  });
}

export function startImportDryRun(context: OfImport): Promise<ImportRun> {
  return withRun(context, async (locked) => {
    const { run } = locked;
    refuseUnlessWaiting(run);
    const { columns, boardId } = run.mapping;
    const { quotas } = context.config;
    if (hasColumns(run)) {
      if (columns.title === null) throw conflict(IMPORT_CONFLICTS.noTitle);
      if (columns.board === null && boardId === null) throw conflict(IMPORT_CONFLICTS.noBoard);
    }
    const mapping = { ...run.mapping, viewQuota: quotas.views, entryQuota: quotas.entries };
    const cleared = { counts: [], names: [], preview: NO_PREVIEW, problem: null };
    const begun = run.layout.bytes ? beginCheck(run.layout) : readAgain(run);
    return start(locked, { ...begun, mapping, ...cleared });
  });
}

/** Returns the changes with which a file is read in another encoding before the dry run. */
function readAgain({ bytes }: StoredRun): Pick<StoredRun, "state" | "progress"> {
  return { state: "reading", progress: { ...NO_PROGRESS, total: bytes, isCheckNext: true } };
}

/** The fates of records that a run writes. */
const WRITTEN_FATES = ["new", "changed"] as const;

/**
 * Starts the run of an import. First replaces the company's settings if the admin chose this. A job
 * then writes the records that the dry run has planned.
 */
export function startImport(context: OfImport): Promise<ImportRun> {
  return withRun(context, async (locked) => {
    const { run, db, companyId } = locked;
    if (run.state === "uploaded") throw conflict(IMPORT_CONFLICTS.notChecked);
    refuseUnlessWaiting(run);
    await recordAudit(db, context, companyId, {
      action: "import.run",
      subject: run.fileName,
      details: { source: run.source, ...auditedCounts(run) },
    });
    await takeSettings(db, context, { companyId, run });
    const total = sumOf(run.counts, WRITTEN_FATES);
    return start(locked, { state: "running", progress: { ...NO_PROGRESS, total } });
  });
}

/** The kind of records that an undo starts with. */
const LAST_KIND = "changelog_entry";

/**
 * Starts to undo a run. A run can be undone only after all later runs were undone, because a later
 * run has possibly changed items of an earlier run.
 */
export async function undoImport(context: OfImport): Promise<ImportRun> {
  try {
    return await withRun(context, async (locked) => {
      const { run, db, companyId } = locked;
      if (run.undoableUntil === null) throw conflict(IMPORT_CONFLICTS.notUndoable);
      if (await db.first(findLaterRun, { companyId, importId: run.id }))
        throw conflict(IMPORT_CONFLICTS.laterRun);
      await recordAudit(db, context, companyId, {
        action: "import.undo",
        subject: run.fileName,
        details: { source: run.source, ...auditedCounts(run) },
      });
      const total = sumOf(run.counts, WRITTEN_FATES);
      const position = sumOf(run.counts, IMPORT_FATES) + 1;
      const progress: StoredProgress = { ...NO_PROGRESS, total, kind: LAST_KIND, position };
      return start(locked, { state: "undoing", progress });
    });
  } catch (error) {
    if (isUniqueViolation(error, "import_run_unfinished"))
      throw conflict(IMPORT_CONFLICTS.unfinished);
    throw error;
  }
}

/** For each kind of record, the number of records that the run creates or changes. */
function auditedCounts({ counts }: StoredRun): Record<string, number> {
  return Object.fromEntries(
    counts.map((count) => [count.kind, count.new + count.changed] as const),
  );
}

async function start(
  { db, companyId, run }: Locked,
  changes: Parameters<typeof updateLockedRun>[3],
): Promise<StoredRun> {
  const payload = JSON.stringify({ companyId, importId: run.id });
  await db.all(enqueueJob, { task: IMPORT_TASK, payload });
  return updateLockedRun(db, companyId, run, changes);
}
