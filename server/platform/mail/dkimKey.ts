import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Config } from "#server/platform/config/config.ts";
import { StartError, errorCode } from "#server/platform/db/startError.ts";

/**
 * Minimum number of bits of a key that receivers accept:
 * https://www.rfc-editor.org/rfc/rfc8301#section-3.2
 */
const MIN_BITS = 1024;

/**
 * The names of the signed headers. They include both headers for unsubscribing, because mail
 * programs offer one-click unsubscribing only if the signature covers these headers:
 * https://www.rfc-editor.org/rfc/rfc8058#section-4
 */
const SIGNED_HEADERS = [
  "From",
  "To",
  "Subject",
  "Date",
  "Message-ID",
  "In-Reply-To",
  "References",
  "MIME-Version",
  "Content-Type",
  "Content-Transfer-Encoding",
  "Auto-Submitted",
  "List-Unsubscribe",
  "List-Unsubscribe-Post",
];

/** nodemailer's options for the signature. */
export interface DkimOptions {
  domainName: string;
  keySelector: string;
  privateKey: string;
  headerFieldNames: string;
}

/**
 * Reads the key with which mails are signed. Returns undefined if signing is not configured.
 * @throws StartError if the file cannot be read or contains no usable key
 */
export function readDkimKey({ dkim }: Pick<Config, "dkim">): DkimOptions | undefined {
  if (!dkim) return undefined;
  const privateKey = readKeyFile(dkim.keyFile);
  if (!isUsableKey(privateKey))
    throw new StartError(
      `DKIM_KEY_FILE must contain a private RSA key of ${String(MIN_BITS)} bits or more in PEM format.`,
    );
  return {
    domainName: dkim.domain,
    keySelector: dkim.selector,
    privateKey,
    headerFieldNames: SIGNED_HEADERS.join(":"),
  };
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new StartError(`DKIM_KEY_FILE cannot be read (${errorCode(error)}): ${path}`, {
      cause: error,
    });
  }
}

function isUsableKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_BITS;
  } catch {
    return false;
  }
}
