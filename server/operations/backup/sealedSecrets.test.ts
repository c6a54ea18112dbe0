import { expect, test } from "vitest";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import { startTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { openSecret, sealSecret } from "#server/platform/secrets/sealSecret.ts";
import { listTables } from "./catalogue.queries.ts";
import { connect } from "./connection.queries.ts";
import { removeClosedSecrets } from "./sealedSecrets.queries.ts";

const keyOf = (byte: number) => ({ secretKey: Buffer.alloc(32, byte), dataDir: "/nowhere" });

test("a restore keeps the secrets that the installation's key opens, and removes the others by company", async () => {
  const { sql, connectionString } = await startTestDatabase();
  const make = createFactories(sql);
  await sql(
    "create table sealed (company_id bigint references company (id), secret bytea, is_on boolean)",
  );
  const companies = [await make.company("Acme"), await make.company("Globex")];
  for (const [index, { id }] of companies.entries())
    await sql("insert into sealed values ($1, $2, true)", [
      id,
      sealSecret(keyOf(index), "the secret"),
    ]);
  const connection = await connect(connectionString);
  const remove = async (companyId: number | null) =>
    removeClosedSecrets(
      connection,
      await listTables(connection),
      { companyId, canOpen: (sealed) => openSecret(keyOf(0), sealed) !== null },
      [
        {
          table: "sealed",
          column: "secret",
          purpose: "the company's provider",
          without: "secret = null, is_on = false",
        },
      ],
    );
  expect(await remove(companies[0]?.id ?? 0)).toEqual([]);
  expect(await remove(null)).toEqual(["the company's provider (Globex)"]);
  expect(await remove(null)).toEqual([]);
  await connection.close();
  expect(
    await sql("select is_on, secret is not null as is_kept from sealed order by company_id"),
  ).toEqual([
    { is_on: true, is_kept: true },
    { is_on: false, is_kept: false },
  ]);
});
