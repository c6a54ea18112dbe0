import type pg from "pg";
import { waitUntilClosed } from "./waitUntilClosed.ts";
import type { PrecedingStatement } from "./namedQuery.ts";
import {
  BEGIN,
  LONG_MS,
  NamedQuery,
  SET_GENERIC_PLANS,
  SET_LONG_TIMEOUTS,
  settingCompany,
} from "./namedQuery.ts";
import type { DatabaseOptions, PoolOptions } from "./openPool.ts";
import {
  CLIENT_TIMEOUT_MARGIN_MS,
  CONNECT_TIMEOUT_MS,
  POOL_SIZE,
  openPool,
  prepareSystem,
  prepareTenants,
} from "./openPool.ts";
import type { Statement } from "./statement.ts";
import { collectGroups, sendGroup } from "./statementGroup.ts";
import { inTransaction, repeatAfterDeadlock, withClient } from "./transaction.ts";
import type { TurnOwner, Turns } from "./turns.ts";
import { createTurns, inTransactionScope } from "./turns.ts";

/**
 * Runs statements. If PostgreSQL or the connection fails, a statement rejects with the driver's
 * error, which `server/platform/db/errors.ts` classifies. If too many statements of the same turn
 * owner wait, or if a statement has waited too long for its turn, the statement rejects with an
 * `OverloadError`.
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
   * Milliseconds after which PostgreSQL cancels a tenant's statement. This limit replaces the
   * pool's limit and has no effect inside a transaction.
   */
  timeoutMs?: number;
}

export interface TransactionOptions {
  /**
   * Whether each statement is allowed to take ten minutes, including lock waits. Used for large
   * deletions, and for the wait until another process has filled the database.
   */
  isLong?: boolean;
  /**
   * Whether the transaction consists of one statement. It is committed in the round trip of this
   * statement. A second statement is refused.
   */
  isSingle?: boolean;
}

export interface SystemTransactionOptions extends Pick<TransactionOptions, "isLong"> {
  /**
   * Whether PostgreSQL plans the statements once per connection, as it does for tenants. For
   * statements whose planning takes longer than their execution.
   */
  hasGenericPlans?: boolean;
}

/** A running transaction. Its statements are committed together or not at all. */
export interface Transaction extends Db {
  readonly isTransaction: true;
}

/**
 * The database restricted to one company. Row-level security hides the rows of all other companies.
 */
