import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";

/**
 * The source of a text of the row `row`: the Markdown, or the plain text if there is none. `name` is
 * the column of the plain text.
 */
export const sourceOf = (row: string, name: string): Sql =>
  sql`coalesce(${sql.ref(`${row}.${name}Markdown`)}, ${sql.ref(`${row}.${name}`)})`;

/** How the source is read. */
export const formatOf = (row: string, name: string): Sql =>
  sql`case when ${sql.ref(`${row}.${name}Markdown`)} is null then 'plain' else 'markdown' end`;

/** The columns of a source and of its format. */
export const sourceColumns = (row: string, name: string): Sql =>
  sql`${sourceOf(row, name)} as ${sql.ref(name)}, ${formatOf(row, name)} as ${sql.ref(`${name}Format`)}`;
