import type { ImportKind } from "#contract/importRun.ts";
import { IMPORT_KINDS } from "#contract/importRun.ts";
import { IMPORT_MAX_RECORDS } from "#contract/importFormats.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { ImportRoom } from "./importRoom.ts";
import { lockRun } from "./importRuns.queries.ts";
import type { SourceRecord } from "./sources/importRecord.ts";
import type { CompanyRecord, OfferedCompany } from "./sources/offeredCompany.ts";
import { DateOrders } from "./sources/readDate.ts";
import { UnreadableFile } from "./sources/source.ts";
import { readCannyPages, readerOf } from "./sources/sources.ts";
import { storedPages } from "./fetchCanny.ts";
import { deflatedPart, openStoredFile, PartWriter } from "./storedFile.ts";
import type { Section } from "./storedParts.queries.ts";
import { ALL_SECTIONS, deleteSections, SOURCE_SECTIONS } from "./storedParts.queries.ts";
import type { StoredLayout, StoredRun } from "./storedRun.ts";
import { NO_PROGRESS } from "./storedRun.ts";
import { updateLockedRun } from "./updateLockedRun.ts";

/** Thrown if another job has started to read the same file, or if the import was deleted. */
class Superseded extends Error {}

/** Thrown if reading a file has taken longer than a job may take. */
class TakesLong extends Error {}

export const TOO_MUCH_MEMORY =
  "Reading this file needs too much memory. Divide it into several files and import them one after another";

/**
 * The maximum number of bytes that are stored for each byte of an upload, and the number of bytes
 * that are stored of any upload. Real files need up to 30 bytes, for example votes in a ZIP file.
 */
const STORED_PER_BYTE = 64;
const STORED_FREE = 16 * 1024 * 1024;

/**
 * Reads all records of an uploaded file or of fetched pages, and stores them by kind. If the
 * process is killed, a later job starts again at the beginning. The progress is the number of bytes
 * stored. The size of all records is not known in advance, so the total is an estimate. A reading
 * that takes longer than `readMs` is given up, and begins again in its turn among long readings.
 */
export async function readImportedFile(
  db: TenantDb,
  importId: number,
  { megabytes, readMs }: { megabytes: number; readMs: number },
): Promise<void> {
  const run = await beginReading(db, importId);
  if (!run) return;
  try {
    const room = await ImportRoom.find(db, db.companyId, megabytes);
    const end = run.progress.isLong ? Infinity : performance.now() + readMs;
    const found = await storeRecords(db, run, { records: recordsOf(db, run), room, end });
    const layout = { ...run.layout, ...found };
    const next = run.progress.isCheckNext ? beginCheck(layout) : { state: "uploaded" as const };
    await finishReading(db, run, { ...next, layout });
  } catch (error) {
    if (error instanceof Superseded) return;
    if (error instanceof TakesLong) {
      await finishReading(db, run, {
        state: "reading",
        progress: { ...run.progress, isLong: true },
      });
      return;
    }
    if (!(error instanceof UnreadableFile)) throw error;
    await finishReading(db, run, { state: "failed", problem: error.message });
  }
}

/**
 * Fails an import whose file cannot be read or checked.
 * @returns false if the import is in another state, so that nothing was changed
 */
export function failImport(
  db: TenantDb,
  importId: number,
  { states, problem }: { states: readonly StoredRun["state"][]; problem: string },
): Promise<boolean> {
  const { companyId } = db;
  return db.transaction(async (transaction) => {
    const run = await transaction.first(lockRun, { companyId, importId });
    if (!run || !states.includes(run.state)) return false;
    await endReading(transaction, run, { state: "failed", problem });
    return true;
  });
}

function recordsOf(db: TenantDb, run: StoredRun): AsyncIterable<SourceRecord | CompanyRecord> {
  if (run.layout.format === "api") return readCannyPages((list) => storedPages(db, run.id, list));
  return readerOf(run)(openStoredFile(db, run.id, run.bytes), run.layout);
}

/**
 * Starts an attempt to read the records. The attempt's number is stored in the `position` of the
 * progress, so that an attempt notices when a newer attempt has replaced it.
 */
function beginReading(db: TenantDb, importId: number): Promise<StoredRun | undefined> {
  const { companyId } = db;
  return db.transaction(async (transaction) => {
    const run = await transaction.first(lockRun, { companyId, importId });
    if (run?.state !== "reading") return undefined;
    await transaction.all(deleteSections, {
      companyId,
      importId,
      sections: ["logo", ...IMPORT_KINDS],
    });
    const { position } = run.progress;
    const progress = { ...run.progress, done: 0, total: run.bytes, position: position + 1 };
    return updateLockedRun(transaction, companyId, run, { progress });
  });
}

interface Reading {
  records: AsyncIterable<SourceRecord | CompanyRecord>;
  room: ImportRoom;
  /** The time by `performance.now()` at which the reading is given up. */
  end: number;
}

