import pg from "pg";
import { camelCase } from "./columnNames.ts";

/** What of the driver's connection is used here; it is not part of its typed interface, so pg is pinned exactly. */
interface WireConnection {
  bind(config: { portal: string; statement: string; values: unknown[] }): void;
  execute(config: { portal: string; rows: number }): void;
  close(config: { type: "S"; name: string }): void;
  /** What PostgreSQL has prepared, by name: the driver asks it whether to prepare. */
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
 * So many statements stay prepared on a connection, each some 70 kB of the server's memory: lists have thousands of shapes, few of which
 * are asked for again and again.
 */
const MOST_PREPARED = 200;

/** Names of what is prepared on a connection, the one that was not used for longest first. */
const prepared = new WeakMap<WireConnection, Set<string>>();

/** Gives up what was not used for longest, before another is prepared: it would be prepared again, should it be asked for. */
function makeRoom(connection: WireConnection, name: string) {
  let names = prepared.get(connection);
  if (!names) prepared.set(connection, (names = new Set()));
  names.delete(name);
  names.add(name);
  if (names.size <= MOST_PREPARED) return;
  const [oldest = ""] = names;
  names.delete(oldest);
  delete connection.parsedStatements[oldest];
  connection.close({ type: "S", name: oldest });
}

/** A prepared statement whose rows have the contract's names. */
export class NamedQuery extends pg.Query {
  /** After so many milliseconds the driver gives it up; without it, after the pool's. */
  declare query_timeout?: number;

  constructor(name: string, text: string, values: unknown[], done: Done) {
    super({ name, text, values } as pg.QueryConfig, undefined as never);
    (this as unknown as { callback: Done }).callback = done;
  }

  override prepare(connection: WireConnection): void {
    makeRoom(connection, this.name);
    super.prepare(connection);
  }

  override handleRowDescription(message: RowDescription): void {
    for (const field of message.fields) field.name = camelCase(field.name);
    super.handleRowDescription(message);
  }
}

/** Prepared on every connection of the tenants' pool before its first use. */
export const SET_COMPANY = {
  name: "set_company",
  text: "select set_config('app.company_id', $1, true)",
} as const;

/**
 * A statement run for one company: `set_config` is bound before it under the same Sync, so that both are one transaction and one
 * round trip, and the setting is gone before anyone else can use the connection.
 */
export class TenantQuery extends NamedQuery {
  readonly #companyId: number;
  #settingCompany = true;

  constructor(companyId: number, name: string, text: string, values: unknown[], done: Done) {
    super(name, text, values, done);
    this.#companyId = companyId;
  }

  override prepare(connection: WireConnection): void {
    connection.bind({ portal: "", statement: SET_COMPANY.name, values: [String(this.#companyId)] });
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
