import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { dataTables } from "./dataTables.ts";
import type { AttackFixtures } from "./attackFixtures.ts";

interface Row {
  table: string;
  values: Record<string, unknown>;
}

/** All rows of the database at one point in time, each as JSON. */
export type Snapshot = ReadonlySet<string>;

export async function takeSnapshot(portal: TestPortal): Promise<Snapshot> {
  return new Set((await readRows(portal)).map((row) => JSON.stringify(row)));
}

/** Returns the rows that are new or changed since the snapshot. */
export async function writtenRows(portal: TestPortal, before: Snapshot): Promise<Row[]> {
  return (await readRows(portal)).filter((row) => !before.has(JSON.stringify(row)));
}

let query: string | undefined;

async function readRows(portal: TestPortal): Promise<Row[]> {
  query ??= (await dataTables(portal))
    .map((name) => `select '${name}' as "table", row_to_json(t) as "values" from "${name}" t`)
    .join(" union all ");
  return portal.sql<Row>(query, [], "all rows");
}

/**
 * Converts rows to a form that is equal for two sets of fixtures after the same call. The ids of
 * the fixtures' companies, users and boards are replaced by their names in the fixtures. Other
 * values are replaced by their types, except null, booleans and short words.
 */
export function shapeOf(rows: readonly Row[], fixtures: AttackFixtures): string[] {
  const users = labels(fixtures, ["customer", "admin", "superAdmin"]);
  const companies = labels(fixtures, ["company", "other"]);
  const boards = labels(fixtures, ["board", "privateBoard", "foreignBoard"]);
  const labelOf = (column: string, value: unknown): unknown => {
    if (column.endsWith("company_id")) return companies.get(value) ?? value;
    if (column.endsWith("user_id")) return users.get(value) ?? value;
    if (column === "board_id") return boards.get(value) ?? value;
    // The last characters of an API key are random.
    if (column === "hint") return "hint";
    return value;
  };
  return rows
    .map(({ table, values }) => {
      const columns = Object.entries(values).map(
        ([column, value]) => `${column}=${kindOf(labelOf(column, value))}`,
      );
      return `${table}: ${columns.join(" ")}`;
    })
    .toSorted();
}

function labels(fixtures: AttackFixtures, keys: (keyof AttackFixtures)[]): Map<unknown, string> {
  return new Map(keys.map((key) => [(fixtures[key] as { id: number }).id, `the ${key}`]));
}

function kindOf(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string" && /^(?:the )?[a-zA-Z_.]{1,20}$/.test(value)) return value;
  return typeof value;
}
