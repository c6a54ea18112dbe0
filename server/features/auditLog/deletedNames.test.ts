import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { createFactories, TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { itemPath } from "#server/checks/fixtures/liveScene.ts";
import { createOlderDatabase } from "#server/checks/fixtures/olderDatabase.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import { migrate } from "#server/platform/db/migrate.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const rowsOf = (table: string) =>
  portal.sql<Record<string, unknown>>(`select * from ${table} order by id`);

const entries = async () => [
  ...(await rowsOf("audit_entry")),
  ...(await rowsOf("site_audit_entry")),
];

const remove = (user: TestUser) =>
  portal.visitor("localhost", user).request("DELETE", "/api/user", { password: TEST_PASSWORD });

/**
 * Creates a super admin, and two admins and a customer of one company. The audit logs name all of
 * them.
 */
async function scene() {
  const company = await portal.company();
  const [admin, colleague, customer, superAdmin] = [
    await portal.user("company_admin", company),
    await portal.user("company_admin", company),
    await portal.user("user", company),
    await portal.user("super_admin"),
  ];
  const item = await portal.item(await portal.board(company));
  for (const user of [admin, colleague]) {
    const visitor = portal.visitor(company.host, user);
    await visitor.post("/api/categories", { name: `Category of ${String(user.id)}` });
    for (const author of [customer, colleague, admin]) {
      const comment = await portal.comment(item, { userId: author.id });
      await visitor.delete(itemPath(item, `/comments/${String(comment.id)}`));
    }
  }
  const provider = portal.visitor("localhost", superAdmin);
  for (const user of [admin, customer]) {
    const path = `/api/admin/users/${String(user.id)}`;
    await provider.patch(path, { fullName: `Renamed ${user.username}` });
    await provider.patch(path, { username: `renamed-${user.username}` });
    await provider.delete(`${path}/sessions`);
    await portal.sql(
      "insert into session (token_hash, user_id, host, expires_at) values ($2, $1, null, now() + interval '1 day')",
      [user.id, hashToken(user.cookie.replace("hearback_session=", ""))],
    );
  }
  return { company, admin, colleague, customer };
}

describe("the names of deleted accounts in the audit logs", () => {
  test("the audit logs contain neither the name nor any past or present e-mail address of a deleted account", async () => {
    const { admin, customer } = await scene();
    expect((await remove(admin)).status).toBe(204);
    expect((await remove(customer)).status).toBe(204);
    const text = JSON.stringify(await entries());
    for (const { username } of [admin, customer]) expect(text).not.toContain(username);
    expect(text).toContain(`Deleted user #${String(admin.id)}`);
    expect(text).toContain(`Deleted user #${String(customer.id)}`);
  });

  test("deleting an account changes only names, and only in audit entries by or about the account", async () => {
    const { admin } = await scene();
    const before = await entries();
    await remove(admin);
    const after = await entries();
    // The last entry of the installation's log is about the deletion itself.
    expect(after).toHaveLength(before.length + 1);
    let changed = 0;
    for (const [n, entry] of before.entries()) {
      const { actor_id: actor, about_user_id: about, ...facts } = entry;
      const names = ["actor_username", "subject", "details"];
      const isOwn = [String(actor), String(about)].includes(String(admin.id));
      const { actor_id: _, about_user_id: __, ...now } = after[n] ?? {};
      if (!isOwn) {
        expect([actor, about, now]).toEqual([
          after[n]?.["actor_id"],
          after[n]?.["about_user_id"],
          facts,
        ]);
        continue;
      }
      changed += 1;
      const without = (row: object) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !names.includes(column)));
      expect(without(now)).toEqual(without(facts));
      expect(Object.keys(now["details"] as object)).toEqual(
        Object.keys(facts["details"] as object),
      );
      if (String(about) !== String(admin.id)) expect(now["subject"]).toBe(facts["subject"]);
    }
    expect(changed).toBeGreaterThan(6);
  });

  test("after an author's account is deleted, audit entries about the author's deleted comments still name the item but show a deleted user as the author", async () => {
    const { company, customer } = await scene();
    await remove(customer);
    const found = await portal.sql(
      `select subject like 'Item %' as is_title, details ->> 'author' as author from audit_entry
       where company_id = $1 and action = 'comment.delete' and details ->> 'author' like 'Deleted%'`,
      [company.id],
    );
    const author = `Deleted user #${String(customer.id)}`;
    expect(found).toEqual([
      { is_title: true, author },
      { is_title: true, author },
    ]);
  });
});

test("the migration that adds about_user_id fills this column in older entries by the e-mail address of the account", async () => {
  const older = await createOlderDatabase("0018_deleted_accounts.sql");
  onTestFinished(() => older.drop());
  const make = createFactories(older.sql);
  const company = await make.company();
  const [user, other] = [await make.user("user", company), await make.user("user", company)];
  await older.sql(
    `insert into site_audit_entry (actor_username, action, subject, ip)
     values ('a', 'user.update', upper($1), '::1'), ('a', 'faq.create', $1, '::1')`,
    [user.username],
  );
  await older.sql(
    `insert into audit_entry (company_id, actor_username, action, subject, details, ip)
     values ($1, 'a', 'comment.delete', 'Title', jsonb_build_object('author', $2::text), '::1'),
       ($1, 'a', 'comment.delete', 'Title', '{"author": null}', '::1')`,
    [company.id, other.username],
  );
  await migrate(older.connectionString);
  const about = (table: string) =>
    older.sql<{ id: number | null }>(`select about_user_id::int as id from ${table} order by id`);
  expect(await about("site_audit_entry")).toEqual([{ id: user.id }, { id: null }]);
  expect(await about("audit_entry")).toEqual([{ id: other.id }, { id: null }]);
});
