import type pg from "pg";
import { waitUntilClosed } from "./waitUntilClosed.ts";
import { NamedQuery, TenantQuery } from "./namedQuery.ts";
import type { DatabaseOptions, PoolOptions } from "./openPool.ts";
import {
  CLIENT_TIMEOUT_MARGIN_MS,
  CONNECT_TIMEOUT_MS,
  POOL_SIZE,
  openPool,
  prepareTenants,
} from "./openPool.ts";
import type { Statement } from "./statement.ts";
import { inTransaction, withClient } from "./transaction.ts";
import type { TurnOwner, Turns } from "./turns.ts";
import { createTurns, inTransactionScope } from "./turns.ts";

/**
 * Runs statements. A statement rejects with the driver's error, which
 * `server/platform/db/errors.ts` classifies, or with an `OverloadError` if too many statements of
 * the same turn owner wait.
 */
export interface Db {
  /** Returns all rows. */
  all<Params, Row>(
    statement: Statement<Params, Row>,
    params: Params,
    options?: StatementOptions,
  ): Promise<Row[]>;
  /** Returns the first row, or undefined. */
  first<Params, Row>(
    statement: Statement<Params, Row>,
    params: Params,
    options?: StatementOptions,
  ): Promise<Row | undefined>;
}

export interface StatementOptions {
  /**
   * Milliseconds after which PostgreSQL cancels a tenant's statement. It replaces the pool's limit
   * and has no effect inside a transaction.
   */
  timeoutMs?: number;
}

