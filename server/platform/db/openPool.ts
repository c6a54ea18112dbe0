import pg from "pg";
import {
  BEGIN,
  SET_COMPANY,
  SET_COMPANY_AND_TIMEOUT,
  SET_GENERIC_PLANS,
  SET_LONG_TIMEOUTS,
} from "./namedQuery.ts";
import { valueTypes } from "./valueTypes.ts";

/**
 * Lock timeout in milliseconds, so that one lock holder cannot block all connections. It is longer
 * than the lock timeout of migrations (`migrate.ts`) and PostgreSQL's deadlock timeout, and less
 * than half of the time that requests wait for their turn.
 */
const LOCK_TIMEOUT_MS = 2_400;

/**
 * Milliseconds by which the driver's timeout is longer than PostgreSQL's timeout. PostgreSQL's
 * timeout must expire first, because the connection is closed when the driver's timeout expires.
 */
export const CLIENT_TIMEOUT_MARGIN_MS = 500;

/**
 * Prepares a connection for tenants' statements, and makes PostgreSQL use generic plans, which are
 * planned once per connection. Otherwise PostgreSQL can plan each execution again, which takes four
 * times as long as the execution itself.
 */
export async function prepareTenants(client: pg.ClientBase): Promise<void> {
  await client.query("set plan_cache_mode = force_generic_plan");
  await client.query({ ...SET_COMPANY, values: [""] });
  await client.query({ ...SET_COMPANY_AND_TIMEOUT, values: ["", "1000"] });
}

/** Prepares a connection for the system's transactions. */
export async function prepareSystem(client: pg.ClientBase): Promise<void> {
  await client.query(SET_GENERIC_PLANS);
}

/**
 * Default of `DatabaseOptions.poolSize`. One company uses at most six of these connections
 * (`server/platform/db/turns.ts`).
 */
export const POOL_SIZE = 8;

/** Milliseconds to wait for a turn, and for a new connection. */
export const CONNECT_TIMEOUT_MS = 5_000;

export interface DatabaseOptions {
  connectionString: string;
  /**
   * Maximum number of statements that run at the same time, under both roles together. The tenants'
   * pool and the system's pool have this many connections each, because all statements can run
   * under one role.
   */
  poolSize?: number;
  /** Statement timeout in milliseconds. */
  timeLimit?: number;
  /** Called with errors of idle connections, which the pool replaces automatically. */
  onIdleError: (error: Error) => void;
}

export interface PoolOptions extends DatabaseOptions {
  role: string;
  applicationName: string;
  /** Additional settings of the driver. */
  driver?: pg.PoolConfig;
  /**
   * Prepares a connection before its first use. If the returned promise rejects, the connection is
   * not used.
   */
  prepare?: (client: pg.ClientBase) => Promise<unknown>;
}

/**
 * Opens a pool whose connections switch to the role before their first use, whatever the connection
 * string says. A connection that did not get the role is refused.
 */
export function openPool({
  connectionString,
  poolSize = POOL_SIZE,
  timeLimit = 15_000,
  onIdleError,
  role,
  applicationName,
  driver,
  prepare,
}: PoolOptions): pg.Pool {
  const onConnect = async (client: pg.ClientBase) => {
    await client.query(`set role ${role}; set timezone = 'UTC'; set statement_timeout = ${String(timeLimit)};
      set lock_timeout = ${String(LOCK_TIMEOUT_MS)}; set idle_in_transaction_session_timeout = '15s'`);
    const { rows } = await client.query<{ role: string }>("select current_user as role");
    if (rows[0]?.role !== role) throw new Error(`The connection did not take the role ${role}`);
    await client.query(BEGIN);
    await client.query(SET_LONG_TIMEOUTS);
    await client.query("rollback");
    await prepare?.(client);
  };
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    types: valueTypes,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The server's own timeout does not help if the server hangs or is unreachable.
    query_timeout: timeLimit + CLIENT_TIMEOUT_MARGIN_MS,
    keepAlive: true,
    ...driver,
    // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool awaits the promise
    onConnect,
  });
  pool.on("error", onIdleError);
  return pool;
}
