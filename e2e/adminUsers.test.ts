import type { Page } from "@playwright/test";
import { adminUsersApi } from "#contract/adminUsers.ts";
import { authApi } from "#contract/auth.ts";
import type { Account } from "./support/accounts.ts";
import {
  acme,
  newCustomer,
  newEmail,
  product,
  signedIn,
  signIn,
  superAdmin,
} from "./support/accounts.ts";
import { holdBack } from "./support/apiCalls.ts";
import { callApi } from "./support/callApi.ts";
import { newName } from "./support/companyAdmin.ts";
import { expectMessages, fieldOf, fillIn } from "./support/fillIn.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { test } from "./support/ownInstallation.ts";
import { originOf } from "./support/portalAddress.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const PATH = "/admin/users";
const WIDE = { viewport: { width: 1280, height: 900 } };

const rows = (page: Page) =>
  page.getByRole("table", { name: "Users" }).locator("tbody").getByRole("row");

async function findUser(page: Page, username: string): Promise<void> {
  await goTo(page, `${PATH}?search=${encodeURIComponent(username)}`);
  await expect(rows(page)).toHaveCount(1);
}

async function logIn(page: Page, { username, password }: Account): Promise<void> {
  await goTo(page, "/login");
  await page.getByLabel("Work email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
}

async function openEdit(page: Page, username: string) {
  await findUser(page, username);
  await page.getByRole("button", { name: `Edit ${username}` }).click();
  const dialog = page.getByRole("dialog", { name: "Edit User" });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("a user is created with a temporary password, shown once, which must be changed before anything else", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product), WIDE);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await goTo(page, PATH);
  await page.getByRole("button", { name: "Add User" }).click();
  const form = page.getByRole("dialog", { name: "Create New User" });
  await fillIn(form, { "Username (email)": "nobody", "Full name": "A", "Company name": "B" });
  await form.getByRole("button", { name: "Create User" }).click();
  await expectMessages(form, {
    "Username (email)": "Invalid email format",
    "Full name": "Full name must be at least 2 characters",
    "Company name": "Company name must be at least 2 characters",
  });
  const username = newEmail();
  const companyName = newName("Invited");
  await fillIn(form, {
    "Username (email)": username,
    "Full name": "Ida Invited",
    "Company name": companyName,
  });
  await form.getByRole("button", { name: "Create User" }).click();
  await expect(shownToast(page)).toHaveText(
    /^User Created.*New company admin user created successfully/,
  );
  const shown = page.getByRole("dialog", { name: "Temporary password" });
  await expect(shown).toContainText(`For ${username}`);
  await expect(shown.getByRole("button", { name: "Done" })).toBeFocused();
  const password = (await shown.getByRole("code").textContent()) ?? "";
  expect(password).toMatch(/^(?:[0-9a-z]{4}-){5}[0-9a-z]{4}$/);
  await shown.getByRole("button", { name: "Copy password" }).click();
  await expect(shown.getByText("Copied")).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(shown).toBeHidden();
  await expect(page.getByRole("button", { name: "Add User" })).toBeFocused();
  expect(await page.content()).not.toContain(password);

  await findUser(page, username);
  await expect(rows(page)).toContainText(/Ida Invited.*Temporary password.*Company admin/);
  await expect(rows(page)).toContainText(new RegExp(`${companyName} \\(\\d+\\)`));
  await expect(rows(page)).toContainText(/[A-Z][a-z]+ \d{1,2}, \d{4}/);

  const invited = await open(product);
  await enterWithTemporary(invited, { username, password });
});

async function enterWithTemporary(page: Page, account: Account): Promise<void> {
  await logIn(page, account);
  const changing = `${originOf(product.host)}/change-password?from=%2Froadmap`;
  await expect(page).toHaveURL(changing);
  await untilHydrated(page);
  await expect(
    page.getByText("Your password is a temporary one. Choose a password of your own to go on."),
  ).toBeVisible();
  await goTo(page, "/roadmap");
  await expect(page).toHaveURL(changing);
  await page.getByRole("button", { name: "Change password" }).click();
  await expectMessages(page, {
    "Current password": "Password is required",
    "New password": "Password must be at least 8 characters",
  });
  await fieldOf(page, "Current password").fill(account.password);
  await fieldOf(page, "New password").fill("a password of my own");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(shownToast(page)).toHaveText(/^Password changed successfully/);
  await expect(page).toHaveURL(`${originOf(product.host)}/roadmap`);
  await untilHydrated(page);
  await goTo(page, "/company/settings");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Company Settings");
}

/** Fills in the form for a new account and sends it, having come from another page. */
async function createUser(page: Page, username: string): Promise<void> {
  await goTo(page, "/admin/companies");
  await page.getByRole("link", { name: "User Management" }).click();
  await page.getByRole("button", { name: "Add User" }).click();
  const form = page.getByRole("dialog", { name: "Create New User" });
  await fillIn(form, {
    "Username (email)": username,
    "Full name": "Ida Invited",
    "Company name": newName("Invited"),
  });
  await form.getByRole("button", { name: "Create User" }).click();
}

