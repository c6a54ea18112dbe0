import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.site({ allowPublicRegistration: true });
});
beforeEach(() => portal.sql("delete from throttle"));

let serial = 0;
function form(changes: Record<string, unknown> = {}) {
  serial += 1;
  return {
    username: `customer${String(serial)}@example.com`,
    password: TEST_PASSWORD,
    fullName: "Cleo Customer",
    ...changes,
  };
}

async function usersNamed(username: string): Promise<number> {
  return (await portal.sql("select 1 from user_account where username = $1", [username])).length;
}

describe("signing up as a customer", () => {
  test("signing up on a company's host creates a user of that company and signs the user in", async () => {
    const company = await portal.company();
    const account = form();
    const reply = await portal.visitor(company.host).post("/api/register", account);
    expect(reply).toMatchObject({
      status: 201,
      body: {
        username: account.username,
        fullName: "Cleo Customer",
        role: "user",
        companyId: company.id,
      },
    });
    const customer = portal.visitor(company.host, cookieOf(reply));
    expect((await customer.get("/api/user")).body).toEqual(reply.body);
  });

  test("a new customer can vote but cannot see private boards or their items", async () => {
    const company = await portal.company();
    const item = await portal.item(await portal.board(company));
    const hidden = await portal.item(await portal.board(company, { isPrivate: true }));
    const reply = await portal.visitor(company.host).post("/api/register", form());
    const customer = portal.visitor(company.host, cookieOf(reply));
    expect((await customer.post(`/api/feedback/${String(item.id)}/vote`)).body.votes).toBe(1);
    expect((await customer.get(`/api/feedback/${String(hidden.id)}`)).status).toBe(404);
    expect((await customer.get("/api/boards")).body).toHaveLength(1);
  });

  test.each(["company_admin", "super_admin"])("signing up never creates a %s", async (role) => {
    const company = await portal.company();
    const account = form({ role, companyName: "Takeover", subdomain: "takeover" });
    const reply = await portal.visitor(company.host).post("/api/register", account);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors)).toEqual(["role"]);
    expect(await usersNamed(account.username)).toBe(0);
  });

  test("signing up as a customer creates no company, even if the body contains a company name and a subdomain", async () => {
    const company = await portal.company();
    const other = await portal.company();
    const before = await portal.sql("select 1 from company");
    const reply = await portal
      .visitor(company.host)
      .post(
        "/api/register",
        form({ companyName: "Another", subdomain: "another", companyId: other.id }),
      );
    expect(reply.body.companyId).toBe(company.id);
    expect(await portal.sql("select 1 from company")).toHaveLength(before.length);
  });

  test("signing up is refused only on hosts of companies that have turned off sign-up", async () => {
    const closed = await portal.company();
    await portal.sql("update company set allow_customer_sign_up = false where id = $1", [
      closed.id,
    ]);
    const account = form();
    expect(await portal.visitor(closed.host).post("/api/register", account)).toMatchObject({
      status: 403,
      text: '{"message":"Public registration is disabled"}',
    });
    expect(await usersNamed(account.username)).toBe(0);
    const open = await portal.company();
    expect((await portal.visitor(open.host).post("/api/register", account)).status).toBe(201);
  });

  test("an e-mail address belongs to one account across all companies", async () => {
    const [company, other] = [await portal.company(), await portal.company()];
    const account = form();
    await portal.visitor(company.host).post("/api/register", account);
    expect(await portal.visitor(other.host).post("/api/register", account)).toMatchObject({
      status: 409,
      text: '{"message":"Username already exists"}',
    });
  });

  test("/api/portal returns whether signing up is possible", async () => {
    const [open, closed] = [await portal.company(), await portal.company()];
    await portal.sql("update company set allow_customer_sign_up = false where id = $1", [
      closed.id,
    ]);
    expect((await portal.visitor(open.host).get("/api/portal")).body.registrationOpen).toBe(true);
    expect((await portal.visitor(closed.host).get("/api/portal")).body.registrationOpen).toBe(
      false,
    );
  });
});

describe("registering while signed in", () => {
  const company = { companyName: "Second Venture" };

  test("a super admin who creates an account for another user stays signed in", async () => {
    await portal.site({ allowPublicRegistration: false });
    const superAdmin = await portal.user("super_admin");
    const visitor = portal.visitor("localhost", superAdmin);
    const account = form({ ...company, role: "company_admin", subdomain: "by-super-admin" });
    const reply = await visitor.post("/api/register", account);
    await portal.site({ allowPublicRegistration: true });
    expect(reply).toMatchObject({
      status: 201,
      body: { role: "company_admin", username: account.username },
    });
    expect(reply.headers["set-cookie"]).toBeUndefined();
    expect((await visitor.get("/api/user")).body.id).toBe(superAdmin.id);
    expect(await portal.sql("select 1 from session where user_id = $1", [reply.body.id])).toEqual(
      [],
    );
  });

  test("a super admin cannot create a super admin by registration", async () => {
    const superAdmin = await portal.user("super_admin");
    const account = form({ ...company, role: "super_admin", subdomain: "another-super" });
    const reply = await portal.visitor("localhost", superAdmin).post("/api/register", account);
    expect(reply.status).toBe(400);
    expect(await usersNamed(account.username)).toBe(0);
  });
});
