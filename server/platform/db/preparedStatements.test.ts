import { sql } from "./sql.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { startTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import type { Database, Db } from "./database.ts";
import { openDatabase } from "./database.ts";
import { statement } from "./statement.ts";

/** Defines one of many variants of a statement. The statement fails if `by` is 0. */
const shape = (index: number) =>
  statement<{ by: number }, { answer: number }>(
    "shape",
    (p) => sql`select ${sql.lit(index)} / ${p.by}::integer as answer`,
  );
const shapes = Array.from({ length: 500 }, (_, index) => shape(index));

const stored = statement<Record<never, never>, { name: string }>(
  "stored",
  () => sql`select name from pg_prepared_statements`,
);

let owner: TestDatabase;
let database: Database;
let companyId: number;
beforeAll(async () => {
  owner = await startTestDatabase();
  companyId = (await createFactories(owner.sql).company()).id;
  database = openDatabase({
    connectionString: owner.connectionString,
    poolSize: 1,
    onIdleError: () => undefined,
  });
});
afterAll(() => database.close());

const runAll = async (db: Db) => {
  for (const [index, asked] of shapes.entries())
    expect(await db.first(asked, { by: 1 })).toEqual({ answer: index });
};
const countStored = async (db: Db) => (await db.all(stored, {})).length;

test("a connection that runs 500 statements repeatedly keeps fewer than 210 of them prepared", async () => {
  for (const db of [database.tenant(companyId), database.system]) {
    await runAll(db);
    expect(await countStored(db)).toBeLessThan(210);
    await runAll(db);
    await db.transaction(runAll);
    expect(await countStored(db)).toBeLessThan(210);
  }
});

test("a statement that is used regularly stays prepared", async () => {
  const db = database.system;
  const common = shape(1_000);
  const isStored = async () => (await db.all(stored, {})).some(({ name }) => name === common.name);
  for (const [index, rare] of shapes.entries()) {
    if (index % 50 === 0) await db.first(common, { by: 1 });
    await db.first(rare, { by: 1 });
  }
  expect(await isStored()).toBe(true);
  await runAll(db);
  expect(await isStored()).toBe(false);
});

test("a connection stays usable when statements fail while other statements are deallocated", async () => {
  for (const db of [database.tenant(companyId), database.system]) {
    for (const failing of shapes)
      await expect(db.first(failing, { by: 0 })).rejects.toThrow(/division by zero/);
    await runAll(db);
  }
});
