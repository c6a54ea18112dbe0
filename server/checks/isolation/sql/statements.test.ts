import { loadModule, parseSync } from "libpg-query";
import { expect, test } from "vitest";
import { startTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { readCompanyTables } from "./companyTables.ts";
import { findUnnamedCompanies } from "./findUnnamedCompanies.ts";
import { listStatements } from "./listStatements.ts";
import { ACROSS_COMPANIES } from "./statementPolicy.ts";
import type { Node } from "./syntax.ts";

test("every statement restricts each company table to the statement's company, or is listed as reading several companies", async () => {
  await loadModule();
  const { sql } = await startTestDatabase();
  const tables = await readCompanyTables(sql);
  const statements = await listStatements();
  const unnamed = statements
    .map(({ name, text, parameters }) => ({
      // The name of the export that the statement comes from.
      family: name.split(" ", 1)[0] ?? "",
      tables: findUnnamedCompanies(parseSync(text) as Node, { parameters, tables }),
    }))
    .filter(({ tables: found }) => found.length > 0);
  expect(unnamed.filter(({ family }) => !Object.hasOwn(ACROSS_COMPANIES, family))).toEqual([]);
  const found = new Set(unnamed.map(({ family }) => family));
  expect(Object.keys(ACROSS_COMPANIES).filter((family) => !found.has(family))).toEqual([]);
});
