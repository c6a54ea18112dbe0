import type { ListedStatement } from "./listStatements.ts";
import type { FixturePair } from "./openFixturePair.ts";
import type { Effect, RunAs } from "./runStatement.ts";
import { runStatement } from "./runStatement.ts";

export interface Trial {
  /** Describes how B affects A or how A affects B; undefined if neither happens. */
  interference?: string;
  /** Whether the statement ran without an error for at least one parameter set. */
  hasRun: boolean;
}

/**
 * Checks whether a statement's result or effect for A depends on B, or whether the statement
 * changes rows of B, for any of the parameter sets.
 */
export async function findInterference(
  { shared, alone, parameterSets }: FixturePair,
  { text, values }: Pick<ListedStatement, "text" | "values">,
  as: RunAs,
): Promise<Trial> {
  let hasRun = false;
  // Most statements use a few parameters only, which are equal in several sets.
  const calls = new Map(parameterSets.map((params) => [JSON.stringify(values(params)), params]));
  for (const params of calls.values()) {
    const call = { text, values: values(params), as };
    const [here, there] = await Promise.all([
      runStatement(shared.client, shared.fixtures, shared.rows, call),
      runStatement(alone.client, alone.fixtures, alone.rows, call),
    ]);
    hasRun ||= !here.result.startsWith("error");
    const interference = compare(here, there, shared.rows.rowsOfB);
    if (interference !== undefined) return { interference, hasRun };
  }
  return { hasRun };
}

function compare(here: Effect, there: Effect, rowsOfB: string): string | undefined {
  if (here.result !== there.result)
    return `answers ${here.result} beside B, and ${there.result} without`;
  if (here.own !== there.own) return "leaves A in another state beside B than without";
  return here.rowsOfB !== "" && here.rowsOfB !== rowsOfB ? "changes B" : undefined;
}
