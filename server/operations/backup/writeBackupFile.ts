import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, rm, stat } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { errorCode } from "#server/platform/db/startError.ts";
import { BackupError } from "./backupError.ts";
import { PRELUDE } from "./backupRecords.ts";

/** Puts the first line before what passes, and the checksum of both behind it. */
function sealing(): Transform {
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
      done(null, hash.digest());
    },
  });
}

/**
 * Writes a backup, readable by its owner alone. It takes its name when it is whole and on the disk: a file of that name is a backup.
 * Gives its size in bytes.
 * @throws BackupError when there is such a file, or it cannot be written
 */
export async function writeBackupFile(
  path: string,
  records: AsyncIterable<Buffer>,
): Promise<number> {
  await refuseExisting(path);
  const draft = `${path}.${randomUUID().slice(0, 8)}.partial`;
  try {
    const file = createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true });
    await pipeline(Readable.from(records), createGzip(), sealing(), file);
    // Unlike a rename, a link never takes the place of another file.
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
