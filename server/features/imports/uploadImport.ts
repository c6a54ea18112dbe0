import type { BodyOf } from "#contract/endpoint.ts";
import type { importsApi } from "#contract/imports.ts";
import type { ImportRun } from "#contract/imports.ts";
import { IMPORT_CONFLICTS, ImportSource } from "#contract/imports.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import { conflict, invalid } from "#server/platform/http/httpError.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import { decodeText } from "./sources/decodeText.ts";
import { readCsvLayout } from "./sources/readCsv.ts";
import { UnreadableFile } from "./sources/source.ts";
import { SOURCES } from "./sources/sources.ts";
import { openStoredFile, storeFile } from "./storedFile.ts";
import {
  deleteDeadUpload,
  deleteRun,
  findLastMapping,
  insertRun,
  lockRun,
  storeApiKey,
} from "./importRuns.queries.ts";
import { listTargets } from "./importTargets.queries.ts";
import { presentRun } from "./presentRun.ts";
import { proposeMapping } from "./proposeMapping.ts";
import { IMPORT_TASK } from "./runImport.ts";
import type { StoredLayout } from "./storedRun.ts";
import { NO_PROGRESS } from "./storedRun.ts";
import { updateLockedRun } from "./updateLockedRun.ts";

/** A file may have 500 MB. */
export const uploadLimit = byAccount({
  name: "import-upload-account",
  attempts: 60,
  windowSeconds: 60 * 60,
});

type UploadContext = TenantUserContext & { body: BodyOf<typeof importsApi.create> };

/**
 * Stores a file while it arrives, finds the columns of a CSV file, and starts to read its records. A
 * file that cannot be stored leaves nothing behind.
 * @throws HttpError 400 for a file in a format that the source does not have, 409 if another import
 * is not finished
 */
export async function uploadImport(context: UploadContext): Promise<ImportRun> {
  const { db, body } = context;
  const { companyId } = db;
  const parsed = ImportSource.safeParse(body.text);
  if (!parsed.success) throw invalid({ source: ["Unknown source"] });
  const source = parsed.data;
  await db.all(deleteDeadUpload, { companyId });
  const fileName = fileNameOf(body.filename);
  const importId = await startUpload(db, { source, fileName });
  try {
    const { content, format } = await formatOf(source, body.content);
    const bytes = await storeFile(db, importId, content);
    const file = openStoredFile(db, importId, bytes);
    const layout: StoredLayout =
      format === "csv"
        ? await readCsvLayout(file)
        : { format, delimiter: "", columns: [], samples: [] };
    return await startReading(context, { importId, source, fileName, bytes, layout });
  } catch (error) {
    await db.all(deleteRun, { companyId, importId });
    throw error instanceof UnreadableFile ? invalid({ file: [error.message] }) : error;
  }
}

/**
 * Starts an import that reads a company's feedback from Canny. The key is deleted as soon as
 * everything has been read.
 * @throws HttpError 409 if another import is not finished
 */
export async function fetchImportFromCanny(
  context: TenantUserContext & { body: BodyOf<typeof importsApi.fetchCanny> },
): Promise<ImportRun> {
  const { db, body } = context;
  const { companyId } = db;
  await db.all(deleteDeadUpload, { companyId });
  const from = { source: "canny", fileName: "Canny" } as const;
  const importId = await startUpload(db, from);
  await db.all(storeApiKey, { companyId, importId, apiKey: body.apiKey });
  const layout: StoredLayout = { format: "api", delimiter: "", columns: [], samples: [] };
  return startReading(context, { importId, ...from, bytes: 0, layout });
}

/** The bytes with which all ZIP files begin. */
const ZIP_MARK = "PK\u0003\u0004";

/**
 * Finds out whether a file is a ZIP or a text, and decodes a text.
 * @throws HttpError 400 if the source has no files of this format
 */
async function formatOf(
  source: ImportSource,
  content: AsyncIterable<Uint8Array>,
): Promise<{ format: StoredLayout["format"]; content: AsyncIterable<string | Uint8Array> }> {
  const chunks = content[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < ZIP_MARK.length) {
    const next = await chunks.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield start;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const { csv, zip } = SOURCES[source];
  if (start.toString("latin1", 0, ZIP_MARK.length) === ZIP_MARK) {
    if (!zip) throw invalid({ file: ["This source has no ZIP files. Choose a CSV file"] });
    return { format: "zip", content: whole() };
  }
  if (!csv) throw invalid({ file: ["This file is not a ZIP file"] });
  return { format: "csv", content: decodeText(whole()) };
}

interface Uploaded {
  importId: number;
  source: ImportSource;
  fileName: string;
  bytes: number;
  layout: StoredLayout;
}

/** Stores what was uploaded, and adds the job that reads it. */
async function startReading(
  context: TenantUserContext,
  { importId, source, fileName, bytes, layout }: Uploaded,
): Promise<ImportRun> {
  const { companyId } = context.db;
  const { system } = context.database.inTurnsOf(companyId);
  return system.transaction(async (db) => {
    const locked = await db.first(lockRun, { companyId, importId });
    if (!locked) throw new Error("The import was deleted during its upload");
    const last = await db.first(findLastMapping, { companyId, source });
    const targets = await db.all(listTargets, { companyId });
    const mapping = proposeMapping({ layout, last, targets });
    await recordAudit(db, context, companyId, {
      action: "import.upload",
      subject: fileName,
      details: { source, bytes },
    });
    const progress = { ...NO_PROGRESS, total: bytes };
    const changes = { state: "reading", bytes, layout, mapping, progress } as const;
    const run = await updateLockedRun(db, companyId, locked, changes);
    await db.all(enqueueJob, {
      task: IMPORT_TASK,
      payload: JSON.stringify({ companyId, importId }),
    });
    return presentRun(run, targets, []);
  });
}

async function startUpload(
  db: TenantDb,
  { source, fileName }: { source: ImportSource; fileName: string },
): Promise<number> {
  const progress = JSON.stringify(NO_PROGRESS);
  try {
    const { companyId } = db;
    const run = await db.first(insertRun, { companyId, source, fileName, progress });
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
