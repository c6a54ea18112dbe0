import pg from "pg";
import { portalAddress } from "./portalAddress.ts";

/**
 * Changes data that no page can change. Uses the owner's role, to which row-level security does not
 * apply.
 */
export async function runSql(statement: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: portalAddress().databaseUrl });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
