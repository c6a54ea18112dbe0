import type { Sql } from "./sql.ts";
import { sql } from "./sql.ts";

/** SQL type of a field; an empty `optional text` is stored as null. */
type FieldType =
  | "text"
  | "optional text"
  | "text[]"
  | "bigint"
  | "boolean"
  | "jsonb"
  | "timestamptz";

/**
 * Returns the names of the fields that a partial update sets, for the parameter `changed` of its
 * statement.
 */
export function changedFields(changes: object): string[] {
  return Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
}

/**
 * Builds the SET list of a partial update. The statement's parameter `changed` lists the fields to
 * update. Each of them gets the value of the parameter with the same name. All other fields keep
 * their values.
 * @param table the name of the updated table; required if the statement also reads other tables
 */
export function assignChanged(
  fields: Readonly<Record<string, FieldType>>,
  parameters: { changed: readonly string[] },
  table?: string,
): Sql {
  const values = parameters as unknown as Readonly<Record<string, unknown>>;
  return sql.join(
    Object.entries(fields).map(([name, type]) => {
      const column = sql.ref(name);
      const old = table === undefined ? column : sql.ref(`${table}.${name}`);
      const value =
        type === "optional text"
          ? sql`nullif(${values[name]}::text, '')`
          : sql`${values[name]}::${sql.raw(type)}`;
      const isChanged = sql`${sql.lit(name)} = any (${parameters.changed}::text[])`;
      return sql`${column} = case when ${isChanged} then ${value} else ${old} end`;
    }),
  );
}
