/**
 * Replaces all characters that could have a meaning in markup by hyphens. The length stays the
 * same.
 */
export function harmless(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\s.,]/gu, (letter) => "-".repeat(letter.length));
}
