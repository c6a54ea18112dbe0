import pg from "pg";

/**
 * A few connections as the schema's owner, for the job queue, which keeps a schema of its own. No tenant's work runs
 * on it.
 */
export function openOwnerPool(
  connectionString: string,
  onIdleError: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 3,
    connectionTimeoutMillis: 5_000,
    // Where nobody answers the queue would stand still for a quarter of an hour, and could not be stopped.
    query_timeout: 15_000,
    keepAlive: true,
    application_name: "hearback jobs",
  });
  pool.on("error", onIdleError);
  // A connection that is in use reports its loss on itself, too.
  pool.on("connect", (client) => client.on("error", onIdleError));
  return pool;
}
