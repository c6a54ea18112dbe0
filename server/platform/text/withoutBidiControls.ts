/**
 * Removes the characters that embed, override or isolate a text direction (Unicode Annex 9): U+202A
 * to U+202E and U+2066 to U+2069. In plain text, such a character without its closing character
 * changes the order of all text after it.
 */
export function withoutBidiControls(text: string): string {
  return text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, "");
}
