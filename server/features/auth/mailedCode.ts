import { randomInt } from "node:crypto";

/** Returns a new code for a mail: six digits, each of the million codes with the same probability. */
export function newMailedCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}
