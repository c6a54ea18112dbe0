/** The same text without anything that a parser could take for more than letters, of the same length. */
export function harmless(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\s.,]/gu, (letter) => "-".repeat(letter.length));
}
