import type { Outcome } from "./httpCall.ts";
import { MAX_RESPONSE_MS } from "./httpCall.ts";

/**
 * Returns the outcomes that are not acceptable during a fault, one line for each problem. A success
 * or a 503 with Retry-After is acceptable if it arrives within `MAX_RESPONSE_MS`.
 */
export function listUnacceptable(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ status, headers, failure, ms, text }) => {
    const problems: string[] = [];
    if (status === 0) problems.push(`no answer: ${failure ?? ""}`);
    else if (status === 503 && !(Number(headers["retry-after"]) > 0))
      problems.push("503 without Retry-After");
    else if (status !== 503 && (status < 200 || status >= 300))
      problems.push(`${String(status)} ${text.slice(0, 200)}`);
    if (ms > MAX_RESPONSE_MS) problems.push(`an answer after ${String(Math.round(ms))} ms`);
    return problems;
  });
}

/** Returns the number of outcomes with this status. */
export function countStatus(outcomes: readonly Outcome[], status: number): number {
  return outcomes.filter((outcome) => outcome.status === status).length;
}
