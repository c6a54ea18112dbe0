import { givenParameters } from "./givenParameters.ts";
import type { ListedStatement } from "./listStatements.ts";
import type { TwoWorlds } from "./openTwoWorlds.ts";
import type { Effect, RunAs } from "./runIn.ts";
import { runIn } from "./runIn.ts";

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
  { shared, alone, theirs }: TwoWorlds,
  { text, values }: Pick<ListedStatement, "text" | "values">,
  as: RunAs,
): Promise<Trial> {
  let hasRun = false;
  for (const params of givenParameters(shared.world)) {
    const call = { text, values: values(params), as };
    const [here, there] = await Promise.all([
      runIn(shared.client, shared.world, call),
      runIn(alone.client, alone.world, call),
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
