import { sql } from "./sql.ts";
import pg from "pg";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { startTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { openDatabase } from "./database.ts";
import { NamedQuery, SET_COMPANY, TenantQuery } from "./namedQuery.ts";
import { statement } from "./statement.ts";

let owner: TestDatabase;
let company: { id: number };
beforeAll(async () => {
  owner = await startTestDatabase();
  const make = createFactories(owner.sql);
  company = await make.company();
  const board = await make.board(company);
  const item = await make.item(board, { userId: (await make.user("user", company)).id });
  await make.comment(item);
  await make.category(company);
  await owner.sql(
    "insert into company_logo (company_id, content_type, content) values ($1, 'image/png', 'x')",
    [company.id],
  );
  await owner.sql(
    `insert into status_change (company_id, feedback_id, from_status, to_status) values ($1, $2, 'new', 'planned')`,
    [company.id, item.id],
  );
  await owner.sql(
    "insert into user_vote (company_id, feedback_id, user_id) select $1, $2, id from user_account",
    [company.id, item.id],
  );
});

const TABLES = [
  "company",
  "user_account",
  "company_logo",
  "board",
  "board_category",
  "feedback_item",
  "user_vote",
  "comment",
  "status_change",
  "feedback_counter",
  "feedback_discussion",
  "feedback_search",
  "feedback_update",
];

async function connectAs(role: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: owner.connectionString,
    options: `-c role=${role}`,
  });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function rowsIn(client: pg.Client, table: string): Promise<number> {
  return (
    (await client.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]
      ?.count ?? -1
  );
}

function run(
  client: pg.Client,
  query: (done: (error: Error | null, result: pg.QueryResult) => void) => pg.Query,
) {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    client.query(query((error, result) => (error ? reject(error) : resolve(result))));
  });
}

const settingOf = async (client: pg.Client) =>
  (
    await client.query<{ setting: string }>(
      "select current_setting('app.company_id', true) as setting",
    )
  ).rows[0]?.setting;

