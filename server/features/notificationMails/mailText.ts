/**
 * Prepares a user's text of several lines for a mail. Replaces control characters by spaces, keeps
 * at most one empty line in a row, and cuts the text to `max` characters if it is longer. Bidi
 * control characters stay, because their effect ends with the line.
 */
export function mailText(text: string, max = Infinity): string {
  const lines = text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(/(?!\n)\p{Cc}/gu, " ")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return lines.length <= max ? lines : `${lines.slice(0, max).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
