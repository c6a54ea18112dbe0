import { randomBytes } from "node:crypto";

/**
 * Beginning of the hash of an account without a password: algorithm, costs and a salt of zeros, which
 * no password gets.
 */
export const UNUSABLE_PASSWORD_PREFIX = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$`;

/** Returns a valid password hash that no password matches, for an account without a password. */
export function unusablePasswordHash(): string {
  return UNUSABLE_PASSWORD_PREFIX + randomBytes(32).toString("base64").replaceAll("=", "");
}
