import { timingSafeEqual } from "node:crypto";

/**
 * Whether an Authorization header contains this bearer token. The comparison takes the same time
 * for all tokens of the right length, so that the time reveals only the token's length.
 */
export function isBearer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? "");
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
