import { createHmac, timingSafeEqual } from "node:crypto";
import { BackupError } from "./backupError.ts";
import type { Header } from "./backupRecords.ts";

/** Length in bytes of the HMAC-SHA-256 in front of the checksum. */
export const SIGNATURE_BYTES = 32;

/**
 * The key with which an installation signs its backups. The installation's database contains the
 * key.
 */
export interface BackupKey {
  installation: string;
  secret: Buffer;
}

/** The signature of a file and the digest that the signature covers. */
export interface Signed {
  /** SHA-256 of the first line and the compressed records, the header included. */
  digest: Buffer;
  signature: Buffer;
}

/** Signs the digest of a file's content. */
export function signatureOf(digest: Buffer, { secret }: BackupKey): Buffer {
  return createHmac("sha256", secret).update(digest).digest();
}

/**
 * An `own` file was signed by this installation. A `foreign` file names another installation, whose
 * signature cannot be checked here. An `unsigned` file was made before format 3 or names no
 * installation.
 */
export type Origin = "own" | "foreign" | "unsigned";

/**
 * Returns the origin of a file. For `own`, the signature was verified.
 * @throws BackupError if the file names this installation but has an invalid signature
 */
export function originOf(
  { header, signed }: { header: Header; signed: Signed | undefined },
  key: BackupKey | undefined,
): Origin {
  if (!signed || header.installation === undefined) return "unsigned";
  if (header.installation !== key?.installation) return "foreign";
  if (timingSafeEqual(signatureOf(signed.digest, key), signed.signature)) return "own";
  throw new BackupError("Nothing was restored: the backup was changed after it was made.");
}
