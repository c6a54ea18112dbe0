import { freeSlug, NewBoard, proposeSlug } from "#contract/boards.ts";
import type { ImportRun } from "#contract/importRun.ts";
import type { Quotas } from "#contract/quotas.ts";
import { insertBoard } from "#server/features/boards/boards.queries.ts";
import { listAllBoards } from "#server/features/boards/listBoardsPage.ts";
import { requireRoom } from "#server/features/companies/quotas.queries.ts";
import { findRun, listTargets, lockRun } from "#server/features/imports/importRuns.queries.ts";
import { presentRun } from "#server/features/imports/presentRun.ts";
import { updateLockedRun } from "#server/features/imports/updateLockedRun.ts";
import { BackupError } from "#server/operations/backup/backupError.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { HttpError } from "#server/platform/http/httpError.ts";

type FoundName = ImportRun["names"][number];

/** Returns the board names in the file that match no board of the company. */
export async function listMissingBoards(db: TenantDb, importId: number): Promise<FoundName[]> {
  const { companyId } = db;
  const run = await db.first(findRun, { companyId, importId });
  const targets = await db.all(listTargets, { companyId });
  const names = run ? presentRun(run, targets, []).names : [];
  return names.filter(({ kind, match }) => kind === "board" && match === "unknown");
}

/**
 * Creates the missing boards and chooses them as targets, as the page *Import and Export* does. A dry
 * run must follow.
 * @throws BackupError if a board cannot be created; then no board is created
 */
export function createMissingBoards(
  db: TenantDb,
  importId: number,
  { missing, quotas }: { missing: readonly FoundName[]; quotas: Quotas },
): Promise<void> {
  const { companyId } = db;
  return db.transaction(async (transaction) => {
    const taken = new Set((await listAllBoards(transaction)).map(({ slug }) => slug));
    const chosen: { kind: "board"; name: string; target: string }[] = [];
    for (const { name, board } of missing) {
      const wanted = board ?? { name, slug: proposeSlug(name), description: null };
      const { data, error } = NewBoard.safeParse({ ...wanted, slug: freeSlug(wanted.slug, taken) });
      if (!data)
        throw new BackupError(
          `The board "${name}" cannot be created. ${error.issues[0]?.message ?? ""}.`,
        );
      await refuseBeyondQuota(requireRoom(transaction, quotas, { companyId, kind: "boards" }));
      const created = await transaction.first(insertBoard, { ...data, companyId });
      if (!created) throw new Error("The board was not created");
      taken.add(data.slug);
      chosen.push({ kind: "board", name, target: String(created.id) });
    }
    const run = await transaction.first(lockRun, { companyId, importId });
    if (!run) throw new BackupError("The import was deleted meanwhile.");
    const mapping = { ...run.mapping, names: [...run.mapping.names, ...chosen] };
    await updateLockedRun(transaction, companyId, run, { mapping });
  });
}

async function refuseBeyondQuota(room: Promise<void>): Promise<void> {
  try {
    await room;
  } catch (error) {
    throw error instanceof HttpError ? new BackupError(`${error.message}.`) : error;
  }
}
