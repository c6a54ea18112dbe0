import { sql } from "./sql.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { startTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import type { Database, TenantDb } from "./database.ts";
import { openDatabase } from "./database.ts";
import { statement } from "./statement.ts";

const seen = statement<{ n: number }, { n: number; companyId: number; setting: string }>(
  "grouped_boards",
  (
    p,
  ) => sql`select ${p.n}::integer as n, company_id, current_setting('app.company_id', true) as setting
    from board`,
);
const started = statement<Record<never, never>, { pid: number; startedAt: string }>(
  "grouped_start",
  () => sql`select pg_backend_pid() as pid, now()::text as started_at`,
);
const failing = statement<{ divisor: number }, { one: number }>(
  "grouped_failure",
  (p) => sql`select 1 / ${p.divisor}::integer as one`,
);
const unprepared = statement<Record<never, never>, never>(
  "grouped_unprepared",
  () => sql`select nothing from no_such_table`,
);
const nap = statement<{ seconds: number }, { one: number }>(
  "grouped_nap",
  (p) => sql`select 1 as one from pg_sleep(${p.seconds})`,
);

let owner: TestDatabase;
let database: Database;
let companyIds: number[];
beforeAll(async () => {
  owner = await startTestDatabase();
  const make = createFactories(owner.sql);
  companyIds = [];
  for (let n = 0; n < 2; n += 1) {
    const company = await make.company();
    await make.board(company);
    companyIds.push(company.id);
  }
  database = openDatabase({
    connectionString: owner.connectionString,
    poolSize: 1,
    timeLimit: 2_000,
    onIdleError: () => undefined,
  });
});
afterAll(() => database.close());

const grouped = (n = 0): TenantDb => database.tenant(companyIds[n] ?? 0).grouped();

test("statements that are sent at the same time share one transaction, later ones do not", async () => {
  const db = grouped();
  const together = await Promise.all([db.first(started, {}), db.first(started, {})]);
  expect(together[0]).toEqual(together[1]);
  expect((await db.first(started, {}))?.startedAt).not.toBe(together[0]?.startedAt);
});

test("each statement of a group gets its own rows, and only rows of the group's company", async () => {
  const groups = companyIds.map(async (companyId, n) => {
    const db = grouped(n);
    const results = await Promise.all([1, 2, 3].map((k) => db.all(seen, { n: k })));
    const setting = String(companyId);
    expect(results).toEqual([1, 2, 3].map((k) => [{ n: k, companyId, setting }]));
  });
  await Promise.all(groups);
  const [after] = await owner.sql<{ all: number }>("select count(*)::integer as all from board");
  expect(after?.all).toBe(2);
});

describe("a failed statement of a group", () => {
  test.each([
    ["while it runs", (db: TenantDb) => db.first(failing, { divisor: 0 })],
    ["while it is prepared", (db: TenantDb) => db.first(unprepared, {})],
  ])("that fails %s does not affect the statements before and after it", async (_, fail) => {
    const db = grouped();
    const later = statement<Record<never, never>, { two: number }>(
      `grouped_later_${String(Math.random()).slice(2)}`,
      () => sql`select 2 as two`,
    );
    const results = await Promise.allSettled([
      db.first(seen, { n: 1 }),
      fail(db),
      db.first(later, {}),
      fail(db),
      db.first(seen, { n: 2 }),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    // The connection has prepared the statement that PostgreSQL had skipped first.
    expect(await db.first(later, {})).toEqual({ two: 2 });
  });

  test("a timeout of one statement leaves the others' results", async () => {
    const db = grouped();
    const results = await Promise.allSettled([
      db.first(seen, { n: 1 }),
      db.first(nap, { seconds: 10 }),
      db.first(seen, { n: 2 }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  test("a killed connection rejects the statements without results, and later ones get a new connection", async () => {
    const db = grouped();
    const { pid } = (await db.first(started, {})) ?? {};
    const group = Promise.allSettled([db.first(nap, { seconds: 1.5 }), db.first(seen, { n: 1 })]);
    await expect
      .poll(async () => {
        const [row] = await owner.sql<{ killed: boolean }>(
          `select pg_terminate_backend(pid) as killed from pg_stat_activity
           where pid = ${String(pid)} and state = 'active'`,
        );
        return row?.killed;
      })
      .toBe(true);
    expect((await group).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect((await db.first(seen, { n: 3 }))?.n).toBe(3);
  });
});
