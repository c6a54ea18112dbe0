import { isDeepStrictEqual } from "node:util";
import type { ImportKind } from "#contract/importRun.ts";
import { IMPORT_KINDS } from "#contract/importRun.ts";
import { IMPORT_MAX_RECORDS } from "#contract/importFormats.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { ImportRoom } from "./importRoom.ts";
import { lockRun } from "./importRuns.queries.ts";
import type { AwaitTurn, OpenReading } from "./openReading.ts";
import { inTurns } from "./openReading.ts";
import type { SourceRecord } from "./sources/importRecord.ts";
import type { CompanyRecord, OfferedCompany } from "./sources/offeredCompany.ts";
import { DateOrders } from "./sources/readDate.ts";
import { UnreadableFile } from "./sources/source.ts";
import { readCannyPages, readerOf } from "./sources/sources.ts";
import { storedPages } from "./fetchCanny.ts";
import { deflatedPart, openStoredFile, PartWriter } from "./storedFile.ts";
import type { Section } from "./storedParts.queries.ts";
import {
  ALL_SECTIONS,
  countParts,
  deleteSections,
  IMAGE_SECTIONS,
  SOURCE_SECTIONS,
} from "./storedParts.queries.ts";
import type { StoredLayout, StoredRun } from "./storedRun.ts";
import { NO_PROGRESS } from "./storedRun.ts";
import { updateLockedRun } from "./updateLockedRun.ts";

/** Thrown if another process has read the file meanwhile, or if the import was deleted. */
class Superseded extends Error {}

export const TOO_MUCH_MEMORY =
  "Reading this file needs too much memory. Divide it into several files and import them one after another";

/**
 * The maximum number of bytes that are stored for each byte of an upload, and the number of bytes
 * that are stored of any upload. Real files need up to 30 bytes, for example votes in a ZIP file.
 */
const STORED_PER_BYTE = 64;
const STORED_FREE = 16 * 1024 * 1024;

/**
 * How often a reading is opened until it waits for its turn among the long readings, in which it
 * reads to the end at once. It is opened again if its process was killed, if another process got the
 * next slice, or if its thread was needed for another import.
 */
const MAX_OPENINGS = 5;

interface ReadOptions {
  megabytes: number;
  /** The time in milliseconds after which the reading pauses. */
  sliceMs: number;
  /** Where the reading stays between its slices. */
  reading: OpenReading;
}

/**
 * Reads the records of an uploaded file or of fetched pages for a slice of time, and stores them by
 * kind. The next slice goes on where this one has paused. If the paused reading was lost, the file is
 * read again from its beginning, and only the parts that are not stored yet are stored. The progress
 * is the number of bytes stored. The size of all records is not known in advance, so the total is an
 * estimate.
 * @returns whether the reading has paused, so that the next slice must have the same `reading`
 */
export async function readImportedFile(
  db: TenantDb,
  { id: importId, layout, progress }: StoredRun,
  { megabytes, sliceMs, reading }: ReadOptions,
): Promise<boolean> {
  const name = JSON.stringify([db.companyId, importId, layout]);
  const time = progress.isLong ? Infinity : sliceMs;
  return !(await reading.goOn(name, time, (awaitTurn) =>
    readRecords(db, importId, { megabytes, awaitTurn }),
  ));
}

