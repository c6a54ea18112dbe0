import { beforeAll, expect, test } from "vitest";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import {
  waitForBlockedSessions,
  withOpenTransaction,
} from "#server/checks/fixtures/openTransaction.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

interface Team {
  company: TestCompany;
  admin: Visitor;
}

async function team(): Promise<Team> {
  const company = await portal.company();
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  // This request makes the portal cache the host, so that later requests do not look it up.
  expect((await admin.get("/api/boards")).status).toBe(200);
  return { company, admin };
}

/** Sends a request of each kind (signed in, anonymous, read, write) and returns the statuses. */
async function useEverything({ company, admin }: Team): Promise<number[]> {
  const visitor = portal.visitor(company.host);
  const replies = await Promise.all([
    admin.get("/api/feedback"),
    admin.post("/api/boards", { name: "Ideas", slug: "ideas" }),
    visitor.get("/api/portal"),
    visitor.get("/api/feedback?search=calendar"),
    visitor.get("/api/boards"),
  ]);
  return replies.map(({ status }) => status);
}

test("while all board deletions of one company wait for a lock, another company's reads and writes succeed", async () => {
  const [noisy, quiet] = [await team(), await team()];
  const boards: { id: number }[] = [];
  for (let n = 0; n < 20; n += 1) boards.push(await portal.board(noisy.company));
  const held = { text: "select from company where id = $1 for update", values: [noisy.company.id] };
  const { statuses, deletions } = await withOpenTransaction(portal, held, async () => {
    const waiting = boards.map(({ id }) => noisy.admin.delete(`/api/boards/${String(id)}`));
    await waitForBlockedSessions(portal, 6);
    return { statuses: await useEverything(quiet), deletions: waiting };
  });
  expect(statuses).toEqual([200, 201, 200, 200, 200]);
  for (const { status } of await Promise.all(deletions)) expect([204, 503]).toContain(status);
}, 30_000);

test("while one company uses all of its connections, its next request waits, but requests to other companies and to the product's host do not", async () => {
  const [noisy, quiet] = [await team(), await team()];
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const { system } = portal.database.inTurnsOf(noisy.company.id);
  let open = 0;
  const transactions = Array.from({ length: 6 }, () =>
    system.transaction(async () => {
      open += 1;
      await over;
    }),
  );
  await expect.poll(() => open).toBe(6);
  let isAnswered = false;
  const own = noisy.admin.get("/api/user").finally(() => (isAnswered = true));
  expect(await useEverything(quiet)).toEqual([200, 201, 200, 200, 200]);
  const provider = portal.visitor("localhost", await portal.user("super_admin"));
  expect((await provider.get("/api/admin/companies")).status).toBe(200);
  expect((await portal.visitor("unknown.localhost").get("/api/portal")).status).toBe(404);
  expect(isAnswered).toBe(false);
  end();
  await Promise.all(transactions);
  expect((await own).status).toBe(200);
});