describe("the tenants' role", () => {
  test.each(TABLES)(
    "the tenants' role can read rows of %s only if the company that owns them is set",
    async (table) => {
      expect((await owner.sql(`select 1 from ${table}`)).length).toBeGreaterThan(0);
      const client = await connectAs("hearback_app");
      expect(await rowsIn(client, table)).toBe(0);
      await client.query("select set_config('app.company_id', '', false)");
      expect(await rowsIn(client, table)).toBe(0);
      await client.query("select set_config('app.company_id', $1, false)", [
        String(company.id + 1000),
      ]);
      expect(await rowsIn(client, table)).toBe(0);
      await client.query("select set_config('app.company_id', $1, false)", [String(company.id)]);
      expect(await rowsIn(client, table)).toBeGreaterThan(0);
    },
  );

  test("the tenants' role cannot write any row while no company is set", async () => {
    const client = await connectAs("hearback_app");
    await expect(
      client.query("insert into board (company_id, name, slug) values ($1, 'Mine', 'mine')", [
        company.id,
      ]),
    ).rejects.toMatchObject({ code: "42501" });
    for (const table of TABLES.filter((name) => name !== "company" && name !== "user_account")) {
      expect([table, (await client.query(`delete from ${table}`)).rowCount]).toEqual([table, 0]);
    }
    expect((await client.query("update company set name = 'Mine'")).rowCount).toBe(0);
  });

  test("the tenants' role cannot read passwords or sessions and cannot create companies", async () => {
    const client = await connectAs("hearback_app");
    await client.query("select set_config('app.company_id', $1, false)", [String(company.id)]);
    for (const text of [
      "select password_hash from user_account",
      "select * from session",
      "select * from throttle",
      "insert into company (name) values ('Mine')",
      "delete from company",
      "update user_account set role = 'super_admin'",
    ]) {
      await expect(client.query(text), text).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("the tenants' role finds only rows of its own company in a search", async () => {
    const client = await connectAs("hearback_app");
    const search = async () =>
      (
        await client.query(
          "select list_words($1, array['%', '%', '%'], null, null, null, null, null)",
          [company.id],
        )
      ).rowCount;
    expect(await search()).toBe(0);
    await client.query("select set_config('app.company_id', $1, false)", [
      String(company.id + 1000),
    ]);
    expect(await search()).toBe(0);
    await client.query("select set_config('app.company_id', $1, false)", [String(company.id)]);
    expect(await search()).toBe(1);
  });
});

describe("the company setting of a query", () => {
  test("the company that is set for a query is unset after the query, whether the query succeeds or fails", async () => {
    const client = await connectAs("hearback_app");
    await client.query({ ...SET_COMPANY, values: [""] });
    const ask = (text: string, values: unknown[] = []) =>
      run(client, (done) => new TenantQuery(company.id, `ask_${text.length}`, text, values, done));
    const own = await ask(
      "select current_setting('app.company_id', true) as setting, company_id from board",
    );
    expect(own.rows).toEqual([{ setting: String(company.id), companyId: String(company.id) }]);
    expect(await settingOf(client)).toBe("");
    for (const failing of [
      "select 1 / (id - id) from board",
      "select nothing_of_the_kind",
      "not even sql",
    ]) {
      await expect(ask(failing)).rejects.toBeInstanceOf(pg.DatabaseError);
      expect([failing, await settingOf(client)]).toEqual([failing, ""]);
      expect(await rowsIn(client, "board")).toBe(0);
    }
    const plain = await run(
      client,
      (done) => new NamedQuery("plain", "select company_id from board", [], done),
    );
    expect(plain.rows).toEqual([]);
  });

  test("a query returns the rows of its statement, and not the row of the statement that sets the company", async () => {
    const client = await connectAs("hearback_app");
    await client.query({ ...SET_COMPANY, values: [""] });
    const ask = (text: string) =>
      run(client, (done) => new TenantQuery(company.id, `own_${text.length}`, text, [], done));
    expect((await ask("select 1 as one where false")).rows).toEqual([]);
    expect((await ask("select n as the_number from generate_series(1, 3) n")).rows).toEqual([
      { theNumber: 1 },
      { theNumber: 2 },
      { theNumber: 3 },
    ]);
    const updated = await ask("update board set description = description");
    expect([updated.rowCount, updated.rows]).toEqual([1, []]);
  });
});

describe("connections with options in their connection string", () => {
  const whoAmI = statement<Record<never, never>, { role: string }>(
    "who_am_i",
    () => sql`select current_user as role`,
  );

  test.each([
    "",
    "?options=-c%20search_path%3Dpublic",
    "?options=endpoint%3Dx%20-c%20role%3Dpostgres",
    "?application_name=x",
  ])(
    "with the options %j, a connection runs under one of the portal's roles or is refused",
    async (query) => {
      const database = openDatabase({
        connectionString: `${owner.connectionString}${query}`,
        onIdleError: () => undefined,
      });
      onTestFinished(() => database.close());
      const outcomes = await Promise.allSettled([
        database.system.first(whoAmI, {}),
        database.tenant(company.id).first(whoAmI, {}),
        database.tenant(company.id).transaction((db) => db.first(whoAmI, {})),
      ]);
      // A refused connection is a valid outcome as well, because it runs no statement.
      const roles = outcomes.map((outcome) =>
        outcome.status === "fulfilled" ? outcome.value?.role : "refused",
      );
      expect(
        roles.filter((role) => role !== "refused" && !/^hearback_(app|system)$/.test(role ?? "")),
      ).toEqual([]);
    },
  );
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  "the database of a company cannot be opened with the id %d",
  (id) => {
    const { connectionString } = owner;
    const database = openDatabase({ connectionString, onIdleError: () => undefined });
    onTestFinished(() => database.close());
    expect(() => database.tenant(id)).toThrow(RangeError);
  },
);
