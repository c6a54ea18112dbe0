import { RecordProblem } from "./recordChecks.ts";

const MAX_VOTES = 10_000_000;

/**
 * Returns the number of votes in a cell, or null for an empty cell.
 * @throws RecordProblem
 */
export function readCount(text: string): number | null {
  if (text === "") return null;
  const digits = text.replace(/^(\d{1,3})(?:([ ,.'\u{A0}\u{202F}])\d{3})(?:\2\d{3})*$/u, (found) =>
    found.replaceAll(/\D/g, ""),
  );
  const [, count] = /^(\d{1,8})(?:[.,]0{1,6})?$/.exec(digits) ?? [];
  return requireCount(count === undefined ? Number.NaN : Number(count));
}

/** @throws RecordProblem */
export function requireCount(count: number): number {
  if (!Number.isInteger(count) || count < 0 || count > MAX_VOTES)
    throw new RecordProblem(`The votes are no number from 0 to ${String(MAX_VOTES)}`);
  return count;
}