const leaving = (page: Page) => page.getByRole("alertdialog", { name: "Leave this page?" });

test("a temporary password is not lost without a question", async ({ open }) => {
  const page = await open(await signedIn(superAdmin, product), WIDE);
  await createUser(page, newEmail());
  const shown = page.getByRole("dialog", { name: "Temporary password" });
  const password = (await shown.getByRole("code").textContent()) ?? "";
  const closing = page.getByRole("alertdialog", { name: "Close this window?" });
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => shown.getByRole("button", { name: "Close" }).click(),
  ]) {
    await close();
    await expect(closing).toContainText("The password is not shown again.");
    await closing.getByRole("button", { name: "Cancel" }).click();
    await expect(closing).toBeHidden();
    await expect(shown.getByRole("code")).toHaveText(password);
  }
  await page.goBack();
  await expect(leaving(page)).toContainText("The password is not shown again.");
  await leaving(page).getByRole("button", { name: "Cancel" }).click();
  await expect(shown.getByRole("code")).toHaveText(password);
  expect(addressOf(page)).toBe(PATH);

  await page.keyboard.press("Escape");
  await closing.getByRole("button", { name: "Close anyway" }).click();
  await expect(shown).toBeHidden();
  await expect(page.getByRole("button", { name: "Add User" })).toBeFocused();
  // Nothing is left to be lost.
  await page.goBack();
  await expect(page.getByRole("heading", { level: 2, name: "Companies" })).toBeVisible();
});

test("who leaves while an account is made is told that its password was not shown", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product), WIDE);
  const goOn = await holdBack(page, /\/api\/register$/);
  const username = newEmail();
  await createUser(page, username);
  await expect(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await page.goBack();
  await expect(leaving(page)).toContainText("The account's password is shown only here.");
  await leaving(page).getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Companies" })).toBeVisible();
  goOn();
  await expect(shownToast(page)).toContainText("User Created");
  await expect(shownToast(page)).toContainText(
    `The password of ${username} was not shown. They can set one with "Forgot password?" at the login.`,
  );
});

test("a name that is in use is refused beside the field", async ({ open, complaints }) => {
  complaints.expect(/status of 409/);
  const page = await open(await signedIn(superAdmin, product), WIDE);
  await goTo(page, PATH);
  await page.getByRole("button", { name: "Add User" }).click();
  const form = page.getByRole("dialog", { name: "Create New User" });
  await fillIn(form, {
    "Username (email)": "ADMIN@acme.example",
    "Full name": "Somebody Else",
    "Company name": "Acme",
  });
  await form.getByRole("button", { name: "Create User" }).click();
  await expectMessages(form, { "Username (email)": "Username already exists" });
});

test("a user is edited", async ({ open }) => {
  const customer = await newCustomer(acme, "Vera Before");
  const page = await open(await signedIn(superAdmin, product), WIDE);
  const dialog = await openEdit(page, customer.username);
  await expect(fieldOf(dialog, "Full name")).toHaveValue("Vera Before");
  await expect(fieldOf(dialog, "Company name")).toHaveValue("Acme");
  await fillIn(dialog, { "Full name": "Vera After" });
  await dialog.getByLabel("Role").selectOption("Company admin");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(shownToast(page)).toHaveText(/^User Updated.*User updated successfully/);
  await expect(rows(page)).toContainText(/Vera After.*Company admin/);
  await expect(page.getByRole("button", { name: `Edit ${customer.username}` })).toBeFocused();
  const admin = await open(await signIn(customer, acme));
  await goTo(admin, "/company/boards");
  await expect(admin.getByRole("heading", { level: 2 })).toHaveText("Feedback Boards");
});

test("a deactivated account is signed out and cannot log in", async ({ open, complaints }) => {
  complaints.expect(/status of 401/);
  const customer = await newCustomer();
  const theirs = await open(customer);
  await goTo(theirs, "/settings");
  const page = await open(await signedIn(superAdmin, product), WIDE);
  const dialog = await openEdit(page, customer.username);
  await dialog.getByRole("switch", { name: "Active" }).uncheck();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(shownToast(page)).toContainText("User updated successfully");
  await expect(rows(page)).toContainText("Deactivated");
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/login\?from=%2Fsettings$/);
  await logIn(theirs, customer);
  await expect(shownToast(theirs)).toContainText("Login failed");
});

