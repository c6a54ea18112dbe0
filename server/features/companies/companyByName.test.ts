import { expect, test } from "vitest";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";

const portal = await startTestPortal();

test("concurrent requests for accounts of a new company with an unavailable subdomain create one company", async () => {
  const provider = portal.visitor("localhost", await portal.user("super_admin"));
  const open = (n: number) =>
    provider.post("/api/register", {
      username: `someone-${String(n)}@example.com`,
      fullName: "Some One",
      companyName: "Admin",
      role: "company_admin",
      password: "made up for you",
    });
  // The lock is released when two transactions are blocked. Until then no transaction can create
  // the company, so the requests overlap.
  const lock = { text: "lock table company in share mode", values: [], waiting: 2 };
  const replies = await commitWhenBlocked(portal, lock, () => Promise.all([1, 2, 3, 4].map(open)));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(await portal.sql("select 1 from company where lower(name) = 'admin'")).toHaveLength(1);
});
