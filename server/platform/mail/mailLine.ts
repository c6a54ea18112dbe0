/** Makes a name safe for a mail: one line, no control characters, at most 120 characters. */
export function mailLine(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, 120);
}
