import { expect, test } from "vitest";
import { startTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { findCatalogueFaults } from "./findCatalogueFaults.ts";

// Every table with a company's rows follows the rules of row-level security and of a distributed
// PostgreSQL. catalogueMutants.long.test.ts checks that each rule detects violations.
test("the database catalogue of a migrated database violates no catalogue rule", async () => {
  const { sql } = await startTestDatabase();
  expect(await findCatalogueFaults(sql)).toEqual([]);
});
