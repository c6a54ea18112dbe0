import type { Outcome } from "./httpCall.ts";
import { PATIENCE_MS } from "./httpCall.ts";

/** What a visitor must never get while something is broken: one line an answer. */
export function listUnacceptable(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ status, headers, failure, ms, text }) => {
    const problems: string[] = [];
    if (status === 0) problems.push(`no answer: ${failure ?? ""}`);
    else if (status === 503 && !(Number(headers["retry-after"]) > 0))
      problems.push("503 without Retry-After");
    else if (status !== 503 && (status < 200 || status >= 300))
      problems.push(`${String(status)} ${text.slice(0, 200)}`);
    if (ms > PATIENCE_MS) problems.push(`an answer after ${String(Math.round(ms))} ms`);
    return problems;
  });
}

/** How many answers had this status. */
export function countStatus(outcomes: readonly Outcome[], status: number): number {
  return outcomes.filter((outcome) => outcome.status === status).length;
}
