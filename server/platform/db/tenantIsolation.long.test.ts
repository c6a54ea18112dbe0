import { sql } from "./sql.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { startTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import type { Database } from "./database.ts";
import { openDatabase } from "./database.ts";
import type { Statement } from "./statement.ts";
import { statement } from "./statement.ts";

interface Seen {
  companyId: number;
  setting: string;
}

// None of these statements names its company, so that only row-level security separates the
// companies.
const boards = statement<Record<never, never>, Seen>(
  "spy_boards",
  () => sql`select company_id, current_setting('app.company_id', true) as setting from board`,
);
const joined = statement<Record<never, never>, Seen>(
  "spy_joined",
  () => sql`select b.company_id, (select current_setting('app.company_id', true)) as setting
    from board b left join feedback_item f on f.board_id = b.id, generate_series(1, 3)`,
);
const byId = statement<{ id: number }, Seen>(
  "spy_by_id",
  (p) =>
    sql`select company_id, current_setting('app.company_id', true) as setting from board where id = ${p.id}`,
);
const renamed = statement<Record<never, never>, Seen>(
  "spy_renamed",
  () => sql`update board set description = 'touched ' || random()
    returning company_id, current_setting('app.company_id', true) as setting`,
);
const FAILURES: [code: string, failing: Statement<{ company: number }, Seen>][] = [
  ["22012", statement("fail_division", () => sql`select 1 / (id - id) as company_id from board`)],
  [
    "23505",
    statement(
      "fail_unique",
      () =>
        sql`insert into board (company_id, name, slug) select company_id, name, slug from board limit 1`,
    ),
  ],
  [
    "42501",
    statement(
      "fail_foreign",
      (p) =>
        sql`insert into board (company_id, name, slug) values (${p.company} + 1, 'Mine', 'mine')`,
    ),
  ],
  [
    "22P02",
    statement("fail_bind", () => sql`select ${"no number"}::bigint as company_id from board`),
  ],
  ["42P01", statement("fail_parse", () => sql`select company_id from no_such_table`)],
  ["57014", statement("fail_timeout", () => sql`select company_id from board, pg_sleep(2)`)],
];

const COMPANIES = 5;

let owner: TestDatabase;
let database: Database;
let companyIds: number[];
let boardIds: number[];
beforeAll(async () => {
  owner = await startTestDatabase();
  const make = createFactories(owner.sql);
  companyIds = [];
  boardIds = [];
  for (let n = 0; n < COMPANIES; n += 1) {
    const company = await make.company();
    companyIds.push(company.id);
    for (let m = 0; m < 3; m += 1) {
      const board = await make.board(company);
      boardIds.push(board.id);
      await make.item(board);
    }
  }
  database = openDatabase({
    connectionString: owner.connectionString,
    timeLimit: 150,
    poolSize: 3,
    onIdleError: () => undefined,
  });
});
afterAll(() => database.close());

const companyOf = (n: number) => companyIds[n % COMPANIES] ?? 0;

/**
 * Runs one company's query and checks each row. Returns `clean` if the rows are correct, a text
 * that begins with `LEAK` if they are not, or the error of a failed query.
 */
async function queryOnce(n: number): Promise<string> {
  const company = companyOf(n);
  const db = database.tenant(company);
  const check = (rows: Seen[], count: number) => {
    const wrong = rows.filter(
      ({ companyId, setting }) => companyId !== company || setting !== String(company),
    );
    if (wrong.length > 0 || rows.length !== count) {
      return `LEAK: company ${String(company)} saw ${JSON.stringify(rows)}`;
    }
    return "clean";
  };
  const [code, failing] = FAILURES[Math.floor(n / 9) % FAILURES.length] ?? [];
  const kind = n % 9;
  try {
    if (kind < 3) return check(await db.all(boards, {}), 3);
    if (kind === 3) return check(await db.all(joined, {}), 9);
    if (kind === 4) return check(await db.all(renamed, {}), 3);
    if (kind === 5) {
      const place = n % boardIds.length;
      const rows = await db.all(byId, { id: boardIds[place] ?? 0 });
      return check(rows, companyIds[Math.floor(place / 3)] === company ? 1 : 0);
    }
    if (kind === 6) {
      return await db.transaction(async (inner) =>
        check([...(await inner.all(boards, {})), ...(await inner.all(renamed, {}))], 6),
      );
    }
    // A statement that waits for its timeout occupies a connection, so only a few such statements
    // run.
    if (failing && (code !== "57014" || n % 50 === 0)) {
      const run =
        kind === 7
          ? db.transaction((inner) => inner.all(failing, { company }))
          : db.all(failing, { company });
      return `LEAK: ${JSON.stringify(await run)} instead of ${String(code)}`;
    }
    return check(await db.all(boards, {}), 3);
  } catch (error) {
    return error instanceof pg.DatabaseError
      ? `error ${String(error.code)}`
      : `lost ${String(error)}`;
  }
}

/** Runs `queryOnce` many times with a given concurrency. */
async function queryMany(
  looks: number,
  atOnce: number,
  onStep?: (n: number) => void,
): Promise<string[]> {
  const outcomes: string[] = [];
  let next = 0;
  const worker = async () => {
    while (next < looks) {
      const n = (next += 1);
      onStep?.(n);
      outcomes.push(await queryOnce(n));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcomes;
}

describe("six thousand queries of five companies over three connections", () => {
  test("queries without a company condition never return another company's rows, even after failures", async () => {
    const outcomes = await queryMany(6000, 40);
    expect(outcomes.filter((outcome) => outcome.startsWith("LEAK"))).toEqual([]);
    expect(outcomes.filter((outcome) => outcome === "clean").length).toBeGreaterThan(3500);
    const expected = new Set(FAILURES.map(([code]) => `error ${code}`));
    expect(new Set(outcomes.filter((outcome) => outcome !== "clean"))).toEqual(expected);
  });

  test("queries never return another company's rows while connections are killed", async () => {
    const kills: Promise<unknown>[] = [];
    const outcomes = await queryMany(2000, 20, (n) => {
      if (n % 100 !== 0) return;
      kills.push(
        owner.sql(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'hearback hearback_app' limit 1`,
        ),
      );
    });
    expect(kills).toHaveLength(20);
    // The last killed connections possibly fail only when they are used again.
    await Promise.all(kills);
    outcomes.push(...(await queryMany(200, 10)));
    expect(outcomes.filter((outcome) => outcome.startsWith("LEAK"))).toEqual([]);
    // Killing a connection makes only the query that runs on it fail.
    const lost = outcomes.filter(
      (outcome) => outcome.startsWith("lost") || outcome === "error 57P01",
    );
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.length).toBeLessThanOrEqual(kills.length);
    expect(await queryMany(200, 10)).not.toContainEqual(expect.stringMatching(/^(LEAK|lost)/));
  });
});
