import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
let provider: Visitor;
beforeAll(async () => {
  portal = await startTestPortal();
  provider = portal.visitor("localhost", await portal.user("super_admin"));
});
beforeEach(() => portal.sql("delete from throttle"));

let serial = 0;

/** As a super admin, registers an account with these fields of the company. */
const create = (choice: object) =>
  provider.post("/api/register", {
    username: `someone-${String((serial += 1))}@example.com`,
    fullName: "Some One",
    role: "company_admin",
    password: "made up for you",
    ...choice,
  });

/** As a super admin, changes an account without a company with these fields of the company. */
const move = async (choice: object) => {
  const { id } = await portal.user("user");
  return provider.patch(`/api/admin/users/${String(id)}`, choice);
};

const countNamed = async (name: string) =>
  (await portal.sql("select 1 from company where lower(name) = lower($1)", [name])).length;

const CHANGED = { message: "This company has been changed or deleted. Check the company again." };
const EXISTS = { message: "There is a company of this name by now. Check the company again." };

describe("looking up companies by name", () => {
  const named = (name: string) =>
    provider.get(`/api/admin/companies/named?name=${encodeURIComponent(name)}`);

  test("looking up a name lists the companies with this name first, ignoring case, then those whose name contains it, with details that distinguish them", async () => {
    const [older, newer] = [await portal.company("Twin & Co"), await portal.company("TWIN & co")];
    const longer = await portal.company("A Twin & Co Ltd");
    const admins = [];
    for (let n = 0; n < 4; n += 1) admins.push(await portal.user("company_admin", older));
    await portal.user("user", older);
    const { status, body } = await named(" twin & CO ");
    expect([status, body]).toEqual([
      200,
      [
        {
          id: older.id,
          name: "Twin & Co",
          subdomain: older.subdomain,
          createdAt: expect.stringMatching(/Z$/),
          admins: admins.slice(0, 3).map(({ username }) => username),
          adminsCount: 4,
        },
        {
          id: newer.id,
          name: "TWIN & co",
          subdomain: newer.subdomain,
          createdAt: expect.stringMatching(/Z$/),
          admins: [],
          adminsCount: 0,
        },
        expect.objectContaining({ id: longer.id, name: "A Twin & Co Ltd" }),
      ],
    ]);
  });

  test("looking up a name with a wildcard, a look-alike letter or the name of a company that is being deleted finds no company", async () => {
    await portal.company("Acme");
    const closed = await portal.company("Closed Ltd");
    await portal.sql("update company set closed_at = now() where id = $1", [closed.id]);
    for (const name of ["Acm%", "Acm_", "Аcme", "Acme\u200b", "Closed Ltd"])
      expect([name, (await named(name)).body]).toEqual([name, []]);
    expect((await named("A")).status).toBe(400);
  });
});

describe.each([
  ["creates", create],
  ["changes", move],
] as const)("a super admin who %s an account and chooses its company", (_, send) => {
  test("an account joins the company with the chosen id, not the oldest company with that name", async () => {
    const name = `Namesake ${String((serial += 1))}`;
    const [, second] = [await portal.company(name), await portal.company(name)];
    const { body } = await send({ companyName: name.toUpperCase(), companyId: second.id });
    expect(body.companyId).toBe(second.id);
  });

  test("an account does not join a company that was renamed, closed or deleted since it was looked up", async () => {
    const [renamed, closed] = [await portal.company("Renamed by now"), await portal.company()];
    await portal.sql("update company set closed_at = now() where id = $1", [closed.id]);
    for (const choice of [
      { companyName: "Looked up as this", companyId: renamed.id },
      { companyName: closed.name, companyId: closed.id },
      { companyName: "Deleted", companyId: 999_999_999 },
    ]) {
      const { status, body } = await send(choice);
      expect([choice, status, body]).toEqual([choice, 409, CHANGED]);
    }
    expect(await countNamed("Looked up as this")).toBe(0);
  });

  test("a super admin can choose to create a company, and gets 409 if a company with that name already exists", async () => {
    const name = `Founded ${String((serial += 1))}`;
    const first = await send({ companyName: name, found: true });
    expect([first.status < 300, await countNamed(name)]).toEqual([true, 1]);
    const second = await send({ companyName: name.toLowerCase(), found: true });
    expect([second.status, second.body]).toEqual([409, EXISTS]);
    expect(await countNamed(name)).toBe(1);
  });

  test("of concurrent requests that create a company of the same name, only one succeeds", async () => {
    const name = `Race ${String((serial += 1))}`;
    const choice = { companyName: name, found: true };
    const replies = await Promise.all([send(choice), send(choice), send(choice)]);
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(2);
    expect(await countNamed(name)).toBe(1);
  });

  test("a contradictory or invalid choice of a company is refused", async () => {
    const company = await portal.company();
    for (const [choice, field] of [
      [{ companyName: company.name, companyId: company.id, found: true }, "found"],
      [{ companyName: company.name, found: false }, "found"],
      [{ companyName: company.name, companyId: "1" }, "companyId"],
      [{ companyId: company.id }, "companyName"],
    ] as const) {
      const { status, body } = await send(choice);
      expect([choice, status, Object.keys(body.errors)]).toEqual([choice, 400, [field]]);
    }
  });
});

test("an account can be moved to another company of the same name by that company's id", async () => {
  const [one, two] = [await portal.company("Same Name"), await portal.company("Same Name")];
  const user = await portal.user("user", one);
  const path = `/api/admin/users/${String(user.id)}`;
  expect((await provider.patch(path, { companyName: "Same Name" })).body.companyId).toBe(one.id);
  const { body } = await provider.patch(path, { companyName: "Same Name", companyId: two.id });
  expect(body.companyId).toBe(two.id);
});

test("a customer who registers cannot choose another company", async () => {
  const [company, other] = [await portal.company(), await portal.company()];
  const { status, body } = await portal.visitor(company.host).post("/api/register", {
    username: "chooser@example.com",
    password: "marmalade sandwich 7",
    fullName: "Choo Ser",
    companyName: other.name,
    companyId: other.id,
  });
  expect([status, body.companyId, body.role]).toEqual([201, company.id, "user"]);
});
