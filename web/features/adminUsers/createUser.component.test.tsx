import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { authApi } from "#contract/auth.ts";
import { anAdminUser } from "#web/testing/consoleFixtures.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";
import { tableRows } from "#web/testing/tableRows.ts";

const PATH = "/admin/users";
const IDA = "ida@example.com";

const addUser = () => page.getByRole("button", { name: "Add User" });
const form = () => page.getByRole("dialog", { name: "Create New User" });
const create = () => form().getByRole("button", { name: "Create User" });
const shown = () => page.getByRole("dialog", { name: "Temporary password" });
const password = () => shown().getByRole("code");
const closing = () => page.getByRole("alertdialog", { name: "Close this window?" });
const leaving = () => page.getByRole("alertdialog", { name: "Leave this page?" });

/** Creates a server for the provider's console. The server creates accounts. */
function openConsole() {
  const data = consoleData();
  return consoleServer(data).respond(authApi.register, ({ body }) => {
    const { username, fullName, companyName = null, role = "user" } = body;
    const user = { username, fullName, companyName, role, mustChangePassword: true };
    data.users.unshift(anAdminUser(user));
    return { ...anAdminUser(user), mustSetUpMfa: false, mustConfirmEmail: false };
  });
}

/**
 * Follows the menu's link to the users page, then fills in and submits the form for a new account.
 */
async function createUser(): Promise<void> {
  await page.getByRole("link", { name: "User Management" }).click();
  await addUser().click();
  await fillIn(
    { "Username (email)": IDA, "Full name": "Ida Invited", "Company name": "Acme" },
    form(),
  );
  await form().getByRole("radio", { name: "Founds a new company: Acme" }).click();
  await create().click();
}

test("the form for a new user shows an error at each invalid field and sends nothing", async () => {
  const server = openConsole();
  await openPage(server, PATH);
  await addUser().click();
  await fillIn({ "Username (email)": "nobody", "Full name": "A", "Company name": "B" }, form());
  await create().click();
  await expectMessages(
    {
      "Username (email)": "Invalid email format",
      "Full name": "Full name must be at least 2 characters",
      "Company name": "Company name must be at least 2 characters",
    },
    form(),
  );
  await server.settled();
  expect(server.calls(authApi.register)).toEqual([]);
});

test("a new user's temporary password is shown once, can be copied, and is removed from the page when the dialog closes", async () => {
  const server = openConsole();
  const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await openPage(server, "/admin/companies");
  await createUser();
  await expect
    .element(shownToast())
    .toMatchTextContent(/^User Created.*New company admin user created successfully/);
  await expect.element(shown()).toMatchTextContent(`For ${IDA}`);
  await expect.element(shown().getByRole("button", { name: "Copy password" })).toHaveFocus();
  const { textContent: secret } = await password().findElement();
  expect(secret).toMatch(/^(?:[0-9a-z]{4}-){5}[0-9a-z]{4}$/);
  expect(server.calls(authApi.register).map(({ body }) => body)).toEqual([
    {
      username: IDA,
      fullName: "Ida Invited",
      companyName: "Acme",
      found: true,
      role: "company_admin",
      password: secret,
    },
  ]);
  await shown().getByRole("button", { name: "Copy password" }).click();
  await expect.element(shown().getByText("Copied")).toBeInTheDocument();
  expect(copy).toHaveBeenCalledWith(secret);

  await shown().getByRole("button", { name: "Done" }).click();
  await expect.element(shown()).not.toBeInTheDocument();
  await expect.element(addUser()).toHaveFocus();
  expect(document.documentElement.outerHTML).not.toContain(secret);
  await expect
    .element(tableRows("Users"))
    .toMatchTextContent(/Ida Invited.*Temporary password.*Company admin.*Acme ID 1/);
});

test("closing the dialog that shows the temporary password, or leaving the page, needs a confirmation", async () => {
  const server = openConsole();
  const { address } = await openPage(server, "/admin/companies");
  await createUser();
  const { textContent: secret } = await password().findElement();
  for (const close of [
    () => userEvent.keyboard("{Escape}"),
    () => shown().getByRole("button", { name: "Close" }).click(),
  ]) {
    await close();
    await expect.element(closing()).toMatchTextContent("The password is not shown again.");
    await closing().getByRole("button", { name: "Cancel" }).click();
    await expect.element(closing()).not.toBeInTheDocument();
    await expect.element(password()).toHaveTextContent(secret);
  }
  window.history.back();
  await expect.element(leaving()).toMatchTextContent("The password is not shown again.");
  await leaving().getByRole("button", { name: "Cancel" }).click();
  await expect.element(password()).toHaveTextContent(secret);
  expect(address()).toBe(PATH);

  await userEvent.keyboard("{Escape}");
  await closing().getByRole("button", { name: "Close anyway" }).click();
  await expect.element(shown()).not.toBeInTheDocument();
  await expect.element(addUser()).toHaveFocus();
  window.history.back();
  await expect.element(page.getByRole("heading", { level: 2, name: "Companies" })).toBeVisible();
});

test("if an admin leaves the page while an account is being created, a toast says that the account's password was not shown", async () => {
  const server = openConsole();
  await openPage(server, "/admin/companies");
  const goOn = server.holdRequest(authApi.register);
  await createUser();
  await expect.element(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  window.history.back();
  await expect.element(leaving()).toMatchTextContent("The account's password is shown only here.");
  await leaving().getByRole("button", { name: "Leave" }).click();
  await expect.element(page.getByRole("heading", { level: 2, name: "Companies" })).toBeVisible();
  goOn();
  await expect.element(shownToast()).toMatchTextContent("User Created");
  await expect
    .element(shownToast())
    .toMatchTextContent(
      `The password of ${IDA} was not shown. They can set one with "Forgot password?" at the login.`,
    );
});

test("creating a user with a taken username shows the error at the username field", async () => {
  const server = openConsole().refuse(authApi.register, 409, "Username already exists");
  await openPage(server, "/admin/companies");
  await createUser();
  await expectMessages({ "Username (email)": "Username already exists" }, form());
});

test("creating a user in a company that has reached its quota of members shows the error at the company name field", async () => {
  const refusal = "A company can have at most 500 members";
  const server = openConsole().refuse(authApi.register, 409, refusal);
  await openPage(server, "/admin/companies");
  await createUser();
  await expectMessages({ "Company name": refusal }, form());
});
