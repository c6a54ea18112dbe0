import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { Readable, pipeline } from "node:stream";
import { errorCode } from "#server/platform/db/startError.ts";
import { BackupError } from "./backupError.ts";
import type { BackupRecord, Format, Header } from "./backupRecords.ts";
import { DIGEST_BYTES, PRELUDE, decodeRecords, formatOf } from "./backupRecords.ts";
import type { Signed } from "./signature.ts";
import { SIGNATURE_BYTES } from "./signature.ts";

const BLOCK_BYTES = 256 * 1024;

/** A backup file with a verified checksum. */
export interface BackupFile {
  header: Header;
  format: Format;
  /** The signature and the digest that the signature covers; undefined before format 3. */
  signed: Signed | undefined;
  /** Reads the records after the header. Each call starts at the first of these records. */
  records(): AsyncGenerator<BackupRecord>;
  close(): Promise<void>;
}

/**
 * Opens a backup after verifying its checksum, so that no data of a damaged file is used.
 * @throws BackupError with one line that names the reason
 */
export async function openBackupFile(path: string): Promise<BackupFile> {
  const file = await open(path).catch((error: unknown) => {
    throw new BackupError(`${path} cannot be read (${errorCode(error)}).`, { cause: error });
  });
  try {
    const { format, end, signed } = await verifyChecksum(file, path);
    const records = recordsOf(file, end);
    const first = await records.next();
    await records.return(undefined);
    if (first.done || first.value.kind !== "header")
      throw new BackupError("The backup is malformed.");
    return {
      header: first.value,
      format,
      signed,
      records: () => withoutHeader(recordsOf(file, end)),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* withoutHeader(records: AsyncGenerator<BackupRecord>): AsyncGenerator<BackupRecord> {
  let isFirst = true;
  for await (const record of records) {
    if (!isFirst) yield record;
    isFirst = false;
  }
}

interface Content {
  format: Format;
  /** Position in bytes at which the records end. */
  end: number;
  signed: Signed | undefined;
}

/** Verifies the checksum, which covers all bytes before the checksum. */
async function verifyChecksum(file: FileHandle, path: string): Promise<Content> {
  const stats = await file.stat();
  if (!stats.isFile()) throw new BackupError(`${path} is not a file.`);
  const format = await readFormat(file, path);
  const covered = stats.size - DIGEST_BYTES;
  const end = format < 3 ? covered : covered - SIGNATURE_BYTES;
  const hash = createHash("sha256");
  for await (const block of blocksOf(file, 0, end)) hash.update(block);
  const digest = hash.copy().digest();
  for await (const block of blocksOf(file, Math.max(end, 0), covered)) hash.update(block);
  if (!(await readAt(file, Math.max(covered, 0), DIGEST_BYTES)).equals(hash.digest()))
    throw new BackupError(`${path} is incomplete or was changed: its checksum is wrong.`);
  if (format < 3) return { format, end, signed: undefined };
  return { format, end, signed: { digest, signature: await readAt(file, end, SIGNATURE_BYTES) } };
}

async function readFormat(file: FileHandle, path: string): Promise<Format> {
  const prelude = await readAt(file, 0, PRELUDE.length);
  const format = formatOf(prelude);
  if (format !== undefined) return format;
  const number = /^Hearback backup (\d+)\n/.exec(prelude.toString("latin1"))?.[1];
  if (number === undefined) throw new BackupError(`${path} is not a backup of Hearback.`);
  throw new BackupError(`${path} is in format ${number}, which this program does not know.`);
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/**
 * Reads blocks from one file handle, so that the checked file and the restored file are the same. A
 * read stream is not used, because it would close the handle.
 */
async function* blocksOf(file: FileHandle, from: number, end: number): AsyncGenerator<Buffer> {
  for (let at = from; at < end;) {
    const block = await readAt(file, at, Math.min(BLOCK_BYTES, end - at));
    if (block.length === 0) throw new BackupError("The backup was cut short while it was read.");
    yield block;
    at += block.length;
  }
}

function recordsOf(file: FileHandle, end: number): AsyncGenerator<BackupRecord> {
  const unpacked = createGunzip();
  // Errors are ignored here, because the reader of the decompressed bytes receives the errors.
  pipeline(Readable.from(blocksOf(file, PRELUDE.length, end)), unpacked, () => undefined);
  return decodeRecords(unpacked);
}
