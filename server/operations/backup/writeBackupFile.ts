import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, rm, stat } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { errorCode } from "#server/platform/db/startError.ts";
import { BackupError } from "./backupError.ts";
import { PRELUDE } from "./backupRecords.ts";
import type { BackupKey } from "./signature.ts";
import { signatureOf } from "./signature.ts";

/** Adds the first line before the content, and the signature and the checksum after the content. */
function addSignature(key: BackupKey): Transform {
  const hash = createHash("sha256").update(PRELUDE);
  return new Transform({
    construct(done) {
      this.push(PRELUDE);
      done();
    },
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      const signature = signatureOf(hash.copy().digest(), key);
      done(null, Buffer.concat([signature, hash.update(signature).digest()]));
    },
  });
}

/**
 * Writes a signed backup that only its owner can read, and returns the file size in bytes. The file
 * gets its name only after it is complete and flushed to disk.
 * @throws BackupError if the file exists or cannot be written
 */
export async function writeBackupFile(
  path: string,
  records: AsyncIterable<Buffer>,
  key: BackupKey,
): Promise<number> {
  await refuseExisting(path);
  const draft = `${path}.${randomUUID().slice(0, 8)}.partial`;
  try {
    const file = createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true });
    await pipeline(Readable.from(records), createGzip(), addSignature(key), file);
    // Unlike a rename, a link never replaces an existing file.
    await link(draft, path);
    return (await stat(path)).size;
  } catch (error) {
    const { syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined || syscall === "connect") throw error;
    throw new BackupError(`${path} cannot be written (${errorCode(error)}).`, { cause: error });
  } finally {
    await rm(draft, { force: true });
  }
}

async function refuseExisting(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found) throw new BackupError(`${path} is there already: choose another name, or remove it.`);
}
