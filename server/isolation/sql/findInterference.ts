import pg from "pg";
import type { World } from "./createWorld.ts";
import { createWorld } from "./createWorld.ts";
import { givenParameters } from "./givenParameters.ts";
import type { ListedStatement } from "./listStatements.ts";
import type { Effect, RunAs } from "./runIn.ts";
import { readRows, runIn } from "./runIn.ts";

interface Place {
  world: World;
  client: pg.Client;
}

/** Two worlds that differ only in whether there is a company B besides A. */
export interface TwoWorlds {
  shared: Place;
  alone: Place;
  /** All of B's rows, as they are to stay. */
  theirs: string;
  /** Something to be run in both, as their owner. */
  inBoth(sql: string): Promise<void>;
  close(): Promise<void>;
}

export async function openTwoWorlds(): Promise<TwoWorlds> {
  const open = async (isShared: boolean): Promise<Place> => {
    const world = await createWorld(isShared);
    const client = new pg.Client({ connectionString: world.database.connectionString });
    await client.connect();
    await client.query(`set app.company_id = '${String(world.companyId)}'`);
    return { world, client };
  };
  const [shared, alone] = [await open(true), await open(false)];
  const { theirs } = await readRows(shared.client, shared.world);
  const both = [shared, alone];
  return {
    shared,
    alone,
    theirs,
    inBoth: async (sql) => {
      for (const { client } of both) await client.query(sql);
    },
    close: async () => {
      for (const { client, world } of both) {
        await client.end();
        await world.database.drop();
      }
    },
  };
}

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
  if (here.result !== there.result) return `answers ${here.result} beside B, and ${there.result} without`;
  if (here.own !== there.own) return "leaves A in another state beside B than without";
  return here.theirs !== "" && here.theirs !== theirs ? "changes B" : undefined;
}
