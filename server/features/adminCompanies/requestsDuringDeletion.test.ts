import pg from "pg";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { concurrentlyDeleted } from "#server/platform/db/errors.ts";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { Reply, TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";

let portal: TestPortal;
let app: TestApp;
const log: string[] = [];
beforeAll(async () => {
  portal = await startTestPortal();
  app = await portal.anotherApp({ LOG_LEVEL: "warn" }, undefined, {
    write: (line) => void log.push(line),
  });
});
beforeEach(() => log.splice(0));

interface Scene {
  company: TestCompany;
  board: { id: number };
  /** Another company, which is not deleted, with the ids of its board and its item. */
  elsewhere: TestCompany & { boardId: number; itemId: number };
  /** Visitors at the company's own host. */
  admin: Visitor;
  customer: Visitor;
  guest: Visitor;
  customersName: string;
  /**
   * The admin and the customer at the product's host, and the customer at the other company's host.
   */
  adminAtHome: Visitor;
  customerAtHome: Visitor;
  customerElsewhere: Visitor;
  /** A super admin at the product's host. */
  provider: Visitor;
  /** A user without a company. */
  someone: TestUser;
  path: string;
}

async function scene(): Promise<Scene> {
  const [company, other] = [await portal.company(), await portal.company()];
  const [admin, customer] = [
    await portal.user("company_admin", company),
    await portal.user("user", company),
  ];
  const { id: boardId } = await portal.board(other);
  const { id: itemId } = await portal.item({ id: boardId });
  return {
    company,
    board: await portal.board(company),
    elsewhere: { ...other, boardId, itemId },
    admin: app.visitor(company.host, admin),
    customer: app.visitor(company.host, customer),
    guest: app.visitor(company.host),
    customersName: customer.username,
    adminAtHome: app.visitor("localhost", admin),
    customerAtHome: app.visitor("localhost", customer),
    customerElsewhere: app.visitor(other.host, customer),
    provider: app.visitor("localhost", await portal.user("super_admin")),
    someone: await portal.user("user"),
    path: `/api/company/${String(company.id)}`,
  };
}

const NO_COMPANY = [404, "Company not found"];
const NO_ACCOUNT = [401, "Not signed in"];

const BOARD = { name: "Late", slug: "late" };
const ITEM = { title: "Late", description: "Words" };
const CHALLENGE = "a".repeat(43);
const ACCOUNT = { username: "late@example.com", password: "long enough", fullName: "Too Late" };

test.each<[string, (scene: Scene) => Promise<Reply>, (number | string)[]]>([
  ["signs up", ({ guest }) => guest.post("/api/register", ACCOUNT), NO_COMPANY],
  ["adds a board", ({ admin }) => admin.post("/api/boards", BOARD), NO_COMPANY],
  [
    "adds a board from the product's host",
    ({ adminAtHome }) => adminAtHome.post("/api/boards", BOARD),
    NO_COMPANY,
  ],
  ["adds a category", ({ admin }) => admin.post("/api/categories", { name: "Late" }), NO_COMPANY],
  ["renames the company", ({ admin, path }) => admin.patch(path, { name: "Late" }), NO_COMPANY],
  [
    "renames the company from the product's host",
    ({ provider, path }) => provider.patch(path, { name: "Late" }),
    NO_COMPANY,
  ],
  [
    "moves an account to the company",
    ({ provider, someone, company }) =>
      provider.patch(`/api/admin/users/${String(someone.id)}`, { companyName: company.name }),
    NO_COMPANY,
  ],
  [
    "submits an item",
    ({ customer, board }) => customer.post("/api/feedback", { ...ITEM, boardId: board.id }),
    NO_COMPANY,
  ],
  [
    "submits an item in another company with an account of the deleted company",
    ({ customerElsewhere, elsewhere: { boardId } }) =>
      customerElsewhere.post("/api/feedback", { ...ITEM, boardId }),
    NO_ACCOUNT,
  ],
  [
    "votes in another company with an account of the deleted company",
    ({ customerElsewhere, elsewhere: { itemId } }) =>
      customerElsewhere.post(`/api/feedback/${String(itemId)}/vote`),
    NO_ACCOUNT,
  ],
  [
    "comments in another company with an account of the deleted company",
    ({ customerElsewhere, elsewhere: { itemId } }) =>
      customerElsewhere.post(`/api/feedback/${String(itemId)}/comments`, { content: "Late" }),
    NO_ACCOUNT,
  ],
  [
    "logs in",
    ({ guest, customersName: username }) =>
      guest.post("/api/login", { username, password: TEST_PASSWORD }),
    [401, "Invalid credentials"],
  ],
  [
    "opens the company's portal from the product's host",
    ({ customerAtHome }) => customerAtHome.get(`/api/feedback-portal?challenge=${CHALLENGE}`),
    [302],
  ],
])(
  "a user who %s while a company is deleted gets 401, 404 or a redirect, and no warning is logged",
  async (_what, call, expected) => {
    const set = await scene();
    const lock = {
      text: "delete from company where id = $1",
      values: [set.company.id],
      waiting: 1,
    };
    const { status, body } = await commitWhenBlocked(portal, lock, () => call(set));
    expect([status, body]).toEqual([expected[0], expected[1] && { message: expected[1] }]);
    expect(log).toEqual([]);
  },
);

test("every foreign key to a company or an account has an error message for the case that the company or the account is deleted concurrently", async () => {
  const keys = await portal.sql<{ name: string; target: string }>(
    `select conname::text as name, confrelid::regclass::text as target from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1`,
  );
  const toldOf = (constraint: string) =>
    concurrentlyDeleted(
      Object.assign(new pg.DatabaseError("gone", 0, "error"), { code: "23503", constraint }),
    );
  const meant: Record<string, string> = { company: "company", user_account: "account" };
  const expected = ({ name, target }: { name: string; target: string }) =>
    /_(?:about_user|assignee|blocked|emergency_admin|other)_id_fkey$/.test(name)
      ? "subject"
      : meant[target];
  expect(keys.map(({ name }) => [name, toldOf(name)])).toEqual(
    keys.map((key) => [key.name, expected(key)]),
  );
  expect(keys.filter(({ target }) => meant[target] !== undefined).length).toBeGreaterThan(15);
});
