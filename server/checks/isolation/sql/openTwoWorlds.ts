import pg from "pg";
import type { World } from "./createWorld.ts";
import { createWorld } from "./createWorld.ts";
import { readRows } from "./runIn.ts";

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

/** Whoever opens them closes them. */
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
