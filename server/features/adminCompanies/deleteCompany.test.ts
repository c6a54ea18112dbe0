import { beforeAll, describe, expect, test } from "vitest";
import { siteAuditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import { createHandOff } from "#server/checks/fixtures/handOff.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startProviderPortal } from "#server/checks/fixtures/startProviderPortal.ts";

let portal: TestPortal;
let superAdmin: TestUser;
let provider: Visitor;
beforeAll(async () => {
  ({ portal, superAdmin, provider } = await startProviderPortal());
});

interface Filled {
  company: TestCompany;
  admin: TestUser;
  customer: TestUser;
  item: { id: number };
}

/** Creates a company with rows in the tables of boards, items, votes, comments and others. */
async function createFilledCompany(): Promise<Filled> {
  const company = await portal.company();
  const [admin, customer] = [
    await portal.user("company_admin", company),
    await portal.user("user", company),
  ];
  const label = await portal.category(company);
  const item = await portal.item(await portal.board(company), {
    boardCategoryId: label.id,
    userId: customer.id,
  });
  await portal.item(await portal.board(company, { isPrivate: true }));
  const manager = portal.visitor(company.host, admin);
  const { payload, headers } = multipartOf({
    name: "logo",
    filename: "logo.png",
    content: await pngOf(),
  });
  const at = `/api/feedback/${String(item.id)}`;
  const replies = [
    await manager.post(`/api/company/${String(company.id)}/logo`, payload, headers),
    await manager.post(`${at}/vote`),
    await manager.post(`${at}/comments`, { content: "Well" }),
    await manager.patch(at, { status: "planned" }),
  ];
  await createHandOff(portal, company, admin);
  expect(replies.filter(({ status }) => status >= 400)).toEqual([]);
  return { company, admin, customer, item };
}

/**
 * For each table of the schema, returns the number of all rows and the number of the company's
 * rows.
 */
async function countRows(company: {
  id: number;
}): Promise<Record<string, { all: number; own: number }>> {
  const tables = await portal.sql<{ name: string; columns: string[] }>(
    `select c.relname as name,
       array(select attname::text from pg_attribute a where a.attrelid = c.oid and attname in ('company_id', 'home_company_id', 'target_company_id')) as columns
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const counts: Record<string, { all: number; own: number }> = {};
  for (const { name, columns } of tables) {
    const names = name === "company" ? ["id"] : columns;
    const own = names.map((column) => `${column} = ${String(company.id)}`).join(" or ") || "false";
    const [row] = await portal.sql<{ all: number; own: number }>(
      `select count(*)::int as all, count(*) filter (where ${own})::int as own from ${name}`,
    );
    if (row) counts[name] = row;
  }
  return counts;
}

const remove = (company: { id: number }) =>
  provider.delete(`/api/admin/companies/${String(company.id)}`);

describe("deleting a company", () => {
  test("deleting a company removes its rows from every table and leaves the rows of other companies unchanged", async () => {
    const [deleted, other] = [await createFilledCompany(), await createFilledCompany()];
    const before = await countRows(deleted.company);
    const others = await countRows(other.company);
    const filledTables = Object.entries(before).filter(([, { own }]) => own > 0);
    expect(filledTables.map(([name]) => name).toSorted()).toEqual([
      "activity",
      "audit_entry",
      "board",
      "board_category",
      "changelog_label",
      "comment",
      "company",
      "company_logo",
      "feedback_counter",
      "feedback_discussion",
      "feedback_item",
      "feedback_search",
      "feedback_update",
      "follow",
      "handoff",
      "status_change",
      "undo_entry",
      "user_account",
      "user_vote",
    ]);
    const reply = await remove(deleted.company);
    expect([reply.status, reply.text]).toEqual([204, ""]);
    const after = await countRows(deleted.company);
    for (const [name, { all, own }] of filledTables) {
      expect([name, after[name]]).toEqual([name, { all: all - own, own: 0 }]);
    }
    expect(after["site_audit_entry"]?.all).toBe((before["site_audit_entry"]?.all ?? 0) + 1);
    for (const [name, { own }] of Object.entries(await countRows(other.company))) {
      expect([name, own]).toEqual([name, others[name]?.own]);
    }
    expect((await remove(deleted.company)).status).toBe(404);
  });

  test("deleting a company removes its users' votes in other companies and attributes the users' comments to a deleted user", async () => {
    const [deleted, other] = [await createFilledCompany(), await createFilledCompany()];
    const at = `/api/feedback/${String(other.item.id)}`;
    const guest = portal.visitor(other.company.host, deleted.customer);
    expect((await guest.post(`${at}/vote`)).body.votes).toBe(2);
    await guest.post(`${at}/comments`, { content: "From next door" });
    const [board] = (await guest.get("/api/boards")).body;
    const words = { title: "From next door", description: "Words", boardId: board.id };
    const theirs = (await guest.post("/api/feedback", words)).body;
    expect((await remove(deleted.company)).status).toBe(204);
    const reader = portal.visitor(other.company.host);
    expect((await reader.get(at)).body).toMatchObject({ votes: 1, commentsCount: 2 });
    const comments = (await reader.get(`${at}/comments`)).body;
    expect(
      comments.find(({ content }: { content: string }) => content === "From next door").user,
    ).toEqual({ username: "Deleted user", fullName: "Deleted user", pictureUrl: null });
    expect((await reader.get(`/api/feedback/${String(theirs.id)}`)).status).toBe(200);
    expect(
      await portal.sql(
        `select f.id from feedback_item f where votes <>
           (select count(*) from user_vote v where v.company_id = f.company_id and v.feedback_id = f.id)`,
      ),
    ).toEqual([]);
  });

  test("after a company is deleted, its hosts return 404, its users are signed out and its subdomain cannot be reused", async () => {
    const { company, admin, customer } = await createFilledCompany();
    const domain = `${company.subdomain}.example.com`;
    await portal.sql(
      "update company set custom_domain = $2, custom_domain_verified_at = now() where id = $1",
      [company.id, domain],
    );
    await remove(company);
    for (const host of [company.host, domain]) {
      for (const path of ["/api/portal", "/api/boards", "/", "/feedback"]) {
        const reply = await portal.visitor(host).get(path);
        expect([path, reply.status, reply.text.includes(company.name)]).toEqual([path, 404, false]);
      }
      expect((await provider.get(`/api/domain-check?domain=${host}`)).status).toBe(404);
    }
    for (const user of [admin, customer]) {
      expect((await portal.visitor("localhost", user).get("/api/user")).status).toBe(401);
    }
    const again = await provider.post("/api/admin/companies", {
      name: "Again",
      subdomain: company.subdomain,
    });
    expect([again.status, again.body]).toEqual([409, { message: "Subdomain is already taken" }]);
    await portal.site({ allowPublicRegistration: true });
    const stranger = await portal.visitor("localhost").post("/api/register", {
      username: "stranger@example.com",
      password: "long enough",
      fullName: "Some One",
      companyName: "Again",
      subdomain: company.subdomain,
    });
    expect(stranger.status).toBe(409);
  });

  test("the installation's audit log records the deletion of a company", async () => {
    const { company } = await createFilledCompany();
    await remove(company);
    expect((await siteAuditOf(portal)).at(-1)).toEqual({
      actor: superAdmin.username,
      action: "company.delete",
      subject: company.name,
      details: { id: company.id, subdomain: company.subdomain },
    });
  });

  test("super admins of a deleted company keep their accounts, including the super admin who deletes the company", async () => {
    const { company } = await createFilledCompany();
    const [acting, colleague] = [
      await portal.user("super_admin", company),
      await portal.user("super_admin", company),
    ];
    const acts = portal.visitor("localhost", acting);
    const reply = await acts.delete(`/api/admin/companies/${String(company.id)}`);
    expect([reply.status, reply.text]).toEqual([204, ""]);
    for (const { id, cookie } of [acting, colleague]) {
      const { body } = await portal.visitor("localhost", { cookie }).get("/api/user");
      expect(body).toMatchObject({ id, role: "super_admin", companyId: null });
    }
    expect((await siteAuditOf(portal)).at(-1)).toMatchObject({
      actor: acting.username,
      subject: company.name,
    });
  });

  test("of two concurrent deletions of a company exactly one succeeds, even while the company's users write", async () => {
    const { company, customer, item } = await createFilledCompany();
    const visitor = portal.visitor(company.host, customer);
    const at = `/api/feedback/${String(item.id)}`;
    const [first, second, ...writes] = await Promise.all([
      remove(company),
      remove(company),
      visitor.post(`${at}/vote`),
      visitor.post(`${at}/comments`, { content: "Late" }),
      visitor.post(`${at}/comments`, { content: "Late" }),
      visitor.patch(at, { title: "Late" }),
    ]);
    expect([first?.status, second?.status].toSorted()).toEqual([204, 404]);
    expect(writes.filter(({ status }) => status >= 500)).toEqual([]);
    expect(Object.values(await countRows(company)).filter(({ own }) => own > 0)).toEqual([]);
  });
});
