import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { dataTables } from "./dataTables.ts";
import type { AttackFixtures } from "./attackFixtures.ts";

interface Row {
  table: string;
  values: Record<string, unknown>;
}

/** What the database holds at a moment. */
export type Snapshot = ReadonlySet<string>;

export async function takeSnapshot(portal: TestPortal): Promise<Snapshot> {
  return new Set((await readRows(portal)).map((row) => JSON.stringify(row)));
}

/** The rows that are new or different since then. */
export async function writtenRows(portal: TestPortal, before: Snapshot): Promise<Row[]> {
  return (await readRows(portal)).filter((row) => !before.has(JSON.stringify(row)));
}

async function readRows(portal: TestPortal): Promise<Row[]> {
  const tables = await dataTables(portal);
  const parts = tables.map(
    (name) => `select '${name}' as "table", row_to_json(t) as "values" from "${name}" t`,
  );
  return portal.sql<Row>(parts.join(" union all "));
}

/**
 * The same for two worlds in which the same has happened: whose rows they are, and every value that is not a matter of chance. Names, times
 * and ids of new rows are told by their type.
 */
export function shapeOf(rows: readonly Row[], fixtures: AttackFixtures): string[] {
  const people = labels(fixtures, ["customer", "admin", "superAdmin"]);
  const companies = labels(fixtures, ["company", "other"]);
  const boards = labels(fixtures, ["board", "privateBoard", "foreignBoard"]);
  const labelOf = (column: string, value: unknown): unknown => {
    if (column.endsWith("company_id")) return companies.get(value) ?? value;
    if (column.endsWith("user_id")) return people.get(value) ?? value;
    if (column === "board_id") return boards.get(value) ?? value;
    return value;
  };
  return rows
    .map(({ table, values }) => {
      const told = Object.entries(values).map(
        ([column, value]) => `${column}=${kindOf(labelOf(column, value))}`,
      );
      return `${table}: ${told.join(" ")}`;
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
