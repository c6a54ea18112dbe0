import { LRUCache } from "lru-cache";
import pg from "pg";
import { camelCase } from "./columnNames.ts";

/**
 * The methods of the driver's connection that are used here. They are not part of the driver's
 * public types, so the version of pg is pinned.
 */
export interface WireConnection {
  bind(config: { portal: string; statement: string; values: unknown[] }): void;
  execute(config: { portal: string; rows: number }): void;
  close(config: { type: "S"; name: string }): void;
  sync(): void;
  /**
   * Texts of the prepared statements by name. The driver reads this object to decide whether to
   * prepare a statement.
   */
  parsedStatements: Record<string, string>;
  /** Texts of the statements that PostgreSQL has not yet confirmed to be prepared. */
  submittedNamedStatements: Record<string, string>;
}

export interface RowDescription {
  fields: { name: string }[];
}

declare module "pg" {
  interface Query {
    name: string;
    text: string;
    callback: (error: Error | null, result?: unknown) => void;
    /** `_types` is set by the client. */
    _result: { _types?: unknown };
    _getRows(connection: WireConnection): void;
    prepare(connection: WireConnection): void;
    handleRowDescription(message: RowDescription): void;
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, connection: WireConnection): void;
    handleReadyForQuery(connection: WireConnection): void;
    handleError(error: Error, connection: WireConnection): void;
  }
}

type Done = (error: Error | null, result: pg.QueryResult) => void;

/**
 * Maximum number of prepared statements per connection. Each takes about 70 kB of the server's
 * memory. Lists have thousands of variants, but only a few variants are used often.
 */
const MAX_PREPARED = 200;

/** Names of the statements prepared on each connection. */
const prepared = new WeakMap<WireConnection, LRUCache<string, true>>();

/**
 * Marks a statement as used. If too many statements are prepared, deallocates the least recently
 * used statement.
 */
function markUsed(connection: WireConnection, name: string) {
  let names = prepared.get(connection);
  if (!names) {
    const dispose = (_used: true, evicted: string) => {
      delete connection.parsedStatements[evicted];
      connection.close({ type: "S", name: evicted });
    };
    names = new LRUCache({ max: MAX_PREPARED, dispose });
    prepared.set(connection, names);
  }
  names.set(name, true);
}

/** A statement that is prepared on the connection and whose result nobody needs. */
export interface PrecedingStatement {
  readonly name: string;
  readonly values?: string[];
}

/** A prepared statement whose result columns have the contract's names. */
export class NamedQuery extends pg.Query {
  /**
   * Milliseconds after which the driver stops waiting for the result; undefined means the pool's
   * timeout.
   */
  declare query_timeout?: number;

  /**
   * Statements that are executed first, without a Sync message in between, so that they share the
   * statement's transaction and round trip.
   */
  preceding: readonly PrecedingStatement[] = [];
  #completed = 0;
  /** Whether all rows of the statement have arrived. */
  isComplete = false;

  constructor(name: string, text: string, values: unknown[], done: Done) {
    super({ name, text, values } as pg.QueryConfig, undefined as never);
    (this as unknown as { callback: Done }).callback = done;
  }

  override prepare(connection: WireConnection): void {
    for (const { name, values = [] } of this.preceding) {
      connection.bind({ portal: "", statement: name, values });
      connection.execute({ portal: "", rows: 0 });
    }
    markUsed(connection, this.name);
    super.prepare(connection);
  }

  override handleRowDescription(message: RowDescription): void {
    for (const field of message.fields) field.name = camelCase(field.name);
    super.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    if (this.#completed === this.preceding.length) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (this.#completed < this.preceding.length) {
      this.#completed += 1;
      return;
    }
    super.handleCommandComplete(message, connection);
    this.isComplete = true;
  }
}

/** Begins a transaction. Prepared on every connection before the connection is used. */
export const BEGIN = { name: "begin", text: "begin" } as const;

/** Statement timeout of long transactions in milliseconds. */
export const LONG_MS = 600_000;

/**
 * Lets each statement of a transaction take up to `LONG_MS`, lock waits included. Every connection
 * prepares this statement, like `BEGIN`.
 */
export const SET_LONG_TIMEOUTS = {
  name: "set_long_timeouts",
  text: `select set_config('statement_timeout', '${String(LONG_MS)}', true),
    set_config('lock_timeout', '0', true)`,
} as const;

/**
 * Lets PostgreSQL plan each statement of a transaction once per connection. By default, it plans
 * the first five executions anew. Prepared on the connections of the system's pool.
 */
export const SET_GENERIC_PLANS = {
  name: "set_generic_plans",
  text: "select set_config('plan_cache_mode', 'force_generic_plan', true)",
} as const;

/**
 * Sets a transaction's company. Prepared on every connection of the tenants' pool before the
 * connection is used.
 */
export const SET_COMPANY = {
  name: "set_company",
  text: "select set_config('app.company_id', $1, true)",
} as const;

/**
 * Sets a transaction's company and its statement timeout in milliseconds. Prepared like
 * `SET_COMPANY`.
 */
export const SET_COMPANY_AND_TIMEOUT = {
  name: "set_company_and_timeout",
  text: "select set_config('app.company_id', $1, true), set_config('statement_timeout', $2, true)",
} as const;

/**
 * Returns the statement that sets a transaction's company.
 * @param timeoutMs milliseconds after which PostgreSQL cancels a statement of the transaction; by
 * default, the pool's limit applies
 */
export function settingCompany(companyId: number, timeoutMs?: number): PrecedingStatement {
  const company = String(companyId);
  return timeoutMs === undefined
    ? { name: SET_COMPANY.name, values: [company] }
    : { name: SET_COMPANY_AND_TIMEOUT.name, values: [company, String(timeoutMs)] };
}

/**
 * A statement that runs for one company. The company is set only for the statement's own
 * transaction.
 */
export class TenantQuery extends NamedQuery {
  constructor(companyId: number, name: string, text: string, values: unknown[], done: Done) {
    super(name, text, values, done);
    this.preceding = [settingCompany(companyId)];
  }
}
