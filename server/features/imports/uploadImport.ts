import type { importsApi } from "#contract/imports.ts";
import type { ImportRun } from "#contract/importRun.ts";
import { ImportSource } from "#contract/importFormats.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { storeApiKey } from "./importRuns.queries.ts";
import { presentRun } from "./presentRun.ts";
import { IMPORT_TASK } from "./runImport.ts";
import type { StoredLayout } from "./storedRun.ts";
import type { Uploaded } from "./storeUpload.ts";
import { prepareReading, startUpload, storeUpload } from "./storeUpload.ts";

/** Limits the uploads of an account, because a file can be as large as 500 MB. */
export const importUploadLimit = byAccount({
  name: "import-upload-account",
  attempts: 60,
  windowSeconds: 60 * 60,
});

/**
 * Stores a file while it arrives and adds the job that reads its records.
 * @throws HttpError 400 for an unknown source, and for a file that cannot be read or has a format
 * that the source does not accept; 409 if another import is not finished or another upload has
 * replaced this one
 */
export async function uploadImport(
  context: Handled<typeof importsApi.create, TenantUserContext>,
): Promise<ImportRun> {
  const { text, filename: name, content } = context.body;
  const { success, data: source } = ImportSource.safeParse(text);
  if (!success) throw invalid({ source: ["Unknown source"] });
  const { importMegabytes: megabytes } = context.config;
  return storeUpload(context.db, { source, name, content, megabytes }, (uploaded) =>
    startReading(context, uploaded),
  );
}

/**
 * Starts an import that reads a company's feedback from Canny. The API key is deleted when all
 * records have been read or the reading has failed.
 * @throws HttpError 409 if another import is not finished
 */
export async function fetchImportFromCanny(
  context: Handled<typeof importsApi.fetchCanny, TenantUserContext>,
): Promise<ImportRun> {
  const { db, body } = context;
  const { companyId } = db;
  const from = { source: "canny", fileName: "Canny" } as const;
  const { importMegabytes: megabytes } = context.config;
  const { importId } = await startUpload(db, { ...from, megabytes });
  await db.all(storeApiKey, { companyId, importId, apiKey: body.apiKey });
  const layout: StoredLayout = { format: "api", delimiter: "", columns: [], samples: [] };
  return startReading(context, { importId, ...from, bytes: 0, layout });
}

/** Adds the job that reads the records. */
async function startReading(context: TenantUserContext, uploaded: Uploaded): Promise<ImportRun> {
  const { tenantId: companyId } = context;
  const { source, fileName, bytes, importId } = uploaded;
  const { system } = context.database.inTurnsOf(companyId);
  return system.transaction(async (db) => {
    const { run, targets } = await prepareReading(db, companyId, uploaded);
    await recordAudit(db, context, companyId, {
      action: "import.upload",
      subject: fileName,
      details: { source, bytes },
    });
    const payload = JSON.stringify({ companyId, importId });
    await db.all(enqueueJob, { task: IMPORT_TASK, payload });
    return presentRun(run, targets, []);
  });
}
