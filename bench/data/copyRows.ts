import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { TableRows } from "./tableRows.ts";

/** Minimum chunk length in characters. Few large writes are faster than many small writes. */
const CHUNK = 64 * 1024;

/**
 * Yields the rows in the text format of COPY. The values need no escaping, because the texts of
 * `tableRows.ts` contain no tab, line break or backslash.
 */
function* chunksOf(rows: TableRows["rows"]): Generator<string> {
  let chunk = "";
  for (const row of rows) {
    chunk += `${row.map((value) => value ?? "\\N").join("\t")}\n`;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

/** Loads rows into a table with COPY. */
export async function copyRows(
  client: pg.ClientBase,
  { table, columns, rows }: TableRows,
): Promise<void> {
  const target = client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin`));
  await pipeline(Readable.from(chunksOf(rows), { objectMode: false }), target);
}