async function readRecords(
  db: TenantDb,
  importId: number,
  { megabytes, awaitTurn }: { megabytes: number; awaitTurn: AwaitTurn },
): Promise<void> {
  const run = await beginReading(db, importId);
  if (!run) return;
  try {
    const { companyId } = db;
    const room = await ImportRoom.find(db, companyId, megabytes);
    const parts = await db.all(countParts, { companyId, importId });
    const counts = new Map(parts.map(({ section, count }) => [section, count]));
    const records = recordsOf(db, run, awaitTurn);
    const found = await storeRecords(db, run, { records, room, counts, awaitTurn });
    const layout = { ...run.layout, ...found };
    const next = run.progress.isCheckNext ? beginCheck(layout) : { state: "uploaded" as const };
    await finishReading(db, run, { ...next, layout });
  } catch (error) {
    if (error instanceof Superseded) return;
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

function recordsOf(
  db: TenantDb,
  run: StoredRun,
  awaitTurn: AwaitTurn,
): AsyncIterable<SourceRecord | CompanyRecord> {
  if (run.layout.format === "api")
    return readCannyPages((list) => inTurns(storedPages(db, run.id, list), awaitTurn));
  const { size, read } = openStoredFile(db, run.id, run.bytes);
  const file = { size, read: (offset: number) => inTurns(read(offset), awaitTurn) };
  return readerOf(run)(file, run.layout);
}

/**
 * Opens a reading. The first opening deletes the records of an earlier reading. The number of
 * openings is stored in the `position` of the progress.
 */
function beginReading(db: TenantDb, importId: number): Promise<StoredRun | undefined> {
  const { companyId } = db;
  return db.transaction(async (transaction) => {
    const run = await transaction.first(lockRun, { companyId, importId });
    if (run?.state !== "reading") return undefined;
    const { position, done } = run.progress;
    if (position === 0)
      await transaction.all(deleteSections, {
        companyId,
        importId,
        sections: [...IMAGE_SECTIONS, ...IMPORT_KINDS],
      });
    const progress = {
      ...run.progress,
      done: position === 0 ? 0 : done,
      total: run.bytes,
      position: position + 1,
      isLong: position >= MAX_OPENINGS,
    };
    return updateLockedRun(transaction, companyId, run, { progress });
  });
}

interface Reading {
  records: AsyncIterable<SourceRecord | CompanyRecord>;
  room: ImportRoom;
  /** The number of parts that are already stored of each section. */
  counts: ReadonlyMap<Section, number>;
  awaitTurn: AwaitTurn;
}

async function storeRecords(
  db: TenantDb,
  run: StoredRun,
  { records, room, counts, awaitTurn }: Reading,
): Promise<Pick<StoredLayout, "bytes" | "company" | "dateOrders">> {
  const writers = new Map<ImportKind, PartWriter>();
  let storedBytes = 0;
  const store: StoreContent = async (section, part, content) => {
    if (part < (counts.get(section) ?? 0)) return;
    const deflated = await deflatedPart({ importId: run.id, section, part }, content, room);
    await storePart(db, run, { store: deflated, done: storedBytes });
  };
  const writerOf = (kind: ImportKind): PartWriter => {
    const writer = new PartWriter(async (part, content) => {
      storedBytes += content.length;
      if (run.bytes > 0 && storedBytes > STORED_FREE + run.bytes * STORED_PER_BYTE)
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
    await awaitTurn();
    if (record.kind === "row") dateOrders.add(record.cells);
    const kind = sectionOf(record);
    const writer = writers.get(kind) ?? writerOf(kind);
    const stored = record.kind === "picture" ? await withoutContent(record, store) : record;
    await writer.add(Buffer.from(`${JSON.stringify(stored)}\n`));
  }
  for (const writer of writers.values()) await writer.end();
  const bytes = Object.fromEntries([...writers].map(([kind, writer]) => [kind, writer.bytes]));
  return { bytes, dateOrders: dateOrders.found(), ...(company && { company }) };
}

type StoreContent = (section: Section, part: number, content: Buffer) => Promise<void>;

/** Stores the file of a picture apart from its record, which a dry run reads. */
async function withoutContent(
  { picture, ...record }: Extract<SourceRecord, { kind: "picture" }>,
  store: StoreContent,
): Promise<SourceRecord> {
  if (picture) await store("picture_file", record.part, picture);
  return record;
}

function sectionOf(record: SourceRecord): ImportKind {
  if (record.kind === "row") return "item";
  return record.kind === "unreadable" ? record.of : record.kind;
}

function storePart(db: TenantDb, run: StoredRun, { store, done }: Part): Promise<void> {
  const { companyId } = db;
  return db.transaction(async (transaction) => {
    const locked = await requireReading(transaction, run);
    await store(transaction);
    // A file's progress is at most `bytes`. With another product's API, the size of the data is
    // unknown and `bytes` is 0, so the progress is not limited.
    const reached = run.bytes === 0 ? done : Math.min(done, run.bytes);
    const progress = { ...locked.progress, done: Math.max(locked.progress.done, reached) };
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
    endReading(transaction, await requireReading(transaction, run), changes),
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
  if (isFailed || locked.layout.format !== "csv") {
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
 * @throws Superseded if another process has ended the reading, or if the import was deleted
 */
async function requireReading(db: TenantDb, { id, layout }: StoredRun): Promise<StoredRun> {
  const { companyId } = db;
  const locked = await db.first(lockRun, { companyId, importId: id });
  if (locked?.state !== "reading" || !isDeepStrictEqual(locked.layout, layout))
    throw new Superseded();
  return locked;
}
