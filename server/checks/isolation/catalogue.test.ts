import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { startTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { LONG_TIMEOUT } from "#server/checks/fixtures/testSize.ts";
import { CATALOGUE_RULES } from "./catalogueRules.ts";
import type { CatalogueMutant } from "./catalogueMutant.ts";
import { findCatalogueFaults } from "./findCatalogueFaults.ts";
import { listCatalogueMutants } from "./listCatalogueMutants.ts";

// These tests check that every tenant table follows the rules of row-level security and of a
// distributed PostgreSQL, and that each rule detects violations.

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await startTestDatabase();
  owner = new pg.Client({ connectionString: database.connectionString });
  await owner.connect();
});
afterAll(() => owner.end());

const runSql = async <Row extends object>(text: string): Promise<Row[]> =>
  (await owner.query<Row>(text)).rows;

/** Applies a mutant, returns whether the mutant's rule detects it, and rolls it back. */
async function isDetected({ sql, rule }: CatalogueMutant): Promise<boolean> {
  await owner.query("begin; set local client_min_messages = 'error'");
  try {
    await owner.query(sql);
    return (await findCatalogueFaults(runSql, rule)).length > 0;
  } finally {
    await owner.query("rollback");
  }
}

describe("the database catalogue", () => {
  test("the database catalogue of a migrated database violates no catalogue rule", async () => {
    expect(await findCatalogueFaults(runSql)).toEqual([]);
  });

  test("the tables with the column company_id include the expected tables", async () => {
    const tables = await runSql<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "audit_entry",
        "board",
        "board_category",
        "comment",
        "company_logo",
        "feedback_counter",
        "feedback_item",
        "feedback_search",
        "status_change",
        "user_vote",
      ]),
    );
  });
});

describe("catalogue mutants", { timeout: LONG_TIMEOUT }, () => {
  test("each mutation of a policy, key, right or role is detected by the catalogue rule that it violates", async () => {
    const mutants = await listCatalogueMutants(runSql);
    const unnoticed: string[] = [];
    const noticedBy = new Map<string, number>();
    for (const mutant of mutants) {
      const { name, rule } = mutant;
      if (await isDetected(mutant)) noticedBy.set(rule, (noticedBy.get(rule) ?? 0) + 1);
      else unnoticed.push(name);
    }
    expect(unnoticed).toEqual([]);
    // Every rule detects at least one mutant.
    expect(Object.keys(CATALOGUE_RULES).filter((rule) => !noticedBy.has(rule))).toEqual([]);

    expect(mutants.length).toBeGreaterThanOrEqual(355);
  });

  test("after all catalogue mutants have been rolled back, the database catalogue violates no catalogue rule", async () => {
    expect(await findCatalogueFaults(runSql)).toEqual([]);
  });
});
