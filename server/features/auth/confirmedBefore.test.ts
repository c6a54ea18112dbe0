import { expect, onTestFinished, test } from "vitest";
import { createOlderDatabase } from "#server/checks/fixtures/olderDatabase.ts";
import { migrate } from "#server/platform/db/migrate.ts";

test("the migration that adds confirmed e-mail addresses confirms only super admins' addresses and addresses whose domain ends in .example", async () => {
  const { connectionString, sql, drop } = await createOlderDatabase("0017_confirmed_addresses.sql");
  onTestFinished(drop);
  for (const [username, role] of [
    ["provider@portal.test", "super_admin"],
    ["customer@acme.example", "user"],
    ["customer@shop.test", "user"],
    ["admin@shop.test", "company_admin"],
  ])
    await sql("insert into user_account (username, password_hash, role) values ($1, 'x', $2)", [
      username,
      role,
    ]);
  await migrate(connectionString);
  expect(
    await sql("select username from user_account where confirmed_at is not null order by username"),
  ).toEqual([{ username: "customer@acme.example" }, { username: "provider@portal.test" }]);
});
