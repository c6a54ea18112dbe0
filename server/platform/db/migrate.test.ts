import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { createTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
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

describe("migrating a database", () => {
  test("eight processes that migrate an empty database at the same time run each migration file once in total", async () => {
    const empty = await database("empty");
    const ran = await Promise.all(Array.from({ length: 8 }, () => migrate(empty.connectionString)));
    expect(ran.flat()).toEqual(FILES);
    expect(await empty.sql("select name from schema_migration order by name")).toEqual(
      FILES.map((name) => ({ name })),
    );
    expect(await empty.sql("select id from site_settings")).toEqual([{ id: 1 }]);
  });

  test("migrating an up-to-date database does nothing", async () => {
    const migrated = await database("migrated");
    expect(await migrate(migrated.connectionString)).toEqual([]);
  });

  test("a migration file that was changed after it had run is refused with an error that names the file", async () => {
    const migrated = await database("migrated");
    await migrated.sql("update schema_migration set checksum = 'another' where name = $1", [
      FILES[0],
    ]);
    await expect(migrate(migrated.connectionString)).rejects.toThrow(
      `Migration ${String(FILES[0])} was changed after it had run on this database.`,
    );
  });

  test("a database that is newer than the program is refused and not changed", async () => {
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

  test("a failing migration changes nothing, and its error names the file and the reason", async () => {
    const empty = await database("empty");
    await empty.sql("create table comment (id integer)");
    await expect(migrate(empty.connectionString)).rejects.toThrow(
      `Migration ${String(FILES[0])} failed: relation "comment" already exists`,
    );
    expect(await tables(empty)).toEqual(["comment", "schema_migration"]);
    await empty.sql("drop table comment");
    expect(await migrate(empty.connectionString)).toEqual(FILES);
  });
});
