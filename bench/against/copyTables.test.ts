import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { copyTables } from "./copyTables.ts";

async function databaseWith(text: string) {
  const database = await createTestDatabase("empty");
  onTestFinished(() => database.drop());
  await database.sql(text);
  return database;
}

test("an older schema gets the rows of the tables and columns that both schemas have, and its next ids follow them", async () => {
  const now = await databaseWith(`
    create table wish (id bigint generated always as identity primary key, title text, added text,
      short text generated always as (left(title, 1)) stored);
    create table added (id bigint);
    insert into wish (title, added) values ('Dark mode', 'a'), (E'Tab\\there', 'b');`);
  const before = await databaseWith(`
    create table wish (id bigint generated always as identity primary key, title text,
      removed text default 'old', short text generated always as (left(title, 1)) stored);
    create index on wish (title);
    insert into wish (title) values ('A row of its own');`);

  await copyTables(now.connectionString, before.connectionString);
  await before.sql("insert into wish (title) values ('Next')");

  expect(await before.sql("select * from wish order by id")).toEqual([
    { id: "1", title: "Dark mode", removed: "old", short: "D" },
    { id: "2", title: "Tab\there", removed: "old", short: "T" },
    { id: "3", title: "Next", removed: "old", short: "N" },
  ]);
  expect(await before.sql("select from pg_indexes where tablename = 'wish'")).toHaveLength(2);
});
