import { createHmac, timingSafeEqual } from "node:crypto";
import { BackupError } from "./backupError.ts";
import type { Header } from "./backupRecords.ts";

/** Length of the HMAC-SHA-256 in front of the checksum. */
export const SIGNATURE_BYTES = 32;

/** The key of an installation, which its database contains. */
export interface BackupKey {
  installation: string;
  secret: Buffer;
}

/** What a file's signature covers, and the signature. */
export interface Signed {
  /** SHA-256 of the first line and the compressed records, the header included. */
  digest: Buffer;
  signature: Buffer;
}

/** Signs the digest of a file's content. */
export function signatureOf(digest: Buffer, { secret }: BackupKey): Buffer {
  return createHmac("sha256", secret).update(digest).digest();
}

/** `unsigned`: made before format 3. `foreign`: signed by another installation. */
export type Origin = "own" | "foreign" | "unsigned";

/**
 * Which installation made the file.
 * @throws BackupError if the file names this installation and its signature does not fit
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
