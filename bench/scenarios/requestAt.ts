import type { BenchRequest, Scenario, Subject } from "../scenarios/scenario.ts";
import type { BenchFixtures } from "../scenarios/createBenchFixtures.ts";

/**
 * Returns the subject of request number `turn`. The subject is empty if all requests of the
 * scenario are equal.
 */
export function subjectAt(scenario: Scenario, fixtures: BenchFixtures, turn: number): Subject {
  return scenario.subject?.(fixtures, turn) ?? {};
}

/**
 * Returns the IP address of request number `turn`. Each number has a different address, so that
 * rate limits by address do not apply.
 */
function addressOf(turn: number): string {
  const n = turn % 2 ** 24;
  return `10.${String(n >> 16)}.${String((n >> 8) & 255)}.${String(n & 255)}`;
}

/** Builds request number `turn` with the headers of a reverse proxy. */
export function requestAt(
  scenario: Scenario,
  fixtures: BenchFixtures,
  turn: number,
): BenchRequest & { headers: Record<string, string> } {
  const request = scenario.request(fixtures, subjectAt(scenario, fixtures, turn));
  const host = `company-${String(fixtures.company.id)}.localhost`;
  return { ...request, headers: { ...request.headers, host, "x-forwarded-for": addressOf(turn) } };
}
