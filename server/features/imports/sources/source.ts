import type { StoredLayout } from "#server/features/imports/storedRun.ts";
import type { SourceRecord } from "./importRecord.ts";
import type { CompanyRecord } from "./offeredCompany.ts";

/** An uploaded file. Text arrives in other encodings, but is stored in UTF-8. */
export interface StoredFile {
  /** The size in bytes. */
  size: number;
  /** Reads the bytes from an offset to the end, in pieces of up to 256 KiB. */
  read(offset: number): AsyncIterable<Buffer>;
}

/**
 * Reads all records of a file, in any order, in bounded memory.
 * @throws UnreadableFile
 */
export type ReadSource = (
  file: StoredFile,
  layout: StoredLayout,
) => AsyncIterable<SourceRecord | CompanyRecord>;

/** A file that cannot be read any further. The message is for the admin. */
export class UnreadableFile extends Error {}
