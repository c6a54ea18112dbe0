/**
 * Formats a whole number such as '1,200'. `toLocaleString` would load the browser's locale data, which
 * takes a slow phone 65 ms.
 */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Returns a label such as '1 board', '1,200 boards' or, with a `plural`, '3 companies'. */
export function countLabel(count: number, word: string, plural = `${word}s`): string {
  return `${formatCount(count)} ${count === 1 ? word : plural}`;
}
