/** Returns a label such as '1 board', '1,200 boards' or, with a `plural`, '3 companies'. */
export function countLabel(count: number, word: string, plural = `${word}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? word : plural}`;
}
