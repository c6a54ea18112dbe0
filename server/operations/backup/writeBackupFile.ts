import { createHash } from "node:crypto";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { PRELUDE } from "./backupRecords.ts";
import type { BackupKey } from "./signature.ts";
import { signatureOf } from "./signature.ts";
import { writeNewFile } from "./writeNewFile.ts";

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
 * Writes a signed backup that only its owner can read, and returns the file size in bytes.
 * @throws BackupError if the file exists or cannot be written
 */
export function writeBackupFile(
  path: string,
  records: AsyncIterable<Buffer>,
  key: BackupKey,
): Promise<number> {
  return writeNewFile(path, (file) =>
    pipeline(Readable.from(records), createGzip(), addSignature(key), file),
  );
}
