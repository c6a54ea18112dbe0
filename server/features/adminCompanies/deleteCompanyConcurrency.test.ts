import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { siteAuditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { createHandOff } from "#server/checks/fixtures/handOff.ts";
import {
  withOpenTransaction,
  waitForBlockedSessions,
} from "#server/checks/fixtures/openTransaction.ts";
import type { Reply, TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
let elsewhere: TestApp;
let superAdmin: TestUser;
let provider: Visitor;
beforeAll(async () => {
  portal = await startTestPortal();
  elsewhere = await portal.anotherApp();
  superAdmin = await portal.user("super_admin");
  provider = portal.visitor("localhost", superAdmin);
});
beforeEach(() => portal.sql("delete from throttle"));

interface Scene {
  company: TestCompany;
  admin: TestUser;
  customer: TestUser;
  items: number[];
  /**
   * A company that is not deleted, with an item for which a customer of the deleted company voted.
   */
  other: { company: TestCompany; user: TestUser; item: number };
}

/**
 * Creates a company with more items than one transaction deletes, and a second company in which the
 * first company's customer has voted.
 */
async function scene(): Promise<Scene> {
  const [company, next] = [await portal.company(), await portal.company()];
  const customer = await portal.user("user", company);
  const { id: boardId } = await portal.board(company);
  const items = await portal.sql<{ id: number }>(
    `insert into feedback_item (company_id, board_id, title, description, user_id)
     select $1, $2, 'Item ' || n, 'Words', $3 from generate_series(1, 700) n returning id::int`,
    [company.id, boardId, customer.id],
  );
  const { id: item } = await portal.item(await portal.board(next));
  const visit = portal.visitor(next.host, customer);
  expect((await visit.post(`/api/feedback/${String(item)}/vote`)).status).toBe(200);
  return {
    company,
    admin: await portal.user("company_admin", company),
    customer,
    items: items.map(({ id }) => id),
    other: { company: next, user: await portal.user("user", next), item },
  };
}

const path = (company: { id: number }) => `/api/admin/companies/${String(company.id)}`;
const remove = (company: { id: number }) => provider.delete(path(company));
const logIn = ({ username }: TestUser) =>
  portal.visitor("localhost").post("/api/login", { username, password: TEST_PASSWORD });

/** Returns the statuses of concurrent requests. A request that waited for a lock would get 503. */
const statusesOf = async (calls: Promise<Reply>[]) =>
  (await Promise.all(calls)).map(({ status }) => status);

/** Locks the company's last item, which blocks the deletion of the company's items. */
const LAST_ITEM =
  "select from feedback_item where company_id = $1 order by id desc limit 1 for update";

test("a company is unreachable as soon as its deletion begins, and requests to other companies are not blocked", async () => {
  const { company, admin, customer, items, other } = await scene();
  const handOff = await createHandOff(portal, company, admin);
  // Both processes cache the boards for anonymous visitors, so the deletion must invalidate both
  // caches.
  const guests = [portal, elsewhere].map((app) => app.visitor(company.host));
  for (const guest of guests) expect((await guest.get("/api/boards")).status).toBe(200);
  await portal.sql("update session set last_seen_at = now() - interval '10 minutes'");
  const voters: TestUser[] = [];
  for (let n = 0; n < 14; n += 1) voters.push(await portal.user("user"));

  let deleting: Promise<Reply> | undefined;
  await withOpenTransaction(portal, { text: LAST_ITEM, values: [company.id] }, async () => {
    deleting = remove(company);
    await waitForBlockedSessions(portal, 1);
    // The deletion stays blocked for longer than the usual lock timeout of 2.4 s, and must not
    // fail.
    const longWait = sleep(3_000);
    for (const guest of guests) {
      await expect.poll(async () => (await guest.get("/api/boards")).status).toBe(404);
    }
    const stale = Array.from({ length: 10 }, () =>
      portal.visitor("localhost", customer).get("/api/user"),
    );
    const votes = voters.map((voter, n) =>
      portal.visitor(company.host, voter).post(`/api/feedback/${String(items[n])}/vote`),
    );
    const neighbour = portal.visitor(other.company.host, other.user);
    const others = [
      neighbour.get("/api/user"),
      neighbour.get("/api/feedback"),
      neighbour.post(`/api/feedback/${String(other.item)}/vote`),
      portal.visitor("localhost").get("/api/ready"),
    ];
    expect(await statusesOf(others)).toEqual([200, 200, 200, 200]);
    expect(await statusesOf(stale)).toEqual(stale.map(() => 401));
    expect(await statusesOf(votes)).toEqual(votes.map(() => 404));
    expect(await statusesOf([admin, customer].map(logIn))).toEqual([401, 401]);
    expect(await statusesOf([portal.visitor("localhost", customer).post("/api/logout")])).toEqual([
      204,
    ]);
    expect(await statusesOf([portal.visitor(company.host, handOff).get(handOff.path)])).toEqual([
      404,
    ]);
    expect((await provider.get(`/api/domain-check?domain=${company.host}`)).status).toBe(404);
    const { body } = await provider.get(`/api/admin/companies?search=${company.subdomain}`);
    expect(body).toMatchObject([{ id: company.id }]);
    await longWait;
  });
  expect((await deleting)?.status).toBe(204);
  expect((await remove(company)).status).toBe(404);
}, 40_000);

test("items of other companies are not locked while a company's remaining rows are deleted", async () => {
  const { company, other } = await scene();
  await portal.sql(
    `insert into audit_entry (company_id, actor_username, action, ip) values ($1, 'somebody', 'board.create', '')`,
    [company.id],
  );
  const entry = {
    text: "select from audit_entry where company_id = $1 for update",
    values: [company.id],
  };
  let deleting: Promise<Reply> | undefined;
  await withOpenTransaction(portal, entry, async () => {
    deleting = remove(company);
    await waitForBlockedSessions(portal, 1);
    const neighbour = portal.visitor(other.company.host, other.user);
    expect(await statusesOf([neighbour.post(`/api/feedback/${String(other.item)}/vote`)])).toEqual([
      200,
    ]);
    expect((await neighbour.get(`/api/feedback/${String(other.item)}`)).body.votes).toBe(1);
  });
  expect((await deleting)?.status).toBe(204);
});

test("an interrupted deletion of a company leaves the company unreachable, and a second request completes the deletion", async () => {
  const { company, customer, items } = await scene();
  let deleting: Promise<Reply> | undefined;
  await withOpenTransaction(portal, { text: LAST_ITEM, values: [company.id] }, async () => {
    deleting = remove(company);
    await waitForBlockedSessions(portal, 1);
    await portal.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect((await deleting).status).toBe(503);
  });
  expect((await portal.visitor(company.host).get("/api/boards")).status).toBe(404);
  expect((await logIn(customer)).status).toBe(401);
  const { body } = await provider.get(`/api/admin/companies?search=${company.subdomain}`);
  expect(body).toMatchObject([
    { id: company.id, subdomain: company.subdomain, isBeingDeleted: true },
  ]);
  expect((await siteAuditOf(portal)).filter(({ subject }) => subject === company.name)).toEqual([]);
  expect((await remove(company)).status).toBe(204);
  expect(await portal.sql("select 1 from feedback_item where id = any ($1)", [items])).toEqual([]);
  expect((await siteAuditOf(portal)).at(-1)).toMatchObject({
    action: "company.delete",
    details: { id: company.id, subdomain: company.subdomain },
  });
}, 30_000);

test("moving an account to a company by name ignores a company with that name that is being deleted", async () => {
  const { company } = await scene();
  let deleting: Promise<Reply> | undefined;
  await withOpenTransaction(portal, { text: LAST_ITEM, values: [company.id] }, async () => {
    deleting = remove(company);
    await waitForBlockedSessions(portal, 1);
    const someone = await portal.user("user");
    const moved = await provider.patch(`/api/admin/users/${String(someone.id)}`, {
      companyName: company.name,
    });
    expect([moved.status, moved.body.companyName]).toEqual([200, company.name]);
    expect(moved.body.companyId).not.toBe(company.id);
  });
  expect((await deleting)?.status).toBe(204);
});
