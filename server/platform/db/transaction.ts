import pg from "pg";
import { OverloadError } from "#server/platform/fairness/overloadError.ts";

/**
 * Wraps an error that the caller's code threw inside a transaction, to distinguish the error from a
 * broken connection.
 */
class CallerError extends Error {}

/**
 * Whether the error means that the connection is broken or closing and must not return to the pool.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return error.severity === "FATAL" || error.severity === "PANIC";
  return !(error instanceof CallerError);
}

/**
 * Whether a statement did not get its turn or a connection in time. Nothing was sent, and no
 * connection is broken.
 */
export function isPoolBusy(error: unknown): boolean {
  if (error instanceof OverloadError) return true;
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

/** Whether the driver gave up waiting for a statement because the server did not respond. */
function isTimedOut(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/** Runs work with a connection of the pool. A broken connection does not return to the pool. */
export async function withClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isLost = false;
  const onError = () => {
    isLost = true;
  };
  client.on("error", onError);
  try {
    return await work(client);
  } catch (error) {
    isLost ||= isConnectionLost(error);
    throw error instanceof CallerError ? error.cause : error;
  } finally {
    client.off("error", onError);
    client.release(isLost);
  }
}

/** Maximum number of times that a transaction is repeated after a deadlock. */
const DEADLOCK_RETRIES = 3;

/**
 * Runs a transaction on a connection of the pool and repeats it after a deadlock.
 * @param work sends the statements. Its first statement also begins the transaction
 */
export function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return repeatAfterDeadlock(() => withClient(pool, (client) => tryTransaction(client, work)));
}

/** Runs a transaction, and runs it again after a deadlock. */
export async function repeatAfterDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const isDeadlock = error instanceof pg.DatabaseError && error.code === "40P01";
      if (!isDeadlock || attempt >= DEADLOCK_RETRIES) throw error;
    }
  }
}

async function tryTransaction<T>(
  client: pg.PoolClient,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  let result: T;
  try {
    result = await work(client);
  } catch (error) {
    // The server would not respond to a rollback either. Closing the connection rolls the
    // transaction back.
    if (isTimedOut(error)) throw error;
    await client.query("rollback");
    throw error instanceof pg.DatabaseError
      ? error
      : new CallerError("rolled back", { cause: error });
  }
  // If the caller caught a statement's error, PostgreSQL answers the commit with a rollback. If no
  // statement was sent, there is no transaction and the commit does nothing.
  const { command } = await client.query("commit");
  if (command !== "COMMIT")
    throw new Error("The transaction was rolled back: one of its statements had failed");
  return result;
}
