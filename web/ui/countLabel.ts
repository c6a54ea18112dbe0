/** Returns a label such as '1 board' or '1,200 boards'. */
export function countLabel(count: number, word: string): string {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}