test("a user's sessions are ended, once confirmed", async ({ open }) => {
  const customer = await newCustomer();
  const theirs = await open(customer);
  await goTo(theirs, "/settings");
  const page = await open(await signedIn(superAdmin, product), WIDE);
  const dialog = await openEdit(page, customer.username);
  await dialog.getByRole("button", { name: "End sessions" }).click();
  const question = page.getByRole("alertdialog", { name: "End sessions" });
  await expect(question).toContainText(customer.username);
  await question.getByRole("button", { name: "End sessions" }).click();
  await expect(shownToast(page)).toHaveText(/^Sessions ended successfully/);
  await expect(question).toBeHidden();
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/login\?from=%2Fsettings$/);
  await logIn(theirs, customer);
  await expect(theirs).toHaveURL(`${originOf(acme.host)}/roadmap`);
});

test("ending one's own sessions asks before unsaved changes are lost, and leads to the sign-in page", async ({
  open,
}) => {
  const admin = await signedIn(superAdmin, product);
  const second = await newCustomer(acme, "Second Super");
  const { body: found } = await callApi(admin, adminUsersApi.list, {
    query: { search: second.username },
  });
  const params = { id: found[0]?.id ?? 0 };
  await callApi(admin, adminUsersApi.update, { params, body: { role: "super_admin" } });
  const session = await signIn(second, product);
  const page = await open(session, WIDE);
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  const dialog = await openEdit(page, second.username);
  await fillIn(dialog, { "Full name": "Half a thought" });
  await dialog.getByRole("button", { name: "End sessions" }).click();
  const confirmation = page.getByRole("alertdialog", { name: "End sessions" });
  await confirmation.getByRole("button", { name: "End sessions" }).click();
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(fieldOf(page, "Full name")).toHaveValue("Half a thought");
  await callApi(session, authApi.currentUser);

  await confirmation.getByRole("button", { name: "End sessions" }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(page).toHaveURL(/\/login\?from=/);
  expect(asked).toEqual([]);
  await callApi(admin, adminUsersApi.update, { params, body: { role: "user" } });
});

test("the last super admin stays one, whatever is tried", async ({ open, complaints }) => {
  complaints.expect(/status of 409/);
  const admin = await signedIn(superAdmin, product);
  const page = await open(admin, WIDE);
  const refusal = "The last super admin must stay one";
  const dialog = await openEdit(page, superAdmin.username);
  await dialog.getByRole("switch", { name: "Active" }).uncheck();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(shownToast(page)).toHaveText(new RegExp(`^Error.*${refusal}`));
  await dialog.getByRole("switch", { name: "Active" }).check();
  await dialog.getByLabel("Role").selectOption("User");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByLabel("Role")).toHaveAccessibleDescription(refusal);
  const { body } = await callApi(admin, adminUsersApi.list, {
    query: { search: superAdmin.username },
  });
  expect(body[0]).toMatchObject({ role: "super_admin", isActive: true });
});

test("users are searched, in the address, and come one page at a time", async ({ open }) => {
  const page = await open(await signedIn(superAdmin, product), WIDE);
  await goTo(page, PATH);
  await expect(page.getByRole("columnheader")).toHaveText([
    "User",
    "Role",
    "Company",
    "Created At",
    "Actions",
  ]);
  await expect(rows(page)).toHaveCount(20);
  const nextPagesOfSearches: string[] = [];
  page.on("request", (request) => {
    if (/search=.*cursor=/.test(request.url())) nextPagesOfSearches.push(request.url());
  });
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(rows(page)).toHaveCount(40);
  // Another list begins at its own beginning.
  await page.getByRole("searchbox", { name: "Search users" }).fill("a");
  await expect(page).toHaveURL(/search=a$/);
  await expect(rows(page)).toHaveCount(20);
  await page.getByRole("searchbox", { name: "Search users" }).fill("SUPER@example");
  await expect(rows(page)).toHaveText([/Sam Provider.*Super admin.*-/]);
  await expect.poll(() => addressOf(page)).toBe(`${PATH}?search=SUPER%40example`);
  await page.getByRole("searchbox", { name: "Search users" }).fill("nobody at all");
  await expect(page.getByText("No users match your search")).toBeVisible();
  await page.getByText("Clear search").click();
  await expect(rows(page)).toHaveCount(40);
  expect(nextPagesOfSearches).toEqual([]);
});

test("a user that is saved while the next page is on its way does not cost that page", async ({
  open,
}) => {
  const { username } = await newCustomer();
  const page = await open(await signedIn(superAdmin, product), WIDE);
  await goTo(page, PATH);
  const sendPage = await holdBack(page, /\/api\/admin\/users\?(?:.*&)?cursor=/);
  await page.getByRole("button", { name: "Load more" }).click();
  await page.getByRole("button", { name: `Edit ${username}` }).click();
  const dialog = page.getByRole("dialog", { name: "Edit User" });
  await fillIn(dialog, { "Full name": "Robin Renamed" });
  const refetched = page.waitForResponse(
    (response) =>
      /\/api\/admin\/users(?:\?|$)/.test(response.url()) && response.request().method() === "GET",
  );
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await (await refetched).finished();
  sendPage();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(40);
  await expect(rows(page).filter({ hasText: username })).toContainText("Robin Renamed");
});
