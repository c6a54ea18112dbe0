import pg from "pg";

/**
 * A few connections as the schema's owner, for the job queue, which keeps a schema of its own. No tenant's work runs
 * on it.
 */
export function openOwnerPool(connectionString: string, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 3,
    connectionTimeoutMillis: 5_000,
    application_name: "hearback jobs",
  });
  pool.on("error", onIdleError);
  // A connection that is in use reports its loss on itself, too.
  pool.on("connect", (client) => client.on("error", onIdleError));
  return pool;
}
