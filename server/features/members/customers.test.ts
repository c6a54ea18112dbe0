import { beforeAll, expect, test } from "vitest";
import { readPages } from "#server/checks/fixtures/readPages.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const CUSTOMERS = "/api/customers";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function newCompany() {
  const company = await portal.company();
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  /** Creates a customer who joined `daysAgo` days ago. */
  const customer = async (fullName: string, daysAgo: number) => {
    const user = await portal.user("user", company);
    await portal.sql(
      `update user_account set full_name = $2, created_at = now() - $3 * interval '1 day'
       where id = $1`,
      [user.id, fullName, daysAgo],
    );
    return { ...user, fullName };
  };
  return { company, admin, customer };
}

async function namesOf(admin: Visitor, query = ""): Promise<string[]> {
  const { items } = await readPages<{ fullName: string }>(admin, `${CUSTOMERS}?limit=1${query}`);
  return items.map(({ fullName }) => fullName);
}

test("an admin sees each customer with what the customer did in this company, not elsewhere and not the team", async () => {
  const { company, admin, customer } = await newCompany();
  const person = await customer("Ada", 3);
  const own = await portal.board(company);
  const other = await portal.company();
  const mine = await portal.item(own, { userId: person.id });
  const elsewhere = await portal.item(await portal.board(other), { userId: person.id });
  for (const [host, item] of [
    [company.host, mine],
    [other.host, elsewhere],
  ] as const) {
    const visitor = portal.visitor(host, person);
    await visitor.post(`/api/feedback/${String(item.id)}/vote`);
    await visitor.post(`/api/feedback/${String(item.id)}/comments`, { content: "Yes" });
  }
  const reply = await admin.get(CUSTOMERS);
  expect(reply.headers["x-total-count"]).toBe("1");
  expect(reply.body).toEqual([
    {
      id: person.id,
      username: person.username,
      fullName: "Ada",
      isActive: true,
      confirmedAt: expect.stringMatching(/Z$/),
      mustConfirmEmail: false,
      isBlocked: false,
      isImported: false,
      hasSignOn: false,
      createdAt: expect.stringMatching(/Z$/),
      items: 1,
      votes: 1,
      comments: 1,
      lastSeenAt: null,
    },
  ]);
});

test("customers are sorted by the day they joined or by name, page by page", async () => {
  const { admin, customer } = await newCompany();
  await customer("Bea", 1);
  await customer("ada", 3);
  await customer("Cem", 2);
  expect(await namesOf(admin)).toEqual(["Bea", "Cem", "ada"]);
  expect(await namesOf(admin, "&sort=oldest")).toEqual(["ada", "Cem", "Bea"]);
  expect(await namesOf(admin, "&sort=name")).toEqual(["ada", "Bea", "Cem"]);
  const { headers } = await admin.get(`${CUSTOMERS}?limit=1`);
  const cursor = /cursor=([\w-]+)/.exec(String(headers["link"]))?.[1] ?? "";
  expect((await admin.get(`${CUSTOMERS}?sort=name&cursor=${cursor}`)).status).toBe(400);
});

test("customers are sorted by their items, votes and comments in this company, most first, page by page", async () => {
  const { company, admin, customer } = await newCompany();
  const board = await portal.board(company);
  const elsewhere = await portal.board(await portal.company());
  const [ada, bea, cem] = [
    await customer("Ada", 1),
    await customer("Bea", 2),
    await customer("Cem", 3),
  ];
  for (const { id } of [ada, ada, ada]) await portal.item(elsewhere, { userId: id });
  const items = [
    await portal.item(board, { userId: cem.id }),
    await portal.item(board, { userId: cem.id }),
    await portal.item(board, { userId: bea.id }),
  ];
  const vote = async (person: typeof ada, { id }: { id: number }) =>
    portal.visitor(company.host, person).post(`/api/feedback/${String(id)}/vote`);
  for (const [index, item] of items.entries()) {
    await portal.comment(item, { userId: bea.id });
    await vote(ada, item);
    if (index > 0) continue;
    await portal.comment(item, { userId: ada.id });
    await vote(cem, item);
  }
  expect(await namesOf(admin, "&sort=items")).toEqual(["Cem", "Bea", "Ada"]);
  expect(await namesOf(admin, "&sort=votes")).toEqual(["Ada", "Cem", "Bea"]);
  expect(await namesOf(admin, "&sort=comments")).toEqual(["Bea", "Ada", "Cem"]);
});

test("customers are sorted by their last visit to this company, and those who never came are last", async () => {
  const { company, admin, customer } = await newCompany();
  const [ada, bea, cem] = [
    await customer("Ada", 1),
    await customer("Bea", 2),
    await customer("Cem", 3),
  ];
  const other = await portal.company();
  const seen = async () => {
    const { items } = await readPages<{ fullName: string; lastSeenAt: string | null }>(
      admin,
      `${CUSTOMERS}?sort=seen&limit=2`,
    );
    return items.map(({ fullName, lastSeenAt }) => [fullName, lastSeenAt !== null]);
  };
  const visit = async (host: string, person: typeof ada) => {
    await portal.sql(
      "update session set last_seen_at = now() - interval '6 minutes' where user_id = $1",
      [person.id],
    );
    await portal.visitor(host, person).get("/api/user");
  };
  await visit(company.host, cem);
  await visit(company.host, bea);
  await visit(other.host, ada);
  expect(await seen()).toEqual([
    ["Bea", true],
    ["Cem", true],
    ["Ada", false],
  ]);
});

test("a visit to a company that is read-only is not stored, and its sessions go on", async () => {
  const { company, customer } = await newCompany();
  const person = await customer("Ada", 1);
  await portal.sql(
    "update session set last_seen_at = now() - interval '6 minutes' where user_id = $1",
    [person.id],
  );
  await portal.sql("update company set read_only_since = now() where id = $1", [company.id]);
  expect((await portal.visitor(company.host, person).get("/api/user")).status).toBe(200);
  const [session] = await portal.sql<{ isFresh: boolean }>(
    `select last_seen_at > now() - interval '1 minute' as "isFresh" from session where user_id = $1`,
    [person.id],
  );
  expect(session?.isFresh).toBe(true);
});

test("customers can be searched, and filtered by confirmed, unconfirmed, blocked and imported", async () => {
  const { company, admin, customer } = await newCompany();
  await customer("Confirmed", 1);
  const unconfirmed = await customer("Unconfirmed 100%", 2);
  const blocked = await customer("Blocked", 3);
  const imported = await customer("Imported", 4);
  await portal.sql("update user_account set confirmed_at = null where id = $1", [unconfirmed.id]);
  await portal.sql("update user_account set is_imported = true where id = $1", [imported.id]);
  await portal.sql("insert into blocked_account (company_id, user_id) values ($1, $2)", [
    company.id,
    blocked.id,
  ]);
  expect(await namesOf(admin, "&state=confirmed")).toEqual(["Confirmed", "Blocked"]);
  expect(await namesOf(admin, "&state=unconfirmed")).toEqual(["Unconfirmed 100%"]);
  expect(await namesOf(admin, "&state=blocked")).toEqual(["Blocked"]);
  expect(await namesOf(admin, "&state=imported")).toEqual(["Imported"]);
  expect(await namesOf(admin, "&search=100%25")).toEqual(["Unconfirmed 100%"]);
  expect(await namesOf(admin, `&search=${imported.username}`)).toEqual([]);
  expect((await admin.get(`${CUSTOMERS}?state=imported`)).body).toMatchObject([
    { username: null, isImported: true },
  ]);
  expect((await admin.get(`${CUSTOMERS}?state=x`)).status).toBe(400);
});
