import { expect, test } from "vitest";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";

const portal = await startTestPortal();

test("a new company whose subdomain is not to be had is one company, though several open accounts for it at once", async () => {
  const console = portal.visitor("localhost", await portal.user("super_admin"));
  const open = (n: number) =>
    console.post("/api/register", {
      username: `someone-${String(n)}@example.com`,
      fullName: "Some One",
      companyName: "Admin",
      role: "company_admin",
      password: "made up for you",
    });
  // Two have looked for the name, and neither has made the company yet.
  const held = { text: "lock table company in share mode", values: [], waiting: 2 };
  const replies = await commitWhenBlocked(portal, held, () => Promise.all([1, 2, 3, 4].map(open)));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(await portal.sql("select 1 from company where lower(name) = 'admin'")).toHaveLength(1);
});
