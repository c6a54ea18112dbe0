import { formatCount } from "./countLabel.ts";

/**
 * Returns '1 person' or '1,204 people', or 'more than 10,000 people' if not all people were
 * counted.
 */
export function peopleLabel(count: number, isCapped = false): string {
  if (isCapped) return `more than ${formatCount(count)} people`;
  return count === 1 ? "1 person" : `${formatCount(count)} people`;
}
