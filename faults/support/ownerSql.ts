import pg from "pg";

/** Runs SQL as the database owner, without row-level security. */
export type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** More connections than any test needs at once, because some statements wait on purpose. */
const MAX_CONNECTIONS = 50;

/**
 * Reuses idle connections, because opening a connection costs 30 ms of processor time. A connection
 * that has ended with its database, or whose statement has failed, is not reused.
 */
export function ownerSql(connectionString: () => string): Sql {
  const pools = new Map<string, pg.Pool>();
  const poolOf = (url: string) => {
    const pool = pools.get(url) ?? openPool(url);
    pools.set(url, pool);
    return pool;
  };
  return async <Row extends object>(text: string, values: unknown[] = []) =>
    (await poolOf(connectionString()).query<Row>(text, values)).rows;
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    // Idle connections stay open. Closing one would free a connection of the server, and some tests
    // depend on the number of free connections.
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
