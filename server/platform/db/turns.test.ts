import { sql } from "./sql.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { startTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import type { Database } from "./database.ts";
import { openDatabase } from "./database.ts";
import { statement } from "./statement.ts";

const one = statement<Record<never, never>, { one: number }>(
  "select_one",
  () => sql`select 1 as one`,
);

let owner: TestDatabase;
let database: Database;
beforeAll(async () => {
  owner = await startTestDatabase();
  const { connectionString } = owner;
  database = openDatabase({ connectionString, onIdleError: () => undefined });
});
afterAll(() => database.close());

const [NOISY, QUIET] = [1, 2];
const readOne = (companyId: number) => database.tenant(companyId).first(one, {});

/**
 * Opens transactions of the noisy company, half of them under the system's role. The transactions
 * stay open until `finish` is called.
 */
function openTransactions(count: number) {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let open = 0;
  const { system } = database.inTurnsOf(NOISY);
  const all = Array.from({ length: count }, (_, n) =>
    (n % 2 === 0 ? database.tenant(NOISY) : system).transaction(async () => {
      open += 1;
      await over;
    }),
  );
  const finish = () => {
    end();
    return Promise.all(all);
  };
  return { countOpen: () => open, finish };
}

test("20 transactions of one company use at most six connections, so statements of other companies and of the system still run", async () => {
  const { countOpen, finish } = openTransactions(20);
  await expect.poll(countOpen).toBe(6);
  const others = [readOne(QUIET), database.system.first(one, {}), readOne(QUIET), readOne(3)];
  expect(await Promise.all(others)).toEqual(others.map(() => ({ one: 1 })));
  expect(countOpen()).toBe(6);
  await finish();
  expect(countOpen()).toBe(20);
});

test("a company's statement waits for the company's transactions while other companies' statements run", async () => {
  const { countOpen, finish } = openTransactions(6);
  await expect.poll(countOpen).toBe(6);
  let isAnswered = false;
  const own = readOne(NOISY).then(() => (isAnswered = true));
  await readOne(QUIET);
  expect(isAnswered).toBe(false);
  await finish();
  await own;
});

test("all statements of a request use the turns of the request's company, whichever company the statements name", async () => {
  const { countOpen, finish } = openTransactions(6);
  await expect.poll(countOpen).toBe(6);
  let isAnswered = false;
  const foreign = database.inTurnsOf(NOISY).tenant(QUIET).first(one, {});
  const seen = foreign.then(() => (isAnswered = true));
  await readOne(QUIET);
  expect(isAnswered).toBe(false);
  await finish();
  await seen;
});

test("a transaction that requests a second connection fails instead of waiting for itself", async () => {
  const databases = [database.tenant(NOISY), database.system];
  for (const outer of databases) {
    for (const inner of databases) {
      const nested = outer.transaction(() => inner.first(one, {}));
      await expect(nested).rejects.toThrow("must use the database that it was given");
    }
  }
  const nested = database.system.transaction(() => database.system.transaction(async () => 1));
  await expect(nested).rejects.toThrow("must use the database that it was given");
});

test("work that was started inside a transaction can use the database after the transaction has ended", async () => {
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
  let later: Promise<unknown> | undefined;
  await database.tenant(NOISY).transaction(async () => {
    later = committed.then(() => readOne(NOISY));
  });
  commit();
  expect(await later).toEqual({ one: 1 });
});