export interface TenantDb extends Db {
  readonly companyId: number;
  /**
   * Returns the same database for statements that only read. Statements that are sent at the same
   * time then share one round trip, turn and transaction, except those with a `timeoutMs`. A failed
   * statement does not affect the others.
   */
  grouped(): TenantDb;
  /** Runs several statements atomically. After a deadlock, `work` is called again. */
  transaction<T>(
    work: (db: TenantTransaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
}

/** A transaction of one company. */
export interface TenantTransaction extends TenantDb, Transaction {}

/**
 * The database of all companies, for statements that are not restricted to one company. It serves,
 * for example, hosts, sessions, registration, jobs and the super admins' console.
 */
export interface SystemDb extends Db {
  transaction<T>(
    work: (db: SystemTransaction) => Promise<T>,
    options?: SystemTransactionOptions,
  ): Promise<T>;
}

/** A transaction of all companies. */
export interface SystemTransaction extends SystemDb, Transaction {}

export interface Database {
  readonly system: SystemDb;
  tenant(companyId: number): TenantDb;
  /**
   * Returns the same database, except that its statements take the turns of this owner. By default,
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

type Call = [name: string, text: string, values: unknown[], options?: StatementOptions];
type Send = (...call: Call) => Promise<pg.QueryResult>;

function runner(send: Send): Db {
  return {
    all: async (statement, params, options) =>
      (await send(statement.name, statement.text, statement.values(params), options)).rows,
    first: async (statement, params, options) =>
      (await send(statement.name, statement.text, statement.values(params), options)).rows[0],
  };
}

/** Options for sending one statement. */
interface Sending {
  /** Statements that are executed before this statement, in the same round trip. */
  preceding?: readonly PrecedingStatement[];
  /**
   * Milliseconds after which the driver stops waiting for the result; by default the pool's
   * timeout.
   */
  timeoutMs?: number | undefined;
}

/** Sends one statement over a connection. */
function sendOver(
  client: pg.PoolClient,
  [name, text, values]: Call,
  { preceding = [], timeoutMs }: Sending,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new NamedQuery(name, text, values, (error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
    query.preceding = preceding;
    if (timeoutMs !== undefined) query.query_timeout = timeoutMs;
    client.query(query);
  });
}

/**
 * Sends the statements of a transaction. The first statement also begins the transaction, in the
 * same round trip.
 */
function sendInTransaction(
  client: pg.PoolClient,
  { isLong = false }: TransactionOptions,
  settings: readonly PrecedingStatement[] = [],
): Send {
  let preceding = [BEGIN, ...(isLong ? [SET_LONG_TIMEOUTS] : []), ...settings];
  const timeoutMs = isLong ? LONG_MS + CLIENT_TIMEOUT_MARGIN_MS : undefined;
  return (...call) => {
    const sent = sendOver(client, call, { preceding, timeoutMs });
    preceding = [];
    return sent;
  };
}

/** Sends the statement of a transaction that has only one statement, and refuses a second one. */
function sendOnce(send: Send): Send {
  let isSent = false;
  return (...call) => {
    if (isSent) throw new Error("A transaction with isSingle has only one statement");
    isSent = true;
    return send(...call);
  };
}

/** @param owner the owner whose turns the statements take */
export function tenantDb(
  { pool, turns }: Connections,
  companyId: number,
  owner: TurnOwner = companyId,
): TenantDb {
  if (!Number.isSafeInteger(companyId) || companyId <= 0) {
    throw new RangeError(`Not a company's id: ${String(companyId)}`);
  }
  const sendAlone: Send = (name, text, values, { timeoutMs } = {}) => {
    const preceding = [settingCompany(companyId, timeoutMs)];
    return turns(owner, () =>
      withClient(pool, (client) => sendOver(client, [name, text, values], { preceding })),
    );
  };
  const transactionOver = (send: Send): TenantTransaction => {
    const inner: TenantTransaction = {
      companyId,
      isTransaction: true,
      ...runner(send),
      grouped: () => inner,
      transaction: (nested) => nested(inner),
    };
    return inner;
  };
  const sendGrouped = (): Send => {
    const add = collectGroups((group) =>
      turns(owner, () =>
        withClient(pool, (client) => sendGroup(client, group, settingCompany(companyId))),
      ),
    );
    return (name, text, values, options) =>
      options?.timeoutMs === undefined
        ? add(name, text, values)
        : sendAlone(name, text, values, options);
  };
  const db: TenantDb = {
    companyId,
    ...runner(sendAlone),
    grouped: () => ({ ...db, ...runner(sendGrouped()) }),
    transaction: (work, options = {}) => {
      if (options.isSingle)
        return repeatAfterDeadlock(() => work(transactionOver(sendOnce(sendAlone))));
      return turns(owner, () =>
        inTransaction(pool, (client) => {
          const send = sendInTransaction(client, options, [settingCompany(companyId)]);
          return inTransactionScope(() => work(transactionOver(send)));
        }),
      );
    },
  };
  return db;
}

function systemDb({ pool, turns }: Connections, owner: TurnOwner): SystemDb {
  return {
    ...runner((...call) =>
      turns(owner, () => withClient(pool, (client) => sendOver(client, call, {}))),
    ),
    transaction: (work, { hasGenericPlans = false, ...options } = {}) =>
      turns(owner, () =>
        inTransaction(pool, (client) => {
          const settings = hasGenericPlans ? [SET_GENERIC_PLANS] : [];
          const inner: SystemTransaction = {
            isTransaction: true,
            ...runner(sendInTransaction(client, options, settings)),
            transaction: (nested) => nested(inner),
          };
          return inTransactionScope(() => work(inner));
        }),
      ),
  };
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
  const system = { pool: open("hearback_system", prepareSystem), turns };
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
