import { listParameterSets } from "./listParameterSets.ts";
import type { ListedStatement } from "./listStatements.ts";
import type { FixturePair } from "./openFixturePair.ts";
import type { Effect, RunAs } from "./runStatement.ts";
import { runStatement } from "./runStatement.ts";

export interface Trial {
  /** What B has to do with it, in words; undefined when nothing. */
  interference?: string;
  /** It ran without an error for one set of parameters at least. */
  hasRun: boolean;
}

/**
 * Whether A can tell from a statement's answer or effect that there is a B, or B from its rows that A ran it: for any of the sets of
 * parameters.
 */
export async function findInterference(
  { shared, alone, theirs }: FixturePair,
  { text, values }: Pick<ListedStatement, "text" | "values">,
  as: RunAs,
): Promise<Trial> {
  let hasRun = false;
  for (const params of listParameterSets(shared.fixtures)) {
    const call = { text, values: values(params), as };
    const [here, there] = await Promise.all([
      runStatement(shared.client, shared.fixtures, call),
      runStatement(alone.client, alone.fixtures, call),
    ]);
    hasRun ||= !here.result.startsWith("error");
    const interference = compare(here, there, theirs);
    if (interference !== undefined) return { interference, hasRun };
  }
  return { hasRun };
}

function compare(here: Effect, there: Effect, theirs: string): string | undefined {
  if (here.result !== there.result)
    return `answers ${here.result} beside B, and ${there.result} without`;
  if (here.own !== there.own) return "leaves A in another state beside B than without";
  return here.theirs !== "" && here.theirs !== theirs ? "changes B" : undefined;
}
