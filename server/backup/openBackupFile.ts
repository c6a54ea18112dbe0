import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { pipeline } from "node:stream";
import { errorCode } from "#server/db/startError.ts";
import { BackupError } from "./backupError.ts";
import type { BackupRecord, Header } from "./backupRecords.ts";
import { DIGEST_BYTES, PRELUDE, decodeRecords } from "./backupRecords.ts";

/** A backup whose every byte is what was written. */
export interface BackupFile {
  header: Header;
  /** What follows the header, from its beginning at each call. */
  records(): AsyncGenerator<BackupRecord>;
  close(): Promise<void>;
}

/**
 * Opens a backup after reading it through: nothing of one that is truncated, altered or something else is ever used.
 * @throws BackupError with one line that says which
 */
export async function openBackupFile(path: string): Promise<BackupFile> {
  const file = await open(path).catch((error: unknown) => {
    throw new BackupError(`${path} cannot be read (${errorCode(error)}).`, { cause: error });
  });
  try {
    const end = await check(file, path);
    const first = await recordsOf(file, end).next();
    if (first.done || first.value.kind !== "header") throw new BackupError("The backup is malformed.");
    return {
      header: first.value,
      records: () => withoutHeader(recordsOf(file, end)),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* withoutHeader(records: AsyncGenerator<BackupRecord>): AsyncGenerator<BackupRecord> {
  for await (const record of records) if (record.kind !== "header") yield record;
}

/** Where the checksum begins, once it has proved right. */
async function check(file: FileHandle, path: string): Promise<number> {
  const stats = await file.stat();
  if (!stats.isFile()) throw new BackupError(`${path} is no file.`);
  const prelude = await readAt(file, 0, PRELUDE.length);
  if (!prelude.equals(PRELUDE)) {
    const format = /^Hearback backup (\d+)\n/.exec(prelude.toString("latin1"))?.[1];
    if (format === undefined) throw new BackupError(`${path} is not a backup of Hearback.`);
    throw new BackupError(`${path} is in format ${format}, which this program does not know.`);
  }
  const end = stats.size - DIGEST_BYTES;
  const hash = createHash("sha256");
  if (end > PRELUDE.length) {
    for await (const chunk of file.createReadStream({ start: 0, end: end - 1, autoClose: false })) {
      hash.update(chunk as Buffer);
    }
  }
  if (!(await readAt(file, Math.max(end, 0), DIGEST_BYTES)).equals(hash.digest())) {
    throw new BackupError(`${path} is incomplete or was changed: its checksum is wrong.`);
  }
  return end;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function recordsOf(file: FileHandle, end: number): AsyncGenerator<BackupRecord> {
  const packed = file.createReadStream({ start: PRELUDE.length, end: end - 1, autoClose: false });
  const unpacked = createGunzip();
  // An error reaches whoever reads the unpacked bytes.
  pipeline(packed, unpacked, () => undefined);
  return decodeRecords(unpacked);
}
