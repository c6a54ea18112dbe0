import type { BenchRequest, Scenario, Subject } from "../scenarios/scenario.ts";
import type { Stage } from "../scenarios/stage.ts";

/** The subject of a scenario's turn. */
export function subjectAt(scenario: Scenario, stage: Stage, turn: number): Subject {
  return scenario.subject?.(stage, turn) ?? {};
}

/** Every visitor comes from an address of their own, as they do in life: the limits on addresses are not what is measured. */
function addressOf(turn: number): string {
  const n = turn % 2 ** 24;
  return `10.${String(n >> 16)}.${String((n >> 8) & 255)}.${String(n & 255)}`;
}

/** A scenario's request with all headers that a proxy in front of the portal would pass on. */
export function requestAt(
  scenario: Scenario,
  stage: Stage,
  turn: number,
): BenchRequest & { headers: Record<string, string> } {
  const request = scenario.request(stage, subjectAt(scenario, stage, turn));
  const host = `company-${String(stage.company.id)}.localhost`;
  return { ...request, headers: { ...request.headers, host, "x-forwarded-for": addressOf(turn) } };
}
