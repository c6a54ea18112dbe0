import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { TestDatabase } from "#server/testing/testDatabase.ts";
import { createTestDatabase } from "#server/testing/testDatabase.ts";
import { migrate } from "./migrate.ts";

const FILES = (await readdir(join(import.meta.dirname, "migrations")))
  .filter((name) => name.endsWith(".sql"))
  .toSorted();

async function database(from: "migrated" | "empty"): Promise<TestDatabase> {
  const created = await createTestDatabase(from);
  onTestFinished(() => created.drop());
  return created;
}

async function tables({ sql }: TestDatabase): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
  );
  return rows.map(({ name }) => name);
}

describe("migrating", () => {
  test("runs each file once on an empty database, though eight processes start at once", async () => {
    const empty = await database("empty");
    const ran = await Promise.all(Array.from({ length: 8 }, () => migrate(empty.connectionString)));
    expect(ran.flat()).toEqual(FILES);
    expect(await empty.sql("select name from schema_migration order by name")).toEqual(
      FILES.map((name) => ({ name })),
    );
    expect(await empty.sql("select id from site_settings")).toEqual([{ id: 1 }]);
  });

  test("again does nothing", async () => {
    const migrated = await database("migrated");
    expect(await migrate(migrated.connectionString)).toEqual([]);
  });

  test("continues where an older program left off", async () => {
    const empty = await database("empty");
    await migrate(empty.connectionString);
    const before = await tables(empty);
    await empty.sql("drop schema public cascade");
    await empty.sql("create schema public");
    expect(await migrate(empty.connectionString)).toEqual(FILES);
    expect(await tables(empty)).toEqual(before);
  });

  test("refuses a file that was changed after it had run, and names it", async () => {
    const migrated = await database("migrated");
    await migrated.sql("update schema_migration set checksum = 'another' where name = $1", [FILES[0]]);
    await expect(migrate(migrated.connectionString)).rejects.toThrow(
      `Migration ${String(FILES[0])} was changed after it had run on this database.`,
    );
  });

  test("refuses a database that is newer than the program, and touches nothing", async () => {
    const migrated = await database("migrated");
    await migrated.sql(
      "insert into schema_migration (name, checksum) values ('9999_from_the_future.sql', 'x')",
    );
    const before = await tables(migrated);
    await expect(migrate(migrated.connectionString)).rejects.toThrow(
      /newer than this program.*9999_from_the_future/,
    );
    expect(await tables(migrated)).toEqual(before);
  });

  test("leaves nothing behind of a file that fails, and says which it was and why", async () => {
    const empty = await database("empty");
    await empty.sql("create table comment (id integer)");
    await expect(migrate(empty.connectionString)).rejects.toThrow(
      `Migration ${String(FILES[0])} failed: relation "comment" already exists`,
    );
    expect(await tables(empty)).toEqual(["comment", "schema_migration"]);
    await empty.sql("drop table comment");
    expect(await migrate(empty.connectionString)).toEqual(FILES);
  });

  test("lets the next process go on after one that failed", async () => {
    const empty = await database("empty");
    await empty.sql("create table comment (id integer)");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 3 }, () => migrate(empty.connectionString)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  });
});
