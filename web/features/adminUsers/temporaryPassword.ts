/**
 * There are 32 symbols, so that each symbol encodes five random bits. Letters that are easily
 * confused with other symbols are left out.
 */
const SYMBOLS = "0123456789abcdefghjkmnpqrstvwxyz";

const GROUPS = 6;
const GROUP_LENGTH = 4;

/**
 * Returns a random password of 120 bits in groups that are easy to read aloud. Runs in the browser
 * only.
 */
export function temporaryPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH));
  const symbols = Array.from(bytes, (byte) => SYMBOLS.charAt(byte % SYMBOLS.length)).join("");
  return Array.from({ length: GROUPS }, (_, group) =>
    symbols.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH),
  ).join("-");
}
