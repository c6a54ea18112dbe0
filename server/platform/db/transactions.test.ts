import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "./sql.ts";
import { beforeAll, beforeEach, afterAll, describe, expect, test } from "vitest";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { startTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import type { Database, Db } from "./database.ts";
import { openDatabase } from "./database.ts";
import { statement } from "./statement.ts";

const insertBoard = statement<{ companyId: number; slug: string }, { id: number }>(
  "insert_board_here",
  (p) =>
    sql`insert into board (company_id, name, slug) values (${p.companyId}, 'Board', ${p.slug}) returning id`,
);
const slugs = statement<Record<never, never>, { slug: string }>(
  "slugs",
  () => sql`select slug from board order by slug`,
);
const backend = statement<Record<never, never>, { pid: number }>(
  "backend",
  () => sql`select pg_backend_pid() as pid`,
);

const nap = statement<Record<never, never>, { one: number }>(
  "nap",
  () => sql`select 1 as one from pg_sleep(0.3)`,
);

const longNap = statement<Record<never, never>, { one: number }>(
  "long_nap",
  () => sql`select 1 as one from pg_sleep(1.5)`,
);

let owner: TestDatabase;
let database: Database;
let companyId: number;
beforeAll(async () => {
  owner = await startTestDatabase();
  database = openDatabase({
    connectionString: owner.connectionString,
    poolSize: 1,
    onIdleError: () => undefined,
  });
});
beforeEach(async () => {
  companyId = (await createFactories(owner.sql).company()).id;
});
afterAll(() => database.close());

const inTenant = <T>(work: (db: Db) => Promise<T>) => database.tenant(companyId).transaction(work);
const boards = async () =>
  (await database.tenant(companyId).all(slugs, {})).map(({ slug }) => slug);

describe("a query whose connection is killed", () => {
  test("when a connection is killed, only its query fails, and waiting queries get a new connection", async () => {
    const settled = Promise.allSettled(
      [1, 2, 3].map(() => database.tenant(companyId).first(nap, {})),
    );
    await expect
      .poll(() =>
        owner.sql(
          "select 1 from pg_stat_activity where query like '%pg_sleep(0.3)%' and state = 'active' and pid <> pg_backend_pid()",
        ),
      )
      .toHaveLength(1);
    await owner.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'hearback hearback_app'`,
    );
    const outcomes = await settled;
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });
});

describe("a transaction", () => {
  test("a transaction can read its own changes, and all of them are saved", async () => {
    const seen = await inTenant(async (db) => {
      await db.all(insertBoard, { companyId, slug: "one" });
      await db.all(insertBoard, { companyId, slug: "two" });
      return db.all(slugs, {});
    });
    expect(seen).toEqual([{ slug: "one" }, { slug: "two" }]);
    expect(await boards()).toEqual(["one", "two"]);
  });

  test("a failing statement rolls the whole transaction back", async () => {
    await expect(
      inTenant(async (db) => {
        await db.all(insertBoard, { companyId, slug: "one" });
        await db.all(insertBoard, { companyId, slug: "one" });
      }),
    ).rejects.toMatchObject({ code: "23505" });
    expect(await boards()).toEqual([]);
  });

  test("an error of the caller rolls the transaction back and is rethrown, and the connection is reused", async () => {
    const before = await database.tenant(companyId).first(backend, {});
    const error = new Error("changed my mind");
    await expect(
      inTenant(async (db) => {
        await db.all(insertBoard, { companyId, slug: "one" });
        throw error;
      }),
    ).rejects.toBe(error);
    expect(await boards()).toEqual([]);
    expect(await database.tenant(companyId).first(backend, {})).toEqual(before);
  });

  test("a thrown value that is not an Error rolls the transaction back", async () => {
    await expect(
      inTenant(async (db) => {
        await db.all(insertBoard, { companyId, slug: "one" });
        return Promise.reject("a string");
      }),
    ).rejects.toBe("a string");
    expect(await boards()).toEqual([]);
  });

  test("a transaction with a failed statement rejects even if the caller caught the failure", async () => {
    const outcome = inTenant(async (db) => {
      await db.all(insertBoard, { companyId, slug: "one" });
      await db.all(insertBoard, { companyId, slug: "one" }).catch(() => undefined);
      return "all is well";
    });
    await expect(outcome).rejects.toThrow();
    expect(await boards()).toEqual([]);
  });

  test("a nested transaction is part of the outer transaction", async () => {
    await expect(
      database.tenant(companyId).transaction(async (outer) => {
        await outer.transaction((inner) => inner.all(insertBoard, { companyId, slug: "inner" }));
        expect(await outer.all(slugs, {})).toEqual([{ slug: "inner" }]);
        throw new Error("undo");
      }),
    ).rejects.toThrow("undo");
    expect(await boards()).toEqual([]);
  });

  test("a transaction whose connection is killed is rolled back, and the next transaction gets a new connection", async () => {
    await expect(
      inTenant(async (db) => {
        await db.all(insertBoard, { companyId, slug: "one" });
        const own = await db.first(backend, {});
        await owner.sql("select pg_terminate_backend($1)", [own?.pid]);
        await db.all(insertBoard, { companyId, slug: "two" });
      }),
    ).rejects.toThrow();
    expect(await boards()).toEqual([]);
    await inTenant((db) => db.all(insertBoard, { companyId, slug: "three" }));
    expect(await boards()).toEqual(["three"]);
  });

  test("when a connection is lost between two statements, only its transaction is rolled back", async () => {
    const lost = inTenant(async (db) => {
      const own = await db.first(backend, {});
      await owner.sql("select pg_terminate_backend($1)", [own?.pid]);
      await sleep(50);
      await db.all(insertBoard, { companyId, slug: "one" });
    });
    const waiting = [1, 2, 3].map(() => database.tenant(companyId).all(slugs, {}));
    await expect(lost).rejects.toThrow();
    expect(await Promise.all(waiting)).toEqual([[], [], []]);
  });

  test("a transaction can write rows of its own company only", async () => {
    const other = (await createFactories(owner.sql).company()).id;
    await expect(
      inTenant((db) => db.all(insertBoard, { companyId: other, slug: "foreign" })),
    ).rejects.toMatchObject({
      code: "42501",
    });
    await inTenant((db) => db.all(insertBoard, { companyId, slug: "own" }));
    expect(await database.tenant(other).all(slugs, {})).toEqual([]);
  });

  test("a transaction waits while every connection is in use", async () => {
    const work = Array.from({ length: 30 }, (_, n) =>
      inTenant(async (db) => {
        await db.all(insertBoard, { companyId, slug: `board-${String(n).padStart(2, "0")}` });
        if (n % 3 === 0) throw new Error("undo");
      }).catch(() => undefined),
    );
    await Promise.all(work);
    expect(await boards()).toHaveLength(20);
  });

  test("a transaction with isSingle commits its statement at once and refuses a second statement", async () => {
    const outcome = database.tenant(companyId).transaction(
      async (db) => {
        await db.all(insertBoard, { companyId, slug: "one" });
        expect(await boards()).toEqual(["one"]);
        await db.all(insertBoard, { companyId, slug: "two" });
      },
      { isSingle: true },
    );
    await expect(outcome).rejects.toThrow("only one statement");
    expect(await boards()).toEqual(["one"]);
  });

  test("an error in a transaction across companies rolls the transaction back", async () => {
    await expect(
      database.system.transaction(async (db) => {
        await db.all(insertBoard, { companyId, slug: "by-the-system" });
        throw new Error("undo");
      }),
    ).rejects.toThrow("undo");
    expect(await boards()).toEqual([]);
  });
});

test("a statement is cancelled after the statement timeout unless its transaction is marked as long", async () => {
  const { connectionString } = owner;
  const impatient = openDatabase({
    connectionString,
    timeLimit: 200,
    onIdleError: () => undefined,
  });
  const doors = [impatient.system, impatient.tenant(companyId)];
  for (const db of doors) {
    await expect(db.transaction((inner) => inner.first(longNap, {}))).rejects.toThrow(
      "statement timeout",
    );
    expect(await db.transaction((inner) => inner.first(longNap, {}), { isLong: true })).toEqual({
      one: 1,
    });
    await expect(db.first(longNap, {})).rejects.toThrow("statement timeout");
  }
  await impatient.close();
});
