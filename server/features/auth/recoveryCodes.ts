import { randomBytes } from "node:crypto";
import { hashSalted } from "./password.ts";

/** Number of recovery codes per user. */
const COUNT = 10;

/** The alphabet of base32, in which no digit looks like a letter. */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

const CODE = /^[a-z2-7]{10}$/;

/** Returns a new code of 50 random bits in the form `abcde-fghij`. */
function newCode(): string {
  const letters = [...randomBytes(10)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Returns a typed code without spaces and hyphens, in lower case. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, "").toLowerCase();
}

/** Returns new codes, which the user sees only once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, newCode);
}

/**
 * Returns the hashes under which codes are stored. Computing them is as slow as computing password
 * hashes, because a code is as short as a password and could otherwise be found by trying.
 */
export function hashRecoveryCodes(codes: readonly string[], salt: Buffer): Promise<Buffer[]> {
  return hashSalted(codes.map(plainCode), salt);
}

/**
 * Returns the hash under which a typed code would be stored; null if the text does not have the
 * form of a recovery code.
 */
export async function hashTypedCode(typed: string, salt: Buffer): Promise<Buffer | null> {
  if (!CODE.test(plainCode(typed))) return null;
  const [hash = null] = await hashRecoveryCodes([typed], salt);
  return hash;
}
