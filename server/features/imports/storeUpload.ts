import type { ImportSource } from "#contract/importFormats.ts";
import { IMPORT_CONFLICTS } from "#contract/imports.ts";
import type { Db, TenantDb } from "#server/platform/db/database.ts";
import { isForeignKeyViolation, isUniqueViolation } from "#server/platform/db/errors.ts";
import { conflict, invalid } from "#server/platform/http/httpError.ts";
import { ImportQuotaExceeded, ImportRoom } from "./importRoom.ts";
import {
  deleteDeadUpload,
  deleteRun,
  findLastMapping,
  insertRun,
  listTargets,
  lockRun,
} from "./importRuns.queries.ts";
import type { NamedTarget } from "./nameMatcher.ts";
import { proposeMapping } from "./proposeMapping.ts";
import type { ImportEncoding } from "#contract/importFormats.ts";
import { EncodingFinder } from "./sources/decodeText.ts";
import { readCsvLayout } from "./sources/readCsv.ts";
import { UnreadableFile } from "./sources/source.ts";
import { SOURCES } from "./sources/sources.ts";
import { openStoredFile, storeFile } from "./storedFile.ts";
import type { StoredLayout, StoredRun } from "./storedRun.ts";
import { NO_PROGRESS } from "./storedRun.ts";
import { updateLockedRun } from "./updateLockedRun.ts";

/** A file that is being uploaded. */
export interface ArrivingFile {
  source: ImportSource;
  name: string;
  content: AsyncIterable<Uint8Array>;
  /** The maximum number of megabytes that the imports of the company take up. */
  megabytes: number;
}

/** A file that has been stored, or an import that reads from another product. */
export interface Uploaded {
  importId: number;
  source: ImportSource;
  fileName: string;
  bytes: number;
  layout: StoredLayout;
}

/**
 * Stores a file while it arrives, finds the columns of a CSV file, and calls `begin`. If one of
 * these steps fails, the import is deleted.
 * @throws HttpError 400 for a file that cannot be read or has a format that the source does not
 * accept, 409 if another import is not finished, another upload has replaced this one, or the
 * imports of the company would take up more than their quota
 */
export async function storeUpload<T>(
  db: TenantDb,
  { source, name, content: arriving, megabytes }: ArrivingFile,
  begin: (uploaded: Uploaded) => Promise<T>,
): Promise<T> {
  const { companyId } = db;
  const fileName = fileNameOf(name);
  const { importId, room } = await startUpload(db, { source, fileName, megabytes });
  try {
    const { content, findEncoding } = await formatOf(source, arriving);
    const bytes = await storeFile(db, importId, { content, room });
    const encoding = await findEncoding?.();
    const layout: StoredLayout = encoding
      ? await readCsvLayout(openStoredFile(db, importId, bytes), { encoding })
      : { format: "zip", delimiter: "", columns: [], samples: [] };
    return await begin({ importId, source, fileName, bytes, layout });
  } catch (error) {
    await db.all(deleteRun, { companyId, importId });
    if (isForeignKeyViolation(error, "import_part_company_id_import_id_fkey"))
      throw conflict(IMPORT_CONFLICTS.replaced);
    if (error instanceof ImportQuotaExceeded) throw conflict(error.message);
    throw error instanceof UnreadableFile ? invalid({ file: [error.message] }) : error;
  }
}

/** Updates an import so that a job can read its records. */
export async function prepareReading(
  db: Db,
  companyId: number,
  { importId, source, bytes, layout }: Uploaded,
): Promise<{ run: StoredRun; targets: NamedTarget[] }> {
  const locked = await db.first(lockRun, { companyId, importId });
  if (!locked) throw new Error("The import was deleted during its upload");
  const last = await db.first(findLastMapping, { companyId, source });
  const targets = await db.all(listTargets, { companyId });
  const mapping = proposeMapping({ layout, last, targets });
  const progress = { ...NO_PROGRESS, total: bytes };
  const changes = { state: "reading", bytes, layout, mapping, progress } as const;
  return { run: await updateLockedRun(db, companyId, locked, changes), targets };
}

/** The first bytes of a ZIP file. */
const ZIP_MARK = "PK\u0003\u0004";

/**
 * Finds out whether a file is a ZIP or a text. Returns a function that finds the encoding of a text
 * after the content has been read; undefined for a ZIP.
 * @throws HttpError 400 if the source does not accept files of this format
 */
async function formatOf(
  source: ImportSource,
  content: AsyncIterable<Uint8Array>,
): Promise<{ findEncoding?: () => Promise<ImportEncoding>; content: AsyncIterable<Uint8Array> }> {
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
    return { content: whole() };
  }
  if (!csv) throw invalid({ file: ["This file is not a ZIP file"] });
  const finder = new EncodingFinder();
  async function* observed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of whole()) {
      finder.add(chunk);
      yield chunk;
    }
  }
  return { content: observed(), findEncoding: () => finder.find() };
}

/**
 * Creates an import that has no records yet, and finds out how much it may store.
 * @throws HttpError 409 if another import is not finished, or if the imports of the company take up
 * their quota
 */
export async function startUpload(
  db: TenantDb,
  { source, fileName, megabytes }: { source: ImportSource; fileName: string; megabytes: number },
): Promise<{ importId: number; room: ImportRoom }> {
  const progress = JSON.stringify(NO_PROGRESS);
  const { companyId } = db;
  await db.all(deleteDeadUpload, { companyId });
  try {
    const room = await ImportRoom.find(db, companyId, megabytes);
    room.take(0);
    const run = await db.first(insertRun, { companyId, source, fileName, progress });
    if (!run) throw new Error("The import was not stored");
    return { importId: run.id, room };
  } catch (error) {
    if (error instanceof ImportQuotaExceeded) throw conflict(error.message);
    if (isUniqueViolation(error, "import_run_unfinished"))
      throw conflict(IMPORT_CONFLICTS.unfinished);
    throw error;
  }
}

/** Returns the name in a form that PostgreSQL can store, with at most 200 characters. */
function fileNameOf(name: string): string {
  const storable = name.toWellFormed().replaceAll("\0", "").trim();
  return storable.slice(0, 200).toWellFormed() || "file";
}
