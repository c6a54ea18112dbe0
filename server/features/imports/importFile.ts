import type { TenantDb } from "#server/platform/db/database.ts";
import { findPart, insertPart } from "./importParts.queries.ts";

/** The size of all parts of a stored file but the last, in bytes. */
const PART_BYTES = 256 * 1024;

/** Stores a text in parts, in UTF-8, and returns its size in bytes. */
export async function storeFile(
  db: TenantDb,
  importId: number,
  text: AsyncIterable<string>,
): Promise<number> {
  const { companyId } = db;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let part = 0;
  let total = 0;
  const store = async (content: Buffer) => {
    await db.all(insertPart, { companyId, importId, nextPart: part, content });
    part += 1;
  };
  for await (const piece of text) {
    const bytes = Buffer.from(piece);
    waiting.push(bytes);
    waitingBytes += bytes.length;
    total += bytes.length;
    if (waitingBytes < PART_BYTES) continue;
    let rest = Buffer.concat(waiting);
    while (rest.length >= PART_BYTES) {
      await store(rest.subarray(0, PART_BYTES));
      rest = rest.subarray(PART_BYTES);
    }
    waiting = [rest];
    waitingBytes = rest.length;
  }
  if (waitingBytes > 0) await store(Buffer.concat(waiting));
  return total;
}

/** A stored file in UTF-8. */
export interface StoredFile {
  /** Reads the bytes from an offset to the end. */
  read(offset: number): AsyncIterable<Buffer>;
}

/** Opens the file of an import. */
export function openStoredFile(db: TenantDb, importId: number): StoredFile {
  return {
    async *read(offset) {
      const { companyId } = db;
      const first = Math.floor(offset / PART_BYTES);
      for (let part = first; ; part += 1) {
        const found = await db.first(findPart, { companyId, importId, part });
        if (!found) return;
        yield part === first ? found.content.subarray(offset % PART_BYTES) : found.content;
      }
    },
  };
}
