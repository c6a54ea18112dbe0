/** '1 board', '1,200 boards'. The word's plural takes an s unless it is given. */
export function countWords(count: number, word: string, plural = `${word}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? word : plural}`;
}
