import type { BodyOf } from "#contract/endpoint.ts";
import type { importsApi } from "#contract/imports.ts";
import type { ImportRun } from "#contract/imports.ts";
import { IMPORT_CONFLICTS, ImportSource } from "#contract/imports.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import { conflict, invalid } from "#server/platform/http/httpError.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import { readCsvLayout, UnreadableFile } from "./csvSource.ts";
import { decodeText } from "./decodeText.ts";
import { openStoredFile, storeFile } from "./importFile.ts";
import {
  deleteDeadUpload,
  deleteRun,
  findLastMapping,
  insertRun,
  lockRun,
} from "./importRuns.queries.ts";
import { listTargets } from "./importTargets.queries.ts";
import { presentRun } from "./presentRun.ts";
import { proposeMapping } from "./proposeMapping.ts";
import { NO_PROGRESS, NO_ROWS } from "./storedRun.ts";
import { updateLockedRun } from "./updateLockedRun.ts";

/** A file may have 500 MB. */
export const uploadLimit = byAccount({
  name: "import-upload-account",
  attempts: 60,
  windowSeconds: 60 * 60,
});

type UploadContext = TenantUserContext & { body: BodyOf<typeof importsApi.create> };

/**
 * Stores a file while it arrives, and finds its columns. A file that cannot be stored or read leaves
 * nothing behind.
 * @throws HttpError 400 for a file that is no CSV, 409 if another import is not finished
 */
export async function uploadImport(context: UploadContext): Promise<ImportRun> {
  const { db, body } = context;
  const { companyId } = db;
  const source = ImportSource.safeParse(body.text);
  if (!source.success) throw invalid({ source: ["Unknown source"] });
  await db.all(deleteDeadUpload, { companyId });
  const fileName = fileNameOf(body.filename);
  const importId = await startUpload(db, { source: source.data, fileName });
  try {
    const bytes = await storeFile(db, importId, decodeText(body.content));
    const layout = await readCsvLayout(openStoredFile(db, importId));
    const last = await db.first(findLastMapping, { companyId, source: source.data });
    const mapping = proposeMapping(layout, last);
    const run = await db.transaction(async (transaction) => {
      const locked = await transaction.first(lockRun, { companyId, importId });
      if (!locked) throw new Error("The import was deleted during its upload");
      await recordAudit(transaction, context, companyId, {
        action: "import.upload",
        subject: fileName,
        details: { source: source.data, bytes },
      });
      const changes = { state: "uploaded", bytes, layout, mapping } as const;
      return updateLockedRun(transaction, companyId, locked, changes);
    });
    return presentRun(run, await db.all(listTargets, { companyId }));
  } catch (error) {
    await db.all(deleteRun, { companyId, importId });
    throw error instanceof UnreadableFile ? invalid({ file: [error.message] }) : error;
  }
}

async function startUpload(
  db: TenantDb,
  { source, fileName }: { source: ImportSource; fileName: string },
): Promise<number> {
  const counters = { progress: JSON.stringify(NO_PROGRESS), counts: JSON.stringify(NO_ROWS) };
  try {
    const run = await db.first(insertRun, {
      companyId: db.companyId,
      source,
      fileName,
      ...counters,
    });
    if (!run) throw new Error("The import was not stored");
    return run.id;
  } catch (error) {
    if (isUniqueViolation(error, "import_run_unfinished"))
      throw conflict(IMPORT_CONFLICTS.unfinished);
    throw error;
  }
}

/** Returns the name without what PostgreSQL cannot store. */
function fileNameOf(name: string): string {
  const storable = name.toWellFormed().replaceAll("\0", "").trim();
  return storable.slice(0, 200).toWellFormed() || "file";
}
