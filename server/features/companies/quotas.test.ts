import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import { withOpenTransaction } from "#server/checks/fixtures/openTransaction.ts";
import type { Reply, TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const QUOTAS = { QUOTA_BOARDS: "3", QUOTA_CATEGORIES: "3", QUOTA_MEMBERS: "3" };

let portal: TestPortal;
let second: TestApp;
let provider: Visitor;
beforeAll(async () => {
  portal = await startTestPortal(QUOTAS);
  second = await portal.anotherApp(QUOTAS);
  provider = portal.visitor("localhost", await portal.user("super_admin"));
});
beforeEach(() => portal.sql("delete from throttle"));

let serial = 0;
const fresh = (word: string) => `${word}-${String((serial += 1))}`;

const createBoard = (admin: Visitor) =>
  admin.post("/api/boards", { name: "Board", slug: fresh("board") });
const createCategory = (admin: Visitor) =>
  admin.post("/api/categories", { name: fresh("Category") });

/** Submits the form with which a super admin creates an account. */
const createMember = (form: Visitor, { name }: Pick<TestCompany, "name">) =>
  form.post("/api/register", {
    username: `${fresh("member")}@example.com`,
    fullName: "Some One",
    companyName: name,
    role: "company_admin",
    password: "made up for you",
  });

const refusal = (kind: string) => [409, { message: `A company can have at most 3 ${kind}` }];
const shown = ({ status, body }: Reply) => [status, body];
const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status).toSorted();

async function companyWithAdmin() {
  const company = await portal.company();
  const user = await portal.user("company_admin", company);
  return { company, user, admin: portal.visitor(company.host, user) };
}

async function rowsOf(table: string, { id }: TestCompany): Promise<number> {
  return (await portal.sql(`select from ${table} where company_id = $1`, [id])).length;
}

async function membersOf({ id }: TestCompany): Promise<number> {
  const members = "select from user_account where home_company_id = $1 and role = 'company_admin'";
  return (await portal.sql(members, [id])).length;
}

describe.each([
  ["boards", "board", createBoard],
  ["categories", "board_category", createCategory],
] as const)("the quota of %s", (kind, table, create) => {
  test(`a company can have as many ${kind} as the quota allows, and can add another only after a deletion`, async () => {
    const { company, admin } = await companyWithAdmin();
    const replies = [await create(admin), await create(admin), await create(admin)];
    expect(statusesOf(replies)).toEqual([201, 201, 201]);
    expect(shown(await create(admin))).toEqual(refusal(kind));
    const path = `/api/${kind}/${String(replies[0]?.body.id)}`;
    expect((await admin.delete(path)).status).toBe(204);
    expect((await create(admin)).status).toBe(201);
    expect(shown(await create(admin))).toEqual(refusal(kind));
    expect(await rowsOf(table, company)).toBe(3);
  });

  test(`parallel requests to two processes cannot exceed the quota of ${kind} together`, async () => {
    const { company, user, admin } = await companyWithAdmin();
    const elsewhere = second.visitor(company.host, user);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => create(index % 2 ? admin : elsewhere)),
    );
    expect(statusesOf(replies)).toEqual([201, 201, 201, ...Array.from({ length: 7 }, () => 409)]);
    expect(await rowsOf(table, company)).toBe(3);
  });

  test(`a company that has more ${kind} than the quota allows can keep and change them, but cannot add more`, async () => {
    const { company, admin } = await companyWithAdmin();
    const factory = kind === "boards" ? portal.board : portal.category;
    const first = await factory(company);
    for (let n = 0; n < 4; n += 1) await factory(company);
    expect(shown(await create(admin))).toEqual(refusal(kind));
    expect((await admin.get(`/api/${kind}`)).body).toHaveLength(5);
    const path = `/api/${kind}/${String(first.id)}`;
    expect((await admin.patch(path, { name: fresh("Renamed") })).status).toBe(200);
  });

  test(`other companies can add ${kind} while a transaction locks the row of a company that has reached its quota`, async () => {
    const full = await companyWithAdmin();
    for (let n = 0; n < 3; n += 1) await create(full.admin);
    expect(shown(await create(full.admin))).toEqual(refusal(kind));
    const other = await companyWithAdmin();
    const lock = {
      text: "select from company where id = $1 for update",
      values: [full.company.id],
    };
    await withOpenTransaction(portal, lock, async () => {
      expect((await create(other.admin)).status).toBe(201);
    });
  });
});

describe("the quota of members", () => {
  test("parallel requests to create company admins cannot exceed the quota of members, even while the requests create the company", async () => {
    const name = fresh("New company");
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => createMember(provider, { name })),
    );
    expect(statusesOf(replies)).toEqual([201, 201, 201, 409, 409, 409]);
    expect(shown(await createMember(provider, { name }))).toEqual(refusal("members"));
  });

  test("a customer cannot become a member of a company that has reached its quota of members", async () => {
    const { company } = await companyWithAdmin();
    for (let n = 0; n < 2; n += 1) await portal.user("company_admin", company);
    const customer = await portal.user("user", company);
    const path = `/api/admin/users/${String(customer.id)}`;
    expect(shown(await provider.patch(path, { role: "company_admin" }))).toEqual(
      refusal("members"),
    );
    expect((await provider.patch(path, { fullName: "Another Name" })).status).toBe(200);
    expect(await membersOf(company)).toBe(3);
  });

  test("an admin of another company cannot move to a company that has reached its quota of members", async () => {
    const { company } = await companyWithAdmin();
    for (let n = 0; n < 2; n += 1) await portal.user("company_admin", company);
    const { user } = await companyWithAdmin();
    const path = `/api/admin/users/${String(user.id)}`;
    const change = { companyName: company.name };
    expect(shown(await provider.patch(path, change))).toEqual(refusal("members"));
    // A customer is not a member, so the quota does not apply.
    expect((await provider.patch(path, { ...change, role: "user" })).status).toBe(200);
    expect(await membersOf(company)).toBe(3);
  });

  test("customers who become members in parallel cannot exceed the quota of members", async () => {
    const { company } = await companyWithAdmin();
    const customers = [];
    for (let n = 0; n < 5; n += 1) customers.push(await portal.user("user", company));
    const replies = await Promise.all(
      customers.map(({ id }) =>
        provider.patch(`/api/admin/users/${String(id)}`, { role: "company_admin" }),
      ),
    );
    expect(statusesOf(replies)).toEqual([200, 200, 409, 409, 409]);
    expect(await membersOf(company)).toBe(3);
  });

  test("members beyond a company's quota stay members and can be changed", async () => {
    const { company, user } = await companyWithAdmin();
    for (let n = 0; n < 4; n += 1) await portal.user("company_admin", company);
    const path = `/api/admin/users/${String(user.id)}`;
    const change = { fullName: "Another Name", role: "company_admin", companyName: company.name };
    expect((await provider.patch(path, change)).status).toBe(200);
    expect((await provider.patch(path, { isActive: false })).status).toBe(200);
    expect(await membersOf(company)).toBe(5);
  });

  test("customers can register with a company that has reached its quota of members", async () => {
    const { company } = await companyWithAdmin();
    for (let n = 0; n < 2; n += 1) await portal.user("company_admin", company);
    const registration = await portal.visitor(company.host).post("/api/register", {
      username: `${fresh("customer")}@example.com`,
      fullName: "Some One",
      password: "a password of my own",
    });
    expect([registration.status, registration.body.role]).toEqual([201, "user"]);
  });
});
