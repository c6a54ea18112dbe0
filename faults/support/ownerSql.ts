import pg from "pg";

/** Runs SQL as the database owner, without row-level security. */
export type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Runs each statement on a new connection, because an older connection may have ended with the
 * database.
 */
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
