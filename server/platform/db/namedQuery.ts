import { LRUCache } from "lru-cache";
import pg from "pg";
import { camelCase } from "./columnNames.ts";

/**
 * The methods of the driver's connection that are used here. They are not part of the driver's
 * public types, so the version of pg is pinned.
 */
interface WireConnection {
  bind(config: { portal: string; statement: string; values: unknown[] }): void;
  execute(config: { portal: string; rows: number }): void;
  close(config: { type: "S"; name: string }): void;
  /**
   * Texts of the prepared statements by name. The driver reads this object to decide whether to
   * prepare a statement.
   */
  parsedStatements: Record<string, string>;
}

interface RowDescription {
  fields: { name: string }[];
}

declare module "pg" {
  interface Query {
    name: string;
    prepare(connection: WireConnection): void;
    handleRowDescription(message: RowDescription): void;
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, connection: WireConnection): void;
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
 * Marks a statement as used. If too many are prepared, deallocates the least recently used
 * statement.
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

/** A prepared statement whose result columns have the contract's names. */
export class NamedQuery extends pg.Query {
  /** Milliseconds after which the driver gives the query up; undefined uses the pool's timeout. */
  declare query_timeout?: number;

  constructor(name: string, text: string, values: unknown[], done: Done) {
    super({ name, text, values } as pg.QueryConfig, undefined as never);
    (this as unknown as { callback: Done }).callback = done;
  }

  override prepare(connection: WireConnection): void {
    markUsed(connection, this.name);
    super.prepare(connection);
  }

  override handleRowDescription(message: RowDescription): void {
    for (const field of message.fields) field.name = camelCase(field.name);
    super.handleRowDescription(message);
  }
}

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
 * A statement that runs for one company. `set_config` is executed first, within the same Sync
 * message, so that it shares the statement's transaction and round trip. The setting ends with the
 * transaction.
 */
export class TenantQuery extends NamedQuery {
  readonly #companyId: number;
  #settingCompany = true;

  /** Milliseconds after which PostgreSQL cancels the statement; undefined uses the pool's limit. */
  timeoutMs?: number;

  constructor(companyId: number, name: string, text: string, values: unknown[], done: Done) {
    super(name, text, values, done);
    this.#companyId = companyId;
  }

  override prepare(connection: WireConnection): void {
    const company = String(this.#companyId);
    connection.bind(
      this.timeoutMs === undefined
        ? { portal: "", statement: SET_COMPANY.name, values: [company] }
        : {
            portal: "",
            statement: SET_COMPANY_AND_TIMEOUT.name,
            values: [company, String(this.timeoutMs)],
          },
    );
    connection.execute({ portal: "", rows: 0 });
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (!this.#settingCompany) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (this.#settingCompany) this.#settingCompany = false;
    else super.handleCommandComplete(message, connection);
  }
}
