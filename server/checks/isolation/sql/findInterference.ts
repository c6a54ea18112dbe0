import type pg from "pg";
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

/** PostgreSQL's error code for a prepared statement that does not exist. */
const UNKNOWN_STATEMENT = "26000";

let trials = 0;

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
  // Different parameter sets can contain the same values for the parameters of this statement. The
  // statement runs only once with these values.
  const calls = new Map(parameterSets.map((params) => [JSON.stringify(values(params)), params]));
  // PostgreSQL parses and plans the statement once for all sets of values.
  const name = `trial_${String((trials += 1))}`;
  try {
    for (const params of calls.values()) {
      const call = { name, text, values: values(params), as };
      const [here, there] = await Promise.all([
        runStatement(shared.client, shared.fixtures, shared.rows, call),
        runStatement(alone.client, alone.fixtures, alone.rows, call),
      ]);
      hasRun ||= !here.result.startsWith("error");
      const interference = compare(here, there, shared.rows.rowsOfB);
      if (interference !== undefined) return { interference, hasRun };
    }
    return { hasRun };
  } finally {
    await Promise.all([shared, alone].map(({ client }) => forget(client, name)));
  }
}

/**
 * Removes a prepared statement, if it exists. A statement that PostgreSQL could not parse was not
 * prepared.
 */
async function forget(client: pg.Client, name: string): Promise<void> {
  await client.query(`deallocate ${name}`).catch((error: unknown) => {
    if ((error as pg.DatabaseError).code !== UNKNOWN_STATEMENT) throw error;
  });
}

function compare(here: Effect, there: Effect, rowsOfB: string): string | undefined {
  if (here.result !== there.result)
    return `answers ${here.result} beside B, and ${there.result} without`;
  if (here.own !== there.own) return "leaves A in another state beside B than without";
  return here.rowsOfB !== "" && here.rowsOfB !== rowsOfB ? "changes B" : undefined;
}
