import pg from "pg";
import { NamedQuery, SET_COMPANY, TenantQuery } from "./namedQuery.ts";
import type { Statement } from "./statement.ts";
import { valueTypes } from "./valueTypes.ts";

/** Runs statements. Errors are the driver's: see `server/db/errors.ts`. */
export interface Db {
  /** All rows. */
  all<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row | undefined>;
}

/** The database as one company sees it: row-level security hides every other company's rows. */
export interface TenantDb extends Db {
  readonly companyId: number;
  /** Several statements as one: all of them take effect, or none. `work` may be called again after a deadlock. */
  transaction<T>(work: (db: TenantDb) => Promise<T>): Promise<T>;
}

/** The database across companies: for hosts, sessions, sign-up and the provider's console, never for a tenant's lists. */
export interface SystemDb extends Db {
  transaction<T>(work: (db: SystemDb) => Promise<T>): Promise<T>;
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
function sendOver(client: pg.PoolClient, companyId?: number): Send {
  return (name, text, values) =>
    new Promise((resolve, reject) => {
      const done = (error: Error | null, result: pg.QueryResult) => {
        if (error) reject(error);
        else resolve(result);
      };
      client.query(
        companyId === undefined
          ? new NamedQuery(name, text, values, done)
          : new TenantQuery(companyId, name, text, values, done),
      );
    });
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    // An error without an SQLSTATE came from the connection, not from the statement.
    broken = !(error instanceof pg.DatabaseError) && !(error instanceof Refusal);
    throw error instanceof Refusal ? error.cause : error;
  } finally {
    client.release(broken);
  }
}

/** Wraps what the caller's own code threw inside a transaction, so that a healthy connection is kept. */
class Refusal extends Error {}

/** So often is a transaction begun again that PostgreSQL broke off because two waited for each other. */
const DEADLOCK_RETRIES = 3;

async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await tryTransaction(pool, begin, work);
    } catch (error) {
      const isDeadlock = error instanceof pg.DatabaseError && error.code === "40P01";
      if (!isDeadlock || attempt >= DEADLOCK_RETRIES) throw error;
    }
  }
}

async function tryTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return withClient(pool, async (client) => {
    await client.query(begin);
    let result: T;
    try {
      result = await work(client);
    } catch (error) {
      await client.query("rollback");
      throw error instanceof pg.DatabaseError ? error : new Refusal("rolled back", { cause: error });
    }
    await client.query("commit");
    return result;
  });
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
    transaction: (work) =>
      inTransaction(pool, begin, (client) => {
        const inner: TenantDb = {
          companyId,
          ...runner(sendOver(client)),
          transaction: (nested) => nested(inner),
        };
        return work(inner);
      }),
  };
}

function systemDb(pool: pg.Pool): SystemDb {
  return {
    ...runner((name, text, values) => withClient(pool, (client) => sendOver(client)(name, text, values))),
    transaction: (work) =>
      inTransaction(pool, "begin", (client) => {
        const inner: SystemDb = { ...runner(sendOver(client)), transaction: (nested) => nested(inner) };
        return work(inner);
      }),
  };
}

export interface DatabaseOptions {
  connectionString: string;
  /** Connections per role: the tenants' pool and the system's pool have this many each. */
  poolSize?: number;
  /** Called with the errors of idle connections, which the pool replaces by itself. */
  onIdleError: (error: Error) => void;
}

/** Opens the two pools. Each connection takes its role when it starts, so no statement ever runs as the owner. */
export function openDatabase({ connectionString, poolSize = 6, onIdleError }: DatabaseOptions): Database {
  const open = (role: string, onConnect?: (client: pg.ClientBase) => Promise<void>) => {
    const pool = new pg.Pool({
      connectionString,
      max: poolSize,
      types: valueTypes,
      options: `-c role=${role} -c timezone=UTC`,
      application_name: `hearback ${role}`,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 15_000,
      keepAlive: true,
      // pg-pool waits for it, which its types do not say.
      onConnect: onConnect as ((client: pg.ClientBase) => void) | undefined,
    });
    pool.on("error", onIdleError);
    return pool;
  };
  const tenants = open("hearback_app", async (client) => {
    await client.query({ ...SET_COMPANY, values: [""] });
  });
  const system = open("hearback_system");
  return {
    system: systemDb(system),
    tenant: (companyId) => tenantDb(tenants, companyId),
    close: async () => {
      await Promise.all([tenants.end(), system.end()]);
    },
  };
}
