import type { StoredLayout } from "#server/features/imports/storedRun.ts";
import type { SourceRecord } from "./importRecord.ts";
import type { CompanyRecord } from "./offeredCompany.ts";

/** An uploaded file. */
export interface StoredFile {
  /** The size in bytes. */
  size: number;
  /** Reads the bytes from an offset to the end, in pieces of up to 256 KiB. */
  read(offset: number): AsyncIterable<Buffer>;
}

/**
 * Reads all records of a file, in any order, with bounded memory.
 * @throws UnreadableFile
 */
export type ReadSource = (
  file: StoredFile,
  layout: StoredLayout,
) => AsyncIterable<SourceRecord | CompanyRecord>;

/** Thrown if a file, or its remaining part, cannot be read. The message is for the admin. */
export class UnreadableFile extends Error {}
