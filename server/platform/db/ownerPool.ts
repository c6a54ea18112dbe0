import pg from "pg";

/**
 * Opens a small pool as the schema's owner, for the job queue, which manages its own schema. No
 * tenant's statement runs on this pool.
 */
export function openOwnerPool(
  connectionString: string,
  onIdleError: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 3,
    connectionTimeoutMillis: 5_000,
    // Without this timeout, an unreachable server would block the queue for about 15 minutes and
    // prevent a stop.
    query_timeout: 15_000,
    keepAlive: true,
    application_name: "hearback jobs",
  });
  pool.on("error", onIdleError);
  // A connection in use emits its errors on the client, not on the pool.
  pool.on("connect", (client) => client.on("error", onIdleError));
  return pool;
}
