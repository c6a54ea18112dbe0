import { readMigrations } from "#server/db/migrate.ts";
import type { TestDatabase } from "./testDatabase.ts";
import { createTestDatabase } from "./testDatabase.ts";

/** A database as the program before this migration left it. Whoever asks for it drops it. */
export async function createOlderDatabase(migration: string): Promise<TestDatabase> {
  const created = await createTestDatabase("empty");
  await created.sql(`create table schema_migration (
    name text primary key, checksum text not null, ran_at timestamptz(3) not null default now())`);
  for (const { name, text, checksum } of await readMigrations()) {
    if (name >= migration) break;
    await created.sql(text);
    await created.sql("insert into schema_migration (name, checksum) values ($1, $2)", [name, checksum]);
  }
  return created;
}
