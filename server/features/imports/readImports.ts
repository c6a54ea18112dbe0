import type { ImportAdditions } from "#contract/importAdditions.ts";
import type { ImportRun } from "#contract/importRun.ts";
import type { importsApi } from "#contract/imports.ts";
import { csvFile } from "#server/platform/text/csv.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { listAdditions } from "./importAdditions.queries.ts";
import { listRecords, listSkipped } from "./importRecords.queries.ts";
import { findRun, listRuns, listTargets } from "./importRuns.queries.ts";
import { presentRun } from "./presentRun.ts";
import type { StoredRun } from "./storedRun.ts";

type OfImport = Handled<typeof importsApi.get, TenantUserContext>;

async function requireRun(context: OfImport): Promise<{ db: TenantDb; run: StoredRun }> {
  const { db } = context;
  const { companyId } = db;
  const run = await db.first(findRun, { companyId, importId: context.params.id });
  // The import is not shown during the upload, because the file's columns are not known yet.
  if (!run || run.state === "uploading") throw context.notFound();
  return { db, run };
}

export async function readImport(context: OfImport): Promise<ImportRun> {
  const { db, run } = await requireRun(context);
  const { companyId } = db;
  const targets = await db.all(listTargets, { companyId });
  return presentRun(run, targets, await db.all(listSkipped, { companyId, importId: run.id }));
}

/**
 * Lists the company's last 20 imports, newest first. Leaves out an import whose file is being
 * uploaded.
 */
export async function listImports({ db }: TenantUserContext): Promise<ImportRun[]> {
  const { companyId } = db;
  const runs = await db.all(listRuns, { companyId });
  const targets = await db.all(listTargets, { companyId });
  const present = async (run: StoredRun) =>
    presentRun(run, targets, await db.all(listSkipped, { companyId, importId: run.id }));
  return Promise.all(runs.filter(({ state }) => state !== "uploading").map(present));
}

/**
 * Returns how many votes and comments people have added to items that the import has created, and
 * up to 20 of these items as examples.
 */
export async function readImportAdditions(context: OfImport): Promise<ImportAdditions> {
  const { db, run } = await requireRun(context);
  // A run without an end date has not finished, so its items have no additions yet.
  const since = run.finishedAt ?? new Date().toISOString();
  const added = await db.all(listAdditions, { companyId: db.companyId, importId: run.id, since });
  const { totalItems = 0, totalVotes = 0, totalComments = 0 } = added[0] ?? {};
  return { items: totalItems, votes: totalVotes, comments: totalComments, examples: added };
}

/**
 * Returns the report of all records as CSV. The records are read page by page while the client
 * receives them.
 */
export async function downloadImportReport(context: OfImport): Promise<AsyncIterable<string>> {
  const { db, run } = await requireRun(context);
  const { companyId } = db;
  return csvFile(["Kind", "File", "Line", "Result", "Reason", "Title", "Item"], rowsByPage());

  async function* rowsByPage() {
    let position = 0;
    for (;;) {
      const page = await db.all(listRecords, { companyId, importId: run.id, position });
      const last = page.at(-1);
      if (!last) return;
      yield page.map(({ kind, file, line, fate, reason, title, feedbackId }) => [
        kind,
        file,
        line,
        fate,
        reason,
        title,
        feedbackId,
      ]);
      position = last.position;
    }
  }
}
