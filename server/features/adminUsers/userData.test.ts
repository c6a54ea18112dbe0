import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AccountData } from "#contract/accountData.ts";
import { siteAuditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { itemPath } from "#server/checks/fixtures/liveScene.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
let superAdmin: TestUser;
let provider: Visitor;
beforeAll(async () => {
  portal = await startTestPortal();
  superAdmin = await portal.user("super_admin");
  provider = portal.visitor("localhost", superAdmin);
});
beforeEach(() => portal.sql("delete from throttle"));

const path = ({ id }: { id: number }, rest = "") => `/api/admin/users/${String(id)}${rest}`;

describe("a super admin and the data of other accounts", () => {
  test("a super admin can download the data of an account, and the audit log records the download", async () => {
    const company = await portal.company();
    const user = await portal.user("user", company);
    const item = await portal.item(await portal.board(company), { userId: user.id });
    const { status, headers, body } = await provider.get(path(user, "/data"));
    expect([status, headers["content-disposition"]]).toEqual([
      200,
      'attachment; filename="account-data.json"',
    ]);
    expect(AccountData.parse(body)).toMatchObject({
      account: { username: user.username },
      items: [{ id: item.id, companyName: company.name }],
    });
    expect((await siteAuditOf(portal)).at(-1)).toMatchObject({
      actor: superAdmin.username,
      action: "user.download",
      subject: user.username,
    });
  });

  test("a super admin can delete an account, and the audit entry of the deletion does not contain the account's e-mail address", async () => {
    const company = await portal.company();
    const user = await portal.user("company_admin", company);
    const item = await portal.item(await portal.board(company));
    await portal.visitor(company.host, user).post(itemPath(item, "/vote"));
    const reply = await provider.delete(path(user));
    expect([reply.status, reply.text]).toEqual([204, ""]);
    expect((await portal.visitor(company.host).get(itemPath(item))).body.votes).toBe(0);
    expect((await portal.visitor("localhost", user).get("/api/user")).status).toBe(401);
    expect((await provider.get(`/api/admin/users?search=${user.username}`)).body).toEqual([]);
    expect((await siteAuditOf(portal)).at(-1)).toEqual({
      actor: superAdmin.username,
      action: "user.delete",
      subject: `Deleted user #${String(user.id)}`,
      details: { role: "company_admin", company: company.name },
    });
    expect(await runJobs(portal)).toMatchObject([
      { to: user.username, text: expect.stringContaining("by the portal's provider") },
    ]);
  });

  test("an interrupted deletion of an account leaves the account deactivated, and a second request completes the deletion", async () => {
    const company = await portal.company();
    const user = await portal.user("user", company);
    const board = await portal.board(company);
    await portal.sql(
      `with item as (
         insert into feedback_item (company_id, board_id, title, description, votes)
         select $1, $2, 'Item ' || n, 'Words', 1 from generate_series(1, 600) n returning company_id, id
       )
       insert into user_vote (company_id, feedback_id, user_id) select company_id, id, $3 from item`,
      [company.id, board.id, user.id],
    );
    // The row of the account cannot be deleted until this trigger is dropped.
    await portal.sql(
      `create function refuse_deletion() returns trigger language plpgsql as $$ begin raise 'interrupted'; end $$`,
    );
    await portal.sql(
      "create trigger refuse_deletion before delete on user_account for each row execute function refuse_deletion()",
    );
    expect((await provider.delete(path(user))).status).toBe(500);
    await portal.sql("drop trigger refuse_deletion on user_account");
    const logIn = await portal
      .visitor("localhost")
      .post("/api/login", { username: user.username, password: TEST_PASSWORD });
    expect(logIn.body).toEqual({ message: "This account has been deactivated" });
    expect((await provider.delete(path(user))).status).toBe(204);
    expect(
      await portal.sql(
        "select count(*)::int, sum(votes)::int as votes from feedback_item where company_id = $1",
        [company.id],
      ),
    ).toEqual([{ count: 600, votes: 0 }]);
    expect((await provider.delete(path(user))).status).toBe(404);
  });

  test("super admins cannot delete their own account in the admin console", async () => {
    const other = await portal.user("super_admin");
    const reply = await portal.visitor("localhost", other).delete(path(other));
    expect([reply.status, reply.body]).toEqual([
      409,
      { message: "Your own account is deleted in your settings" },
    ]);
    expect((await provider.delete(path(other))).status).toBe(204);
  });

  test("of two super admins who delete each other at the same time, only one is deleted", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await portal.user("super_admin"), await portal.user("super_admin")];
      await portal.sql("update user_account set is_active = false where id = $1", [superAdmin.id]);
      const remove = (by: TestUser, whom: TestUser) =>
        portal.visitor("localhost", by).delete(path(whom));
      const replies = await Promise.all([remove(one, two), remove(two, one)]);
      expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
      const left = await portal.sql(
        "select 1 from user_account where role = 'super_admin' and is_active",
      );
      expect(left).toHaveLength(1);
      await portal.sql("delete from user_account where id = any ($1)", [[one.id, two.id]]);
      await portal.sql("update user_account set is_active = true where id = $1", [superAdmin.id]);
    }
  });
});
