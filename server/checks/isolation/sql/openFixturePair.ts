import pg from "pg";
import type { SqlFixtures } from "./createSqlFixtures.ts";
import { createSqlFixtures } from "./createSqlFixtures.ts";
import { listParameterSets } from "./listParameterSets.ts";
import type { Rows } from "./runStatement.ts";
import { prepareConnection, readRows } from "./runStatement.ts";

interface OpenFixtures {
  fixtures: SqlFixtures;
  client: pg.Client;
  /**
   * All rows before a statement. The rows after the statement are compared with these rows. Every
   * statement is rolled back, so all statements begin with the same rows.
   */
  rows: Rows;
}

/** Two databases that differ only in the existence of company B. */
export interface FixturePair {
  shared: OpenFixtures;
  alone: OpenFixtures;
  /** The sets of values with which each statement runs. */
  parameterSets: readonly Record<string, unknown>[];
  /** Runs SQL in both databases as the owner. */
  inBoth(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens both databases, which the caller must close. */
export async function openFixturePair(): Promise<FixturePair> {
  const open = async (isShared: boolean): Promise<OpenFixtures> => {
    const fixtures = await createSqlFixtures(isShared);
    const client = new pg.Client({ connectionString: fixtures.database.connectionString });
    await client.connect();
    await client.query(
      `set app.company_id = '${String(fixtures.companyId)}'; set plan_cache_mode = force_generic_plan`,
    );
    await prepareConnection(client);
    return { fixtures, client, rows: await readRows(client, fixtures) };
  };
  const [shared, alone] = [await open(true), await open(false)];
  const both = [shared, alone];
  return {
    shared,
    alone,
    parameterSets: listParameterSets(shared.fixtures),
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
