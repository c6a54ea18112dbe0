import { promisify } from "node:util";
import { constants, deflateRaw, inflateRaw } from "node:zlib";
import type { Db, TenantDb } from "#server/platform/db/database.ts";
import type { ImportRoom } from "./importRoom.ts";
import { markAlive } from "./importRuns.queries.ts";
import type { StoredFile } from "./sources/source.ts";
import type { Section } from "./storedParts.queries.ts";
import { findPart, insertPart } from "./storedParts.queries.ts";

/** The size in bytes of each part of a section, except the last part, which can be smaller. */
const PART_BYTES = 256 * 1024;

/** The fastest level, because uploads and requests share the threads of the library. */
const deflate = (content: Buffer) =>
  promisify<Buffer, object, Buffer>(deflateRaw)(content, { level: constants.Z_BEST_SPEED });
const inflate = promisify<Buffer, Buffer>(inflateRaw);

interface OfPart {
  importId: number;
  section: Section;
  part: number;
}

/**
 * Returns a function that stores a part. The part is deflated before the function is returned, so
 * that a transaction does not wait for it.
 * @throws ImportQuotaExceeded
 */
export async function deflatedPart(
  { part, ...of }: OfPart,
  content: Buffer,
  room: ImportRoom,
): Promise<(db: TenantDb) => Promise<unknown>> {
  const deflated = await deflate(content);
  room.take(deflated.length);
  return (db) => db.all(insertPart, { companyId: db.companyId, ...of, nextPart: part, deflated });
}

/** Returns the content of a part, or undefined if there is no such part. */
export async function readPart(
  db: Db,
  { companyId, ...of }: OfPart & { companyId: number },
): Promise<Buffer | undefined> {
  const found = await db.first(findPart, { companyId, ...of });
  return found?.deflated ? inflate(found.deflated) : (found?.content ?? undefined);
}

/** Divides the bytes of one section into parts of the same size and stores them. */
export class PartWriter {
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #part = 0;
  readonly #store: (part: number, content: Buffer) => Promise<unknown>;
  /** The number of bytes that have been added. */
  bytes = 0;

  constructor(store: (part: number, content: Buffer) => Promise<unknown>) {
    this.#store = store;
  }

  async add(bytes: Buffer): Promise<void> {
    this.bytes += bytes.length;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes < PART_BYTES) return;
    let rest = Buffer.concat(this.#waiting);
    while (rest.length >= PART_BYTES) {
      await this.#store(this.#part, rest.subarray(0, PART_BYTES));
      this.#part += 1;
      rest = rest.subarray(PART_BYTES);
    }
    this.#waiting = [rest];
    this.#waitingBytes = rest.length;
  }

  /** Stores the remaining bytes as the last part. */
  async end(): Promise<void> {
    if (this.#waitingBytes > 0) await this.#store(this.#part, Buffer.concat(this.#waiting));
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}

/**
 * Stores an uploaded file and returns its size in bytes.
 * @throws ImportQuotaExceeded
 */
export async function storeFile(
  db: TenantDb,
  importId: number,
  { content, room }: { content: AsyncIterable<Uint8Array>; room: ImportRoom },
): Promise<number> {
  const { companyId } = db;
  const writer = new PartWriter(async (part, bytes) => {
    const store = await deflatedPart({ importId, section: "file", part }, bytes, room);
    await store(db);
    await db.all(markAlive, { companyId, importId });
  });
  for await (const piece of content) await writer.add(Buffer.from(piece));
  await writer.end();
  return writer.bytes;
}

/** Reads a section of an import from an offset in bytes. */
export async function* readSection(
  db: TenantDb,
  { importId, section }: { importId: number; section: Section },
  offset: number,
): AsyncGenerator<Buffer> {
  const { companyId } = db;
  const first = Math.floor(offset / PART_BYTES);
  for (let part = first; ; part += 1) {
    const content = await readPart(db, { companyId, importId, section, part });
    if (!content) return;
    yield part === first ? content.subarray(offset % PART_BYTES) : content;
  }
}

/** Opens the uploaded file of an import. */
export function openStoredFile(db: TenantDb, importId: number, size: number): StoredFile {
  return { size, read: (offset) => readSection(db, { importId, section: "file" }, offset) };
}