async function storeRecords(
  db: TenantDb,
  run: StoredRun,
  { records, room, end }: Reading,
): Promise<Pick<StoredLayout, "bytes" | "company" | "dateOrders">> {
  const writers = new Map<ImportKind, PartWriter>();
  let stored = 0;
  const store = async (section: Section, part: number, content: Buffer) =>
    storePart(db, run, {
      store: await deflatedPart({ importId: run.id, section, part }, content, room),
      done: stored,
    });
  const writerOf = (kind: ImportKind): PartWriter => {
    const writer = new PartWriter(async (part, content) => {
      stored += content.length;
      if (run.bytes > 0 && stored > STORED_FREE + run.bytes * STORED_PER_BYTE)
        throw new UnreadableFile("The file contains far more data than its size says");
      await store(kind, part, content);
    });
    writers.set(kind, writer);
    return writer;
  };
  const dateOrders = new DateOrders(run.layout.columns.length);
  let company: OfferedCompany | undefined;
  let count = 0;
  for await (const record of records) {
    if (record.kind === "company") {
      ({ company } = record);
      for (const [part, logo] of [record.logo, record.darkLogo].entries())
        if (logo) await store("logo", part, logo.content);
      continue;
    }
    count += 1;
    if (count > IMPORT_MAX_RECORDS)
      throw new UnreadableFile(`The file has more than ${String(IMPORT_MAX_RECORDS)} records`);
    if (performance.now() > end) throw new TakesLong();
    if (record.kind === "row") dateOrders.add(record.cells);
    const kind = sectionOf(record);
    const writer = writers.get(kind) ?? writerOf(kind);
    await writer.add(Buffer.from(`${JSON.stringify(record)}\n`));
  }
  for (const writer of writers.values()) await writer.end();
  const bytes = Object.fromEntries([...writers].map(([kind, writer]) => [kind, writer.bytes]));
  return { bytes, dateOrders: dateOrders.found(), ...(company && { company }) };
}

function sectionOf(record: SourceRecord): ImportKind {
  if (record.kind === "row") return "item";
  return record.kind === "unreadable" ? record.of : record.kind;
}

function storePart(db: TenantDb, run: StoredRun, { store, done }: Part): Promise<void> {
  const { companyId } = db;
  return db.transaction(async (transaction) => {
    const locked = await requireAttempt(transaction, run);
    await store(transaction);
    // A file's progress is at most `bytes`. With another product's API, the size of the data is
    // unknown and `bytes` is 0, so the progress is not limited.
    const progress = {
      ...locked.progress,
      done: run.bytes === 0 ? done : Math.min(done, run.bytes),
    };
    await updateLockedRun(transaction, companyId, locked, { progress });
  });
}

interface Part {
  store: (db: TenantDb) => Promise<unknown>;
  /** The number of bytes of all parts that have been stored so far. */
  done: number;
}

function finishReading(db: TenantDb, run: StoredRun, changes: ReadingResult): Promise<void> {
  return db.transaction(async (transaction) =>
    endReading(transaction, await requireAttempt(transaction, run), changes),
  );
}

/**
 * Ends the reading of a locked run. Deletes the file, unless an admin can choose another encoding.
 * If the reading failed, deletes the records as well. If the file was read again, the import then
 * waits for another choice of the admin.
 */
async function endReading(
  transaction: TenantDb,
  locked: StoredRun,
  changes: ReadingResult,
): Promise<void> {
  const { companyId } = transaction;
  const importId = locked.id;
  const isFailed = changes.state === "failed";
  if (isFailed && locked.progress.isCheckNext) {
    await transaction.all(deleteSections, { companyId, importId, sections: IMPORT_KINDS });
    const waiting = { ...changes, state: "uploaded", progress: NO_PROGRESS } as const;
    await updateLockedRun(transaction, companyId, locked, waiting);
    return;
  }
  if (isFailed || (changes.state !== "reading" && locked.layout.format !== "csv")) {
    const sections = isFailed ? ALL_SECTIONS : SOURCE_SECTIONS;
    await transaction.all(deleteSections, { companyId, importId, sections });
  }
  await updateLockedRun(transaction, companyId, locked, { progress: NO_PROGRESS, ...changes });
}

type ReadingResult = Pick<StoredRun, "state"> &
  Partial<Pick<StoredRun, "layout" | "problem" | "progress">>;

/** Returns the changes with which the dry run of an import begins. */
export function beginCheck({ bytes = {} }: StoredLayout): Pick<StoredRun, "state" | "progress"> {
  const total = Object.values(bytes).reduce((sum, size) => sum + size, 0);
  return { state: "checking", progress: { ...NO_PROGRESS, total } };
}

/**
 * Locks the run.
 * @throws Superseded if another attempt has replaced this one, or if the import was deleted
 */
async function requireAttempt(db: TenantDb, run: StoredRun): Promise<StoredRun> {
  const { companyId } = db;
  const locked = await db.first(lockRun, { companyId, importId: run.id });
  if (locked?.state !== "reading" || locked.progress.position !== run.progress.position)
    throw new Superseded();
  return locked;
}
