import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { EmbeddedPostgres } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { startEmbeddedPostgres } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { makeDataFolder, removeDataFolder } from "./support/dataFolder.ts";

async function query(postgres: EmbeddedPostgres, sql: string) {
  const client = new Client({ connectionString: postgres.connectionUrl("postgres") });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test("the embedded database still contains its data after a restart", async () => {
  const dataDir = await makeDataFolder();
  onTestFinished(() => removeDataFolder(dataDir));
  // The folder is empty, so this start creates the database.
  const first = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  await query(first, "create table kept as select 'ä'::text as letter");
  await first.stop();
  const again = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  onTestFinished(() => again.stop());
  expect(await query(again, "select upper(letter) as letter from kept")).toEqual([{ letter: "Ä" }]);
});
