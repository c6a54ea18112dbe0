import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import { createTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { setIdRange } from "./idRange.ts";

const RANGE = 2 ** 40;

async function database() {
  const made = await createTestDatabase();
  onTestFinished(() => made.drop());
  return made;
}

test("new rows get ids of the installation's range, and existing rows keep their ids", async () => {
  const { connectionString, sql } = await database();
  const make = createFactories(sql);
  const before = await make.company();
  await Promise.all([setIdRange(connectionString, 3), setIdRange(connectionString, 3)]);
  const company = await make.company();
  expect(company.id).toBe(3 * RANGE + 1);
  expect((await make.company()).id).toBe(3 * RANGE + 2);
  expect(await sql("select id from company order by id limit 1")).toEqual([
    { id: String(before.id) },
  ]);
});

test("each time id range 0 is set, the next new row gets the next id", async () => {
  const { connectionString, sql } = await database();
  const make = createFactories(sql);
  const first = await make.company();
  await setIdRange(connectionString, 0);
  expect((await make.company()).id).toBe(first.id + 1);
  await setIdRange(connectionString, 0);
  expect((await make.company()).id).toBe(first.id + 2);
});

test("while another session locks a table, setting an id range retries without holding a lock, and succeeds after the other session has committed", async () => {
  const { connectionString, sql } = await database();
  const make = createFactories(sql);
  const item = await make.item(await make.board(await make.company()));
  const blocker = new pg.Client({ connectionString });
  await blocker.connect();
  onTestFinished(() => blocker.end());
  await blocker.query("begin; lock table comment in row exclusive mode");
  const lines: string[] = [];
  const done = setIdRange(connectionString, 3, { log: (line) => lines.push(line) });
  await expect.poll(() => lines, { timeout: 10_000 }).not.toEqual([]);
  expect(lines[0]).toMatch(/^Setting ID_RANGE for comment failed: [^\n]+ It is retried in 1 s\.$/);
  const locks = await sql(
    `select relation::regclass::text from pg_locks join pg_database d on d.oid = database
     where mode = 'ShareRowExclusiveLock' and datname = current_database()`,
  );
  expect(locks).toEqual([]);
  await blocker.query("commit");
  await done;
  expect((await make.comment(item)).id).toBe(3 * RANGE + 1);
});
