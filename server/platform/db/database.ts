import pg from "pg";
import { closing } from "./closing.ts";
import { NamedQuery, SET_COMPANY, TenantQuery } from "./namedQuery.ts";
import type { Statement } from "./statement.ts";
import { valueTypes } from "./valueTypes.ts";

/**
 * Runs statements. They reject with the driver's errors, which `server/platform/db/errors.ts`
 * classifies.
 */
export interface Db {
  /** All rows. */
  all<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row | undefined>;
}

export interface TransactionOptions {
  /**
   * Allows each statement ten minutes, lock waits included. For deletions of very large companies,
   * and for the wait for another process's setup.
   */
  isLong?: boolean;
}

/** The database restricted to one company: row-level security hides the rows of all others. */
export interface TenantDb extends Db {
  readonly companyId: number;
  /** Runs several statements atomically. After a deadlock `work` is called again. */
  transaction<T>(work: (db: TenantDb) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/**
 * The database across companies: for hosts, sessions, registration and the super admins' console.
 * Never for a tenant's data.
 */
export interface SystemDb extends Db {
  transaction<T>(work: (db: SystemDb) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

export interface Database {
  readonly system: SystemDb;
  tenant(companyId: number): TenantDb;
  close(): Promise<void>;
}

type Send = (name: string, text: string, values: unknown[]) => Promise<pg.QueryResult>;

function runner(send: Send): Db {
  return {
    all: async (statement, params) =>
      (await send(statement.name, statement.text, statement.values(params))).rows,
    first: async (statement, params) =>
      (await send(statement.name, statement.text, statement.values(params))).rows[0],
  };
}

/**
 * Sends statements over one connection. With a company id, each statement is its own transaction
 * for that company.
 */
function sendOver(client: pg.PoolClient, companyId?: number, timeoutMs?: number): Send {
  return (name, text, values) =>
    new Promise((resolve, reject) => {
      const done = (error: Error | null, result: pg.QueryResult) => {
        if (error) reject(error);
        else resolve(result);
      };
      const query =
        companyId === undefined
          ? new NamedQuery(name, text, values, done)
          : new TenantQuery(companyId, name, text, values, done);
      if (timeoutMs !== undefined) query.query_timeout = timeoutMs;
      client.query(query);
    });
}

/** Whether the connection is broken or closing, so that it must not return to the pool. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return error.severity === "FATAL" || error.severity === "PANIC";
  return !(error instanceof CallerError);
}

/**
 * Whether no connection of the pool became free in time. Nothing was sent, and no connection is
 * broken.
 */
export function isPoolBusy(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

/** Whether a statement was given up because the server did not respond. */
function isTimedOut(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

async function withClient<T>(
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

/**
 * Wraps an error that the caller's code threw inside a transaction, to tell it from a broken
 * connection.
 */
class CallerError extends Error {}

/** Statement timeout in transactions with `isLong`, for example the deletion of a large company. */
const LONG_MS = 600_000;
const LONG_SETTINGS = `; set local statement_timeout = ${String(LONG_MS)}; set local lock_timeout = 0`;

/**
 * Lock timeout in milliseconds, so that one lock holder cannot block all connections. Longer than a
 * migration waits for its lock (`migrate.ts`) and than PostgreSQL needs to detect a deadlock. Less
 * than half of the time that requests wait for a free connection.
 */
const LOCK_TIMEOUT_MS = 2_400;

/**
 * The client's timeout is this much later than the server's. When it expires, the connection is
 * closed.
 */
const CLIENT_TIMEOUT_MARGIN_MS = 500;

/** How often a transaction is repeated after a deadlock. */
const DEADLOCK_RETRIES = 3;

async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await withClient(pool, (client) => tryTransaction(client, begin, work));
    } catch (error) {
      const isDeadlock = error instanceof pg.DatabaseError && error.code === "40P01";
      if (!isDeadlock || attempt >= DEADLOCK_RETRIES) throw error;
    }
  }
}

async function tryTransaction<T>(
  client: pg.PoolClient,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  await client.query(begin);
  let result: T;
  try {
    result = await work(client);
  } catch (error) {
    // The server would not respond to a rollback either. Closing the connection rolls back.
    if (isTimedOut(error)) throw error;
    await client.query("rollback");
    throw error instanceof pg.DatabaseError
      ? error
      : new CallerError("rolled back", { cause: error });
  }
  // If the caller caught a statement's error, PostgreSQL answers the commit with a rollback.
  const { command } = await client.query("commit");
  if (command !== "COMMIT")
    throw new Error("The transaction was rolled back: one of its statements had failed");
  return result;
}

function tenantDb(pool: pg.Pool, companyId: number): TenantDb {
  if (!Number.isSafeInteger(companyId) || companyId <= 0) {
    throw new RangeError(`Not a company's id: ${String(companyId)}`);
  }
  const begin = `begin; select set_config('app.company_id', '${String(companyId)}', true)`;
  return {
    companyId,
    ...runner((name, text, values) =>
      withClient(pool, (client) => sendOver(client, companyId)(name, text, values)),
    ),
    transaction: (work, { isLong } = {}) =>
      inTransaction(pool, isLong ? begin + LONG_SETTINGS : begin, (client) => {
        const inner: TenantDb = {
          companyId,
          ...runner(
            sendOver(client, undefined, isLong ? LONG_MS + CLIENT_TIMEOUT_MARGIN_MS : undefined),
          ),
          transaction: (nested) => nested(inner),
        };
        return work(inner);
      }),
  };
}

function systemDb(pool: pg.Pool): SystemDb {
  return {
    ...runner((name, text, values) =>
      withClient(pool, (client) => sendOver(client)(name, text, values)),
    ),
    transaction: (work, { isLong } = {}) =>
      inTransaction(pool, isLong ? `begin${LONG_SETTINGS}` : "begin", (client) => {
        const inner: SystemDb = {
          ...runner(
            sendOver(client, undefined, isLong ? LONG_MS + CLIENT_TIMEOUT_MARGIN_MS : undefined),
          ),
          transaction: (nested) => nested(inner),
        };
        return work(inner);
      }),
  };
}

/**
 * Prepares a connection for tenants' statements. Generic plans are planned once per connection. By
 * default PostgreSQL would plan each execution again, which takes four times as long as running it.
 */
export async function prepareTenants(client: pg.ClientBase): Promise<void> {
  await client.query("set plan_cache_mode = force_generic_plan");
  await client.query({ ...SET_COMPANY, values: [""] });
}

export interface DatabaseOptions {
  connectionString: string;
  /** Connections per role: the tenants' pool and the system's pool have this many each. */
  poolSize?: number;
  /** Statement timeout in milliseconds. */
  timeLimit?: number;
  /** Called with errors of idle connections, which the pool replaces automatically. */
  onIdleError: (error: Error) => void;
}

interface PoolOptions extends DatabaseOptions {
  role: string;
  applicationName: string;
  /** Additional settings of the driver. */
  driver?: pg.PoolConfig;
  /** Last step before a connection's first use. If it rejects, the connection is not used. */
  prepare?: (client: pg.ClientBase) => Promise<unknown>;
}

/**
 * Opens a pool whose connections switch to the role before their first use, whatever the connection
 * string says. A connection that did not get the role is refused.
 */
function openPool({
  connectionString,
  poolSize = 6,
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
    await prepare?.(client);
  };
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    types: valueTypes,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    // The server's own timeout does not help if the server hangs or is unreachable.
    query_timeout: timeLimit + CLIENT_TIMEOUT_MARGIN_MS,
    keepAlive: true,
    ...driver,
    // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool waits for it, which its types do not say
    onConnect,
  });
  pool.on("error", onIdleError);
  return pool;
}

/** How long `close` waits for running statements. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Opens the tenants' pool and the system's pool. No statement runs as the schema's owner. */
export function openDatabase(options: DatabaseOptions): Database {
  const open = (role: string, prepare?: PoolOptions["prepare"]) =>
    openPool({
      ...options,
      role,
      applicationName: `hearback ${role}`,
      ...(prepare && { prepare }),
    });
  const tenants = open("hearback_app", prepareTenants);
  const system = open("hearback_system");
  return {
    system: systemDb(system),
    tenant: (companyId) => tenantDb(tenants, companyId),
    close: async () => {
      await closing(Promise.all([tenants.end(), system.end()]), CLOSE_TIMEOUT_MS);
    },
  };
}

/** Reads of tenants' rows from a read-only server. */
export interface TenantReads extends Pick<Database, "tenant" | "close"> {}

/**
 * Opens the tenants' pool on a replica, with the same role and row-level security as on the
 * primary. Timeouts are shorter, because a failed read is repeated on the primary.
 * @param options `isExpectedServer` decides for each new connection whether it may be used
 */
export function openTenantReads({
  isExpectedServer,
  ...options
}: Omit<DatabaseOptions, "timeLimit"> & {
  isExpectedServer: (client: pg.ClientBase) => Promise<boolean>;
}): TenantReads {
  const pool = openPool({
    ...options,
    timeLimit: READ_TIMEOUT_MS,
    role: "hearback_app",
    applicationName: "hearback reads",
    driver: { connectionTimeoutMillis: REPLICA_CONNECT_TIMEOUT_MS },
    prepare: async (client) => {
      await client.query(
        `set default_transaction_read_only = on; set lock_timeout = ${String(REPLICA_LOCK_TIMEOUT_MS)}`,
      );
      if (!(await isExpectedServer(client)))
        throw new Error("the connection leads to another server than the watched replica");
      await prepareTenants(client);
    },
  });
  return {
    tenant: (companyId) => tenantDb(pool, companyId),
    close: () => pool.end(),
  };
}

/**
 * Statement timeout on the replica in milliseconds. After it the read is repeated on the primary.
 */
export const READ_TIMEOUT_MS = 3_000;

/**
 * Lock timeout on the replica in milliseconds. A lock there lasts until the replica has replayed
 * the end of its transaction, however long that takes.
 */
const REPLICA_LOCK_TIMEOUT_MS = 500;

/** Milliseconds to wait for a connection to the replica, including the wait for a free one. */
const REPLICA_CONNECT_TIMEOUT_MS = 1_000;
