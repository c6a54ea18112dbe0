import { randomBytes } from "node:crypto";
import { hashSalted } from "./password.ts";

/** How many codes a person gets to put away. */
const COUNT = 10;

/** Base32: no digit in it looks like a letter. */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

const CODE = /^[a-z2-7]{10}$/;

/** Fifty random bits, as `abcde-fghij`. */
function newCode(): string {
  const letters = [...randomBytes(10)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** A typed code as it is meant: without case, spaces and hyphens. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, "").toLowerCase();
}

/** Fresh codes, to be shown once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, newCode);
}

/** The hashes under which codes are stored. Slow, as for a password: a code is no longer than one. */
export function hashRecoveryCodes(codes: readonly string[], salt: Buffer): Promise<Buffer[]> {
  return hashSalted(codes.map(plainCode), salt);
}

/** The hash under which a typed code would be stored; null for what is no such code. */
export async function hashTypedCode(typed: string, salt: Buffer): Promise<Buffer | null> {
  if (!CODE.test(plainCode(typed))) return null;
  const [hash = null] = await hashRecoveryCodes([typed], salt);
  return hash;
}