export interface TransactionOptions {
  /**
   * Whether each statement may take ten minutes, including lock waits. Used to delete very large
   * companies and to wait for another process's setup.
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
 * The database of all companies. It serves hosts, sessions, registration and the super admins'
 * console, and never a tenant's data.
 */
export interface SystemDb extends Db {
  transaction<T>(work: (db: SystemDb) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

export interface Database {
  readonly system: SystemDb;
  tenant(companyId: number): TenantDb;
  /**
   * Returns the same database, whose statements then take the turns of this owner. By default,
   * statements of `tenant` take the turns of their company, and statements of `system` take the
   * turns of the process.
   */
  inTurnsOf(owner: TurnOwner): Database;
  close(): Promise<void>;
}

/** A pool of connections, and the turns for which statements wait before they use a connection. */
interface Connections {
  pool: pg.Pool;
  turns: Turns;
}

type Send = (
  name: string,
  text: string,
  values: unknown[],
  options?: StatementOptions,
) => Promise<pg.QueryResult>;

function runner(send: Send): Db {
  return {
    all: async (statement, params, options) =>
      (await send(statement.name, statement.text, statement.values(params), options)).rows,
    first: async (statement, params, options) =>
      (await send(statement.name, statement.text, statement.values(params), options)).rows[0],
  };
}

/**
 * Sends statements over one connection. With a company id, each statement is its own transaction
 * for that company.
 */
function sendOver(client: pg.PoolClient, companyId?: number, timeoutMs?: number): Send {
  return (name, text, values, options) =>
    new Promise((resolve, reject) => {
      const done = (error: Error | null, result: pg.QueryResult) => {
        if (error) reject(error);
        else resolve(result);
      };
      let query: NamedQuery;
      if (companyId === undefined) query = new NamedQuery(name, text, values, done);
      else {
        const tenantQuery = new TenantQuery(companyId, name, text, values, done);
        if (options?.timeoutMs !== undefined) tenantQuery.timeoutMs = options.timeoutMs;
        query = tenantQuery;
      }
      if (timeoutMs !== undefined) query.query_timeout = timeoutMs;
      client.query(query);
    });
}

/** Statement timeout in milliseconds in transactions with `isLong`. */
const LONG_MS = 600_000;
const LONG_SETTINGS = `; set local statement_timeout = ${String(LONG_MS)}; set local lock_timeout = 0`;

function tenantDb(
  { pool, turns }: Connections,
  companyId: number,
  owner: TurnOwner = companyId,
): TenantDb {
  if (!Number.isSafeInteger(companyId) || companyId <= 0) {
    throw new RangeError(`Not a company's id: ${String(companyId)}`);
  }
  const begin = `begin; select set_config('app.company_id', '${String(companyId)}', true)`;
  return {
    companyId,
    ...runner((name, text, values, options) =>
      turns(owner, () =>
        withClient(pool, (client) => sendOver(client, companyId)(name, text, values, options)),
      ),
    ),
    transaction: (work, { isLong } = {}) =>
      turns(owner, () =>
        inTransaction(pool, isLong ? begin + LONG_SETTINGS : begin, (client) => {
          const inner: TenantDb = {
            companyId,
            ...runner(sendInTransaction(client, isLong)),
            transaction: (nested) => nested(inner),
          };
          return inTransactionScope(() => work(inner));
        }),
      ),
  };
}

function systemDb({ pool, turns }: Connections, owner: TurnOwner): SystemDb {
  return {
    ...runner((name, text, values) =>
      turns(owner, () => withClient(pool, (client) => sendOver(client)(name, text, values))),
    ),
    transaction: (work, { isLong } = {}) =>
      turns(owner, () =>
        inTransaction(pool, isLong ? `begin${LONG_SETTINGS}` : "begin", (client) => {
          const inner: SystemDb = {
            ...runner(sendInTransaction(client, isLong)),
            transaction: (nested) => nested(inner),
          };
          return inTransactionScope(() => work(inner));
        }),
      ),
  };
}

/**
 * Sends statements of a transaction whose beginning has already set the company and the timeouts.
 */
function sendInTransaction(client: pg.PoolClient, isLong = false): Send {
  return sendOver(client, undefined, isLong ? LONG_MS + CLIENT_TIMEOUT_MARGIN_MS : undefined);
}

/** Milliseconds that `close` waits for running statements. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Opens the tenants' pool and the system's pool, which share their turns. No statement runs as the
 * schema's owner.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const open = (role: string, prepare?: PoolOptions["prepare"]) =>
    openPool({
      ...options,
      role,
      applicationName: `hearback ${role}`,
      ...(prepare && { prepare }),
    });
  const turns = createTurns(options.poolSize ?? POOL_SIZE, CONNECT_TIMEOUT_MS);
  const tenants = { pool: open("hearback_app", prepareTenants), turns };
  const system = { pool: open("hearback_system"), turns };
  const inTurnsOf = (owner?: TurnOwner): Database => ({
    system: systemDb(system, owner ?? "process"),
    tenant: (companyId) => tenantDb(tenants, companyId, owner),
    inTurnsOf,
    close: async () => {
      const closed = Promise.all([tenants.pool.end(), system.pool.end()]);
      await waitUntilClosed(closed, CLOSE_TIMEOUT_MS);
    },
  });
  return inTurnsOf();
}

/** Reads tenants' rows from a read-only server. */
export interface TenantReads extends Pick<Database, "close"> {
  /** @param owner the owner whose turns the statements take; by default the company */
  tenant(companyId: number, owner?: TurnOwner): TenantDb;
}

/**
 * Opens the tenants' pool on a replica, with the same role and row-level security as on the
 * primary. Timeouts are shorter, because a failed read is repeated on the primary.
 * @param options `isExpectedServer` decides for each new connection whether the connection may be
 * used
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
  const turns = createTurns(options.poolSize ?? POOL_SIZE, REPLICA_CONNECT_TIMEOUT_MS);
  return {
    tenant: (companyId, owner) => tenantDb({ pool, turns }, companyId, owner),
    close: () => pool.end(),
  };
}

/**
 * Statement timeout on the replica in milliseconds. After this time the read is repeated on the
 * primary.
 */
export const READ_TIMEOUT_MS = 3_000;

/**
 * Lock timeout on the replica in milliseconds. A lock on the replica lasts until the replica has
 * replayed the end of the transaction that holds the lock, which may take long.
 */
const REPLICA_LOCK_TIMEOUT_MS = 500;

/** Milliseconds to wait for a turn on the replica, and for a new connection to it. */
const REPLICA_CONNECT_TIMEOUT_MS = 1_000;
