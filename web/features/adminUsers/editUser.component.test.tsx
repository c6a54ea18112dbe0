import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { AdminUser } from "#contract/adminUsers.ts";
import { adminUsersApi } from "#contract/adminUsers.ts";
import { anAdminUser } from "#web/testing/consoleFixtures.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { aSuperAdmin } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";
import { tableRows } from "#web/testing/tableRows.ts";

const rows = () => tableRows("Users");
const dialog = () => page.getByRole("dialog", { name: "Edit User" });
const role = () => dialog().getByLabelText("Role");
const isActive = () => dialog().getByRole("switch", { name: "Active" });
const save = () => dialog().getByRole("button", { name: "Save Changes" });
const endSessions = () => dialog().getByRole("button", { name: "End sessions" });
const endQuestion = () => page.getByRole("alertdialog", { name: "End sessions" });
const confirmEnd = () => endQuestion().getByRole("button", { name: "End sessions" });

/** Opens the edit form of an account in the provider's console. */
async function openEdit(changes: Partial<AdminUser> = {}) {
  const user = anAdminUser({ fullName: "Vera Before", ...changes });
  const server = consoleServer(consoleData({ users: [user] }))
    .respond(adminUsersApi.update, ({ body }) => Object.assign(user, body))
    .respond(adminUsersApi.endSessions, undefined)
    .respond(adminUsersApi.turnMfaOff, () => {
      user.hasMfa = false;
    });
  const opened = await openPage(server, "/admin/users");
  await page.getByRole("button", { name: `Edit ${user.username}` }).click();
  await expect.element(dialog()).toBeVisible();
  return { user, server, ...opened };
}

/** Opens the edit form of the signed-in super admin's own account. */
const openOwn = () => {
  const { id, username } = aSuperAdmin();
  return openEdit({ id, username, role: "super_admin", companyId: null, companyName: null });
};

