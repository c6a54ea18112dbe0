import pg from "pg";
import { inject } from "vitest";
import { TEMPLATE } from "#server/checks/fixtures/postgres.setup.ts";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { loadData } from "../data/loadData.ts";
import { planCompanies } from "../data/planCompanies.ts";

/**
 * Creates a database with this number of generated items unless the database exists. Tests use
 * copies of this database. The test files of a run share the database, because loading the items
 * takes seconds.
 */
export async function loadedDatabase(items: number): Promise<Pick<TestDatabase, "name">> {
  const base = inject("postgresUrl");
  const name = `loaded_${String(items)}`;
  const admin = new pg.Client({ connectionString: `${base}postgres` });
  await admin.connect();
  try {
    // Test files run in several processes. The lock, which ends with the connection, lets only one
    // process create the database.
    await admin.query("select pg_advisory_lock(hashtext($1))", [name]);
    const { rowCount } = await admin.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 0) {
      await admin.query(`create database ${name}_draft template ${TEMPLATE} strategy file_copy`);
      await loadData(`${base}${name}_draft`, planCompanies(items));
      await admin.query(`alter database ${name}_draft rename to ${name}`);
    }
    return { name };
  } finally {
    await admin.end();
  }
}
