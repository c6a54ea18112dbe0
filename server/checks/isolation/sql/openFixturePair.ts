import pg from "pg";
import type { SqlFixtures } from "./createSqlFixtures.ts";
import { createSqlFixtures } from "./createSqlFixtures.ts";
import { readRows } from "./runStatement.ts";

interface Place {
  fixtures: SqlFixtures;
  client: pg.Client;
}

/** Two worlds that differ only in whether there is a company B besides A. */
export interface FixturePair {
  shared: Place;
  alone: Place;
  /** All of B's rows, as they are to stay. */
  theirs: string;
  /** Something to be run in both, as their owner. */
  inBoth(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** Whoever opens them closes them. */
export async function openFixturePair(): Promise<FixturePair> {
  const open = async (isShared: boolean): Promise<Place> => {
    const fixtures = await createSqlFixtures(isShared);
    const client = new pg.Client({ connectionString: fixtures.database.connectionString });
    await client.connect();
    await client.query(`set app.company_id = '${String(fixtures.companyId)}'`);
    return { fixtures, client };
  };
  const [shared, alone] = [await open(true), await open(false)];
  const { theirs } = await readRows(shared.client, shared.fixtures);
  const both = [shared, alone];
  return {
    shared,
    alone,
    theirs,
    inBoth: async (sql) => {
      for (const { client } of both) await client.query(sql);
    },
    close: async () => {
      for (const { client, fixtures } of both) {
        await client.end();
        await fixtures.database.drop();
      }
    },
  };
}
