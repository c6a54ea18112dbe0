import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

/** A database connection of the schema's owner. */
export interface Connection {
  rows<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Streams rows in COPY text format and returns the number of rows. Respects backpressure. */
  copyOut(query: string): AsyncGenerator<Buffer, number>;
  /** Inserts rows in COPY text format and returns the number of rows. */
  copyIn(target: string, blocks: AsyncIterable<Buffer>): Promise<number>;
  close(): Promise<void>;
}

/** Settings that make values independent of the server's configuration and disable time limits. */
const SETTINGS = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO'; set timezone = 'UTC'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1; set search_path = public; set role none;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/**
 * Connects to the database.
 * @throws the driver's error if the connection fails
 */
export async function connect(connectionString: string): Promise<Connection> {
  const client = new pg.Client({
    connectionString,
    application_name: "hearback backup",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // The error is ignored here, because the running query receives the error as well.
  client.on("error", () => undefined);
  await client.connect();
  await client.query(SETTINGS);
  return {
    rows: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows,
    async *copyOut(query) {
      const stream = client.query(copyTo(`copy (${query}) to stdout`));
      for await (const chunk of stream) yield chunk as Buffer;
      // The stream ends before the server's message with the number of rows is read. An empty
      // statement waits for this message.
      await client.query("");
      return stream.rowCount;
    },
    copyIn: async (target, blocks) => {
      const stream = client.query(copyFrom(`copy ${target} from stdin`));
      await pipeline(blocks, stream);
      return stream.rowCount;
    },
    close: () => client.end(),
  };
}

/** Quotes an SQL identifier. */
export function quoted(name: string): string {
  return pg.escapeIdentifier(name);
}

/** Quotes an SQL string. */
export function literal(text: string): string {
  return pg.escapeLiteral(text);
}
