import pg from "pg";
import { closing } from "./closing.ts";
import { NamedQuery, SET_COMPANY, TenantQuery } from "./namedQuery.ts";
import type { Statement } from "./statement.ts";
import { valueTypes } from "./valueTypes.ts";

/** Runs statements. Errors are the driver's: see `server/platform/db/errors.ts`. */
export interface Db {
  /** All rows. */
  all<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row | undefined>;
}

export interface TransactionOptions {
  /** Each of its statements may take ten minutes, waits for locks included, as what deletes a million items does, or waits for another process's start. */
  isLong?: boolean;
}

/** The database as one company sees it: row-level security hides every other company's rows. */
export interface TenantDb extends Db {
  readonly companyId: number;
  /** Several statements as one: all of them take effect, or none. `work` may be called again after a deadlock. */
  transaction<T>(work: (db: TenantDb) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/** The database across companies: for hosts, sessions, sign-up and the provider's console, never for a tenant's lists. */
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

/** Sends over one connection; with a company, each statement is a transaction of its own for that company. */
function sendOver(client: pg.PoolClient, companyId?: number, answerWithin?: number): Send {
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
      if (answerWithin !== undefined) query.query_timeout = answerWithin;
      client.query(query);
    });
}

/** Whether the connection itself is gone or going, so that nobody else must get it. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return error.severity === "FATAL" || error.severity === "PANIC";
  return !(error instanceof Refusal);
}

/** Whether all connections of a pool were busy for as long as one is waited for: nothing was sent, and none is lost. */
export function isPoolBusy(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

/** Whether a statement was given up because nobody answered. */
function isUnanswered(error: unknown): boolean {
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
    throw error instanceof Refusal ? error.cause : error;
  } finally {
    client.off("error", onError);
    client.release(isLost);
  }
}

/** Wraps what the caller's own code threw inside a transaction, so that a healthy connection is kept. */
class Refusal extends Error {}

/** What a statement of a transaction with `isLong` may take at most: the deletion of a company and of all that it has, say. */
const LONG_MS = 600_000;
const LONG = `; set local statement_timeout = ${String(LONG_MS)}; set local lock_timeout = 0`;

/**
 * So long does a statement wait for a lock, so that whoever holds one does not hold up all connections with it. Longer than a migration waits
 * for its own at most (`migrate.ts`), and than PostgreSQL takes to see a deadlock; and twice that is over before others have waited for a
 * connection in vain.
 */
const LOCK_WAIT_MS = 2_400;

/** How much later than the server itself a statement without an answer is given up, and its connection with it. */
const ANSWER_LATER_MS = 500;

/** So often is a transaction begun again that PostgreSQL broke off because two waited for each other. */
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
    // Nobody would answer that, either: the connection goes, and the transaction with it.
    if (isUnanswered(error)) throw error;
    await client.query("rollback");
    throw error instanceof pg.DatabaseError ? error : new Refusal("rolled back", { cause: error });
  }
  // A statement that failed and was caught leaves a transaction that can only be rolled back.
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
      inTransaction(pool, isLong ? begin + LONG : begin, (client) => {
        const inner: TenantDb = {
          companyId,
          ...runner(sendOver(client, undefined, isLong ? LONG_MS + ANSWER_LATER_MS : undefined)),
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
      inTransaction(pool, isLong ? `begin${LONG}` : "begin", (client) => {
        const inner: SystemDb = {
          ...runner(sendOver(client, undefined, isLong ? LONG_MS + ANSWER_LATER_MS : undefined)),
          transaction: (nested) => nested(inner),
        };
        return work(inner);
      }),
  };
}

/**
 * Makes a connection ready for the tenants' statements: each is planned once, for any company. Left to itself, PostgreSQL takes the plan for the
 * very values to be a little better and makes it anew every time, which takes four times as long as running it.
 */
export async function prepareTenants(client: pg.ClientBase): Promise<void> {
  await client.query("set plan_cache_mode = force_generic_plan");
  await client.query({ ...SET_COMPANY, values: [""] });
}

export interface DatabaseOptions {
  connectionString: string;
  /** Connections per role: the tenants' pool and the system's pool have this many each. */
  poolSize?: number;
  /** Milliseconds after which a statement is broken off. */
  timeLimit?: number;
  /** Called with the errors of idle connections, which the pool replaces by itself. */
  onIdleError: (error: Error) => void;
}

interface PoolOptions extends DatabaseOptions {
  role: string;
  applicationName: string;
  /** Beyond the usual settings of the driver. */
  driver?: pg.PoolConfig;
  /** The last step before a connection's first use; one that it rejects is not used. */
  prepare?: (client: pg.ClientBase) => Promise<unknown>;
}

/** Each connection takes its role before its first use, whatever the connection string says, and is refused when it did not get it. */
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
      set lock_timeout = ${String(LOCK_WAIT_MS)}; set idle_in_transaction_session_timeout = '15s'`);
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
    // A server that hangs, or is silently gone, breaks nothing off by itself.
    query_timeout: timeLimit + ANSWER_LATER_MS,
    keepAlive: true,
    ...driver,
    // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool waits for it, which its types do not say
    onConnect,
  });
  pool.on("error", onIdleError);
  return pool;
}

/** Statements under way are let end, where anyone answers. */
const CLOSED_WITHIN_MS = 5_000;

/** Opens the two pools. No statement ever runs as the owner. */
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
      await closing(Promise.all([tenants.end(), system.end()]), CLOSED_WITHIN_MS);
    },
  };
}

/** The tenants' rows on a server that only answers. */
export interface TenantReads extends Pick<Database, "tenant" | "close"> {}

/**
 * The tenants' pool on a replica: role, company in force and settings as on the primary. Whoever reads has another place to go, so nothing
 * is waited for as long as there.
 * @param options `isRight` says of each new connection whether it may be used
 */
export function openTenantReads({
  isRight,
  ...options
}: Omit<DatabaseOptions, "timeLimit"> & {
  isRight: (client: pg.ClientBase) => Promise<boolean>;
}): TenantReads {
  const pool = openPool({
    ...options,
    timeLimit: READ_WITHIN_MS,
    role: "hearback_app",
    applicationName: "hearback reads",
    driver: { connectionTimeoutMillis: CONNECTED_WITHIN_MS },
    prepare: async (client) => {
      await client.query(
        `set default_transaction_read_only = on; set lock_timeout = ${String(LOCKED_MS)}`,
      );
      if (!(await isRight(client)))
        throw new Error("another server answers than the one that is watched");
      await prepareTenants(client);
    },
  });
  return {
    tenant: (companyId) => tenantDb(pool, companyId),
    close: () => pool.end(),
  };
}

/** What a read of the replica may take, in milliseconds, before it is done again on the primary. */
export const READ_WITHIN_MS = 3_000;

/** What a replica locks is locked until it has replayed the end of it, however long that takes. */
const LOCKED_MS = 500;

/** Milliseconds that a connection to the replica may take, the wait for a free one included. */
const CONNECTED_WITHIN_MS = 1_000;
