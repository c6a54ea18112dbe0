import pg from "pg";
import { portalAddress } from "./portalAddress.ts";

/** Sets up what no screen of the portal offers. As the database's owner, past every rule. */
export async function runSql(statement: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: portalAddress().databaseUrl });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