/** Whether the browser would ask for a confirmation before it unloads the document. */
function browserAsks(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

test("editing a user sends the specified fields, updates the users table and returns the focus to the Edit button", async () => {
  const { user, server } = await openEdit();
  await expect.element(fieldOf("Full name", dialog())).toHaveValue("Vera Before");
  await expect.element(fieldOf("Company name", dialog())).toHaveValue("Acme");
  await fillIn({ "Full name": "Vera After" }, dialog());
  await role().selectOptions("Company admin");
  await save().click();
  await expect.element(shownToast()).toMatchTextContent(/^User Updated.*User updated successfully/);
  await expect.element(rows()).toMatchTextContent(/Vera After.*Company admin/);
  await expect.element(page.getByRole("button", { name: `Edit ${user.username}` })).toHaveFocus();
  expect(server.calls(adminUsersApi.update).map(({ params, body }) => [params.id, body])).toEqual([
    [
      user.id,
      {
        username: user.username,
        fullName: "Vera After",
        companyName: "Acme",
        companyId: 1,
        role: "company_admin",
      },
    ],
  ]);
});

test("a user is deactivated with a switch, and the table marks the account", async () => {
  const { server } = await openEdit();
  await isActive().click();
  await save().click();
  await expect.element(shownToast()).toMatchTextContent("User updated successfully");
  await expect.element(rows()).toMatchTextContent("Deactivated");
  expect(server.calls(adminUsersApi.update).map(({ body }) => body)).toEqual([{ isActive: false }]);
});

test("a user's sessions are ended after a confirmation that names the user", async () => {
  const { user, server, documentLoads } = await openEdit();
  await endSessions().click();
  await expect.element(endQuestion()).toMatchTextContent(user.username);
  expect(server.calls(adminUsersApi.endSessions)).toEqual([]);
  await confirmEnd().click();
  await expect.element(shownToast()).toMatchTextContent(/^Sessions ended successfully/);
  await expect.element(endQuestion()).not.toBeInTheDocument();
  expect(server.calls(adminUsersApi.endSessions).map(({ params }) => params)).toEqual([
    { id: user.id },
  ]);
  expect(documentLoads).toEqual([]);
});

test("a super admin who ends their own sessions is asked before unsaved changes are discarded, and the page then reloads", async () => {
  const { server, documentLoads } = await openOwn();
  await fillIn({ "Full name": "Half a thought" }, dialog());
  await endSessions().click();
  await expect.element(endQuestion()).toMatchTextContent("This is your own account.");
  await confirmEnd().click();
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(fieldOf("Full name")).toHaveValue("Half a thought");
  await server.settled();
  expect(server.calls(adminUsersApi.endSessions)).toEqual([]);

  await confirmEnd().click();
  expect(browserAsks()).toBe(true);
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect.poll(() => documentLoads).toEqual([{ kind: "reload", address: "/admin/users" }]);
  expect(browserAsks()).toBe(false);
});

test("a refusal to deactivate the last super admin is shown as a toast, and a refusal to demote the last super admin is shown at the role field", async () => {
  const refusal = "The last super admin must stay one";
  const { id, username } = aSuperAdmin();
  const { server } = await openEdit({ id, username, role: "super_admin" });
  server.refuse(adminUsersApi.update, 409, refusal);
  await isActive().click();
  await save().click();
  await expect.element(shownToast()).toMatchTextContent(new RegExp(`^Error.*${refusal}`));
  await isActive().click();
  await role().selectOptions("User");
  await save().click();
  await server.called(adminUsersApi.update, 2);
  await expect.element(role()).toHaveAccessibleDescription(refusal);
  await expect.element(role()).toHaveFocus();
});

test("making a user an admin of a company that has reached its quota of members shows the error at the company name field", async () => {
  const refusal = "A company can have at most 500 members";
  const { server } = await openEdit({ role: "user" });
  server.refuse(adminUsersApi.update, 409, refusal);
  await role().selectOptions("Company admin");
  await save().click();
  await expectMessages({ "Company name": refusal }, dialog());
});

test("a user's lost second factor is turned off after a confirmation, and text typed into the form stays", async () => {
  const { user, server } = await openEdit({ hasMfa: true });
  const turnOff = dialog().getByRole("button", { name: "Turn off two-factor" });
  await fillIn({ "Full name": "Half a thought" }, dialog());
  await turnOff.click();
  const question = page.getByRole("alertdialog");
  await expect.element(question).toMatchTextContent(user.username);
  await question.getByRole("button", { name: "Turn off" }).click();
  await expect
    .element(shownToast())
    .toMatchTextContent("Two-factor authentication turned off successfully");
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(turnOff).not.toBeInTheDocument();
  await expect.element(endSessions()).toHaveFocus();
  await expect.element(fieldOf("Full name", dialog())).toHaveValue("Half a thought");
  expect(server.calls(adminUsersApi.turnMfaOff).map(({ params }) => params)).toEqual([
    { id: user.id },
  ]);
});

const deleteQuestion = () => page.getByRole("alertdialog", { name: "Delete user" });
const deleteUser = () => dialog().getByRole("button", { name: "Delete user" });

test("a user is deleted after a confirmation that explains the consequences, and the focus moves to the heading of the list", async () => {
  const data = consoleData({ users: [anAdminUser({ role: "company_admin" })] });
  const [user] = data.users;
  const server = consoleServer(data).respond(adminUsersApi.remove, () => {
    data.users = [];
  });
  await openPage(server, "/admin/users");
  await page.getByRole("button", { name: /^Edit / }).click();
  await deleteUser().click();
  await expect.element(deleteQuestion()).toMatchTextContent(user?.username ?? "");
  await expect
    .element(deleteQuestion())
    .toMatchTextContent(/items and comments stay.*Deleted user/);
  await expect.element(deleteQuestion()).toMatchTextContent(/votes are taken back/);
  await expect.element(deleteQuestion()).toMatchTextContent(/without another admin/);
  expect(server.calls(adminUsersApi.remove)).toEqual([]);
  await deleteQuestion().getByRole("button", { name: "Delete user" }).click();
  await expect.element(shownToast()).toMatchTextContent("User deleted successfully");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByText("No users match your search")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "User Management" })).toHaveFocus();
  expect(server.calls(adminUsersApi.remove).map(({ params }) => params)).toEqual([
    { id: user?.id },
  ]);
});

test("a refused deletion of a user shows the reason as a toast, and the edit form stays open", async () => {
  const { server } = await openEdit();
  server.refuse(adminUsersApi.remove, 409, "The last super admin must stay one");
  await deleteUser().click();
  await deleteQuestion().getByRole("button", { name: "Delete user" }).click();
  await expect.element(shownToast()).toMatchTextContent("The last super admin must stay one");
  await expect.element(deleteQuestion()).not.toBeInTheDocument();
  await expect.element(dialog()).toBeVisible();
});

test("a failed download of another user's data shows a toast", async () => {
  const { user, server } = await openEdit();
  server.refuse(adminUsersApi.data, 503, "The service is briefly unavailable. Please try again.");
  await dialog().getByRole("button", { name: "Download data" }).click();
  await expect.element(shownToast()).toMatchTextContent("briefly unavailable");
  expect(server.calls(adminUsersApi.data).map(({ params }) => params)).toEqual([{ id: user.id }]);
});

test("the edit form of the super admin's own account has no button that deletes the account", async () => {
  await openOwn();
  await expect.element(endSessions()).toBeVisible();
  await expect.element(deleteUser()).not.toBeInTheDocument();
});
