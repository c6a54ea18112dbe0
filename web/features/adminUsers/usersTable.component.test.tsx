import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { AdminUser } from "#contract/adminUsers.ts";
import { adminUsersApi } from "#contract/adminUsers.ts";
import { anAdminUser } from "#web/testing/consoleFixtures.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { tableRows } from "#web/testing/tableRows.ts";

const PATH = "/admin/users";

const rows = () => tableRows("Users");
const search = () => page.getByRole("searchbox", { name: "Search users" });

/**
 * Returns the provider's super admin and 44 other users. 22 of these have an "a" in their
 * usernames.
 */
function manyUsers(): AdminUser[] {
  const provider = anAdminUser({
    id: 1,
    username: "super@example.com",
    fullName: "Sam Provider",
    role: "super_admin",
    companyId: null,
    companyName: null,
  });
  const others = Array.from({ length: 44 }, (_, index) =>
    anAdminUser({
      id: index + 2,
      username: `${index % 2 === 0 ? "anna" : "emil"}${String(index)}@test.dev`,
    }),
  );
  return [...others, provider];
}

test("the users table shows each account's data and marks deactivated accounts and accounts with a temporary password", async () => {
  const users = [
    anAdminUser({
      username: "ida@example.com",
      fullName: "Ida Invited",
      role: "company_admin",
      mustChangePassword: true,
      createdAt: "2026-02-03T10:00:00.000Z",
    }),
    anAdminUser({ id: 12, username: "gone@example.com", fullName: null, isActive: false }),
    anAdminUser({ id: 13, role: "super_admin", companyId: null, companyName: null }),
  ];
  await openPage(consoleServer(consoleData({ users })), PATH);
  expect(
    page
      .getByRole("columnheader")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["User", "Role", "Company", "Created At", "Actions"]);
  await expect
    .element(rows().nth(0))
    .toMatchTextContent(/Ida Invited.*ida@example\.com.*Temporary password.*Company admin/);
  await expect.element(rows().nth(0)).toMatchTextContent("Acme ID 1");
  await expect.element(rows().nth(0)).toMatchTextContent("February 3, 2026");
  await expect.element(rows().nth(1)).toMatchTextContent(/No name provided.*Deactivated.*User/);
  await expect.element(rows().nth(2)).toMatchTextContent(/Super admin.*-/);
});

test("the users table loads one page at a time, and a search starts again at the first page", async () => {
  const server = consoleServer(consoleData({ users: manyUsers() }));
  const { address } = await openPage(server, PATH);
  await expect.element(rows()).toHaveLength(20);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.element(rows()).toHaveLength(40);
  await search().fill("a");
  await expect.poll(address).toBe(`${PATH}?search=a`);
  await expect.element(rows()).toHaveLength(20);
  await expect.element(rows().first()).toMatchTextContent("anna0@test.dev");
  await search().fill("SUPER@example");
  await expect.element(rows()).toHaveLength(1);
  await expect.element(rows()).toMatchTextContent(/Sam Provider.*Super admin.*-/);
  expect(address()).toBe(`${PATH}?search=SUPER%40example`);

  await search().fill("nobody at all");
  await expect.element(page.getByText("No users match your search")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).last().click();
  await expect.element(rows()).toHaveLength(40);
  await server.settled();
  // No request for a next page contained a search text.
  const nextPages = server.calls(adminUsersApi.list).filter(({ query }) => query.cursor);
  for (const { query } of nextPages) expect(query.search).toBeUndefined();
});

test("the users table is filtered by role and by company, and the URL contains both filters", async () => {
  const users = [
    anAdminUser({ id: 11, username: "ida@acme.test", role: "company_admin" }),
    anAdminUser({ id: 12, username: "carl@acme.test", role: "user" }),
    anAdminUser({
      id: 13,
      username: "gil@globex.test",
      role: "company_admin",
      companyId: 2,
      companyName: "Globex",
    }),
  ];
  const { address } = await openPage(consoleServer(consoleData({ users })), PATH);
  await page.getByLabelText("Role").selectOptions("Company admin");
  await expect.element(rows()).toHaveLength(2);
  await page.getByRole("button", { name: "Show only users of Globex ID 2" }).click();
  await expect.element(rows()).toHaveLength(1);
  await expect.element(rows()).toMatchTextContent("gil@globex.test");
  expect(address()).toBe(`${PATH}?role=company_admin&companyId=2`);
  await page.getByRole("button", { name: "Globex Show all companies" }).click();
  await expect.element(rows()).toHaveLength(2);
  expect(address()).toBe(`${PATH}?role=company_admin`);
});

test("saving a user while the next page of the users table is loading does not cancel the request for that page", async () => {
  const users = manyUsers();
  const [first] = users;
  if (!first) throw new Error("There is no user");
  const server = consoleServer(consoleData({ users })).respond(adminUsersApi.update, ({ body }) =>
    Object.assign(first, body),
  );
  await openPage(server, PATH);
  const sendPage = server.holdResponse(
    adminUsersApi.list,
    ({ query: { cursor } }) => cursor !== undefined,
  );
  await page.getByRole("button", { name: "Load more" }).click();
  await page.getByRole("button", { name: `Edit ${first.username}` }).click();
  const dialog = page.getByRole("dialog", { name: "Edit User" });
  await fillIn({ "Full name": "Robin Renamed" }, dialog);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await server.called(adminUsersApi.update);
  await server.settled();
  sendPage();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(rows()).toHaveLength(40);
  await expect.element(rows().first()).toMatchTextContent("Robin Renamed");
});
