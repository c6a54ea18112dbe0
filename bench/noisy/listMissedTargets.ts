import type { NoisyFigures } from "../measure/results.ts";

/** The maximum ratio of a company's p99 while others cause load to its p99 without other load. */
const MAX_RATIO = 3;

/**
 * Returns sentences about each kind of noise during which the quiet company's responses were too
 * slow, missing or not all successful.
 */
export function listMissedTargets({ beside }: NoisyFigures): string[] {
  return beside.flatMap(({ name, quiet: { answered, errors }, ratio }) => {
    const missed = [];
    if (answered === 0) missed.push(`${name}: the quiet company got no response.`);
    if (ratio > MAX_RATIO)
      missed.push(
        `${name}: the p99 of the quiet company is ${ratio.toFixed(1)} times that alone, the target is at most ${String(MAX_RATIO)} times.`,
      );
    if (errors > 0) missed.push(`${name}: ${String(errors)} requests of the quiet company failed.`);
    return missed;
  });
}
