/** Returns '1 person', '1,204 people' or, if not all are counted, 'more than 10,000 people'. */
export function peopleLabel(count: number, isCapped = false): string {
  if (isCapped) return `more than ${count.toLocaleString("en")} people`;
  return count === 1 ? "1 person" : `${count.toLocaleString("en")} people`;
}
