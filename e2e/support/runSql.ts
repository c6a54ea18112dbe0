import pg from "pg";
import { portalAddress } from "./portalAddress.ts";

/** Sets up data that no screen offers. Uses the owner's role, which row-level security exempts. */
export async function runSql(statement: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: portalAddress().databaseUrl });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
