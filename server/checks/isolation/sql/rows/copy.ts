import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";

export type Sql = TestDatabase["sql"];

/**
 * How A's rows are copied to B: the table, the columns to insert, and the values to select from A's
 * rows. `$3` is the stranger, who is an admin of B.
 */
export type Copy = [table: string, columns: string, values: string];
