import pg from "pg";

/** SQL as the database's owner, past everything. */
export type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Runs one statement over a connection of its own: the one before may have died with the database. */
export function ownerSql(connectionString: () => string): Sql {
  return async <Row extends object>(text: string, values: unknown[] = []) => {
    const client = new pg.Client({
      connectionString: connectionString(),
      connectionTimeoutMillis: 10_000,
    });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
}
