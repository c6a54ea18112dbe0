import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import { startTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import type { CatalogueMutant } from "./catalogueMutant.ts";
import { CATALOGUE_RULES } from "./catalogueRules.ts";
import { findCatalogueFaults } from "./findCatalogueFaults.ts";
import { listCatalogueMutants } from "./listCatalogueMutants.ts";

let owner: pg.Client;
beforeAll(async () => {
  const { connectionString } = await startTestDatabase();
  owner = new pg.Client({ connectionString });
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

test(
  "each mutation of a policy, key, right or role is detected by the catalogue rule that it violates",
  async () => {
    const unnoticed: string[] = [];
    const noticedBy = new Set<string>();
    for (const mutant of await listCatalogueMutants(runSql)) {
      if (await isDetected(mutant)) noticedBy.add(mutant.rule);
      else unnoticed.push(mutant.name);
    }
    expect(unnoticed).toEqual([]);
    // Every rule detects at least one mutant.
    expect(Object.keys(CATALOGUE_RULES).filter((rule) => !noticedBy.has(rule))).toEqual([]);
    // The mutants were rolled back.
    expect(await findCatalogueFaults(runSql)).toEqual([]);
  },
  LONG_TIMEOUT,
);
