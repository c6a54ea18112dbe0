import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { authApi } from "#contract/auth.ts";
import { accountData, accountServer } from "#web/testing/accountServer.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aCustomer, anItem, portalOf } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const WRONG_CODE = "This code is not right. Codes change every 30 seconds and work once.";

const email = () => page.getByLabelText("Work email");
const password = () => page.getByLabelText("Password", { exact: true });
const code = () => page.getByLabelText("Two-factor code");
const submit = () => page.getByRole("main").getByRole("button", { name: "Log in" });

/** Creates a server for a signed-out visitor of Acme's host. */
const visitorServer = () => accountServer(accountData({ user: null }));

async function logIn(username: string, secret = "a long password"): Promise<void> {
  await email().fill(username);
  await password().fill(secret);
  await submit().click();
}

test("a refused login shows a toast and focuses the password field", async () => {
  const server = visitorServer().refuse(authApi.login, 401, "Invalid credentials");
  await openPage(server, "/login");
  await logIn("robin@example.com", "not the password");
  await expect.element(shownToast()).toMatchTextContent("Login failed");
  await expect.element(shownToast()).toMatchTextContent("Invalid credentials");
  await expect.element(page.getByRole("main").getByText("Invalid credentials")).toBeVisible();
  await expect.element(password()).toHaveFocus();
});

test("a login refused without a message shows 'Invalid credentials' in the form", async () => {
  const server = visitorServer().refuse(authApi.login, 500, "", { message: undefined });
  await openPage(server, "/login");
  await logIn("robin@example.com");
  await expect.element(page.getByRole("main").getByText("Invalid credentials")).toBeVisible();
});

test("a login with empty fields shows an error at each field, and nothing is sent", async () => {
  const server = visitorServer();
  await openPage(server, "/login");
  await submit().click();
  await expect.element(email()).toHaveAccessibleDescription("Email is required");
  await expect.element(email()).toHaveFocus();
  await expect.element(password()).toHaveAccessibleDescription("Password is required");
  await server.settled();
  expect(server.calls(authApi.login)).toEqual([]);
});

test("while a login is being sent, its button reads 'Logging in...', and then the roadmap opens", async () => {
  const server = visitorServer();
  const { documentLoads } = await openPage(server, "/login");
  await expect.element(page.getByText("Log in to your account to continue")).toBeVisible();
  await email().fill(" ROBIN@EXAMPLE.COM ");
  await password().fill("a long password");
  const goOn = server.holdRequest(authApi.login);
  await pressKeys(password(), "{Enter}");
  await expect.element(page.getByRole("button", { name: "Logging in..." })).toBeVisible();
  expect(documentLoads).toEqual([]);
  goOn();
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/roadmap" }]);
});

test.each([
  ["//evil.example", "/roadmap"],
  ["https://evil.example", "/roadmap"],
  ["/login", "/roadmap"],
  ["/changelog?x=1", "/changelog?x=1"],
])("a login with the return path %s opens %s", async (from, landing) => {
  const { documentLoads } = await openPage(
    visitorServer(),
    `/login?from=${encodeURIComponent(from)}`,
  );
  await logIn("robin@example.com");
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: landing }]);
});

test("a login of a super admin without a company opens the admin console", async () => {
  const data = accountData({ user: null, portal: portalOf(null) });
  const server = accountServer(data);
  server.respond(authApi.login, aCustomer({ role: "super_admin", companyId: null }));
  const { documentLoads } = await openPage(server, "/login");
  await logIn("super@example.com");
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/admin/settings" }]);
});

test("the password typed into the login form can be made visible", async () => {
  await openPage(visitorServer(), "/login");
  await expect.element(password()).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect.element(password()).toHaveAttribute("type", "text");
});

test("the links between login, registration and password reset keep the return path", async () => {
  const server = visitorServer();
  const { address, documentLoads } = await openPage(server, "/changelog?x=1");
  const header = page.getByRole("banner");
  const main = page.getByRole("main");
  await header.getByRole("link", { name: "Sign up" }).click();
  await expect.poll(address).toBe("/register?from=%2Fchangelog%3Fx%3D1");
  await main.getByRole("link", { name: "Log in" }).click();
  await expect.poll(address).toBe("/login?from=%2Fchangelog%3Fx%3D1");
  await main.getByRole("link", { name: "Forgot password?" }).click();
  await expect.poll(address).toBe("/forgot-password?from=%2Fchangelog%3Fx%3D1");
  await header.getByRole("link", { name: "Log in" }).click();
  await expect.poll(address).toBe("/login?from=%2Fchangelog%3Fx%3D1");
  // Waits for the login page, because the previous page has a password field with the same label.
  await expect.element(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await logIn("robin@example.com");
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/changelog?x=1" }]);
});

test("the login of an account with a second factor asks for a code, and asks again after a wrong code", async () => {
  const server = visitorServer();
  server.refuse(authApi.login, 401, "Enter the code of your authenticator app", {
    codeRequired: true,
  });
  const { documentLoads } = await openPage(server, "/login?from=%2Fsettings");
  await logIn("robin@example.com");
  await expect.element(code()).toHaveFocus();
  await expect.element(shownToast()).not.toBeInTheDocument();
  await expectWellMade("the second step of the login");
  server.refuse(authApi.login, 401, WRONG_CODE, { codeRequired: true });
  await code().fill("000000");
  await userEvent.keyboard("{Enter}");
  await expect.element(shownToast()).toMatchTextContent("This code is not right.");
  await expect.element(code()).toHaveFocus();
  server.restore(authApi.login);
  server.restore(authApi.login);
  await code().fill("123456");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/settings" }]);
  expect(server.calls(authApi.login).map(({ body }) => body.code)).toEqual([
    undefined,
    "000000",
    "123456",
  ]);
});

test("the step of the login that asks for a code offers to use another account", async () => {
  const server = visitorServer();
  server.refuse(authApi.login, 401, "Enter the code of your authenticator app", {
    codeRequired: true,
  });
  const { documentLoads } = await openPage(server, "/login");
  await logIn("robin@example.com");
  await pressKeys(page.getByRole("button", { name: "Use another account" }), "{Enter}");
  await expect.element(email()).toHaveFocus();
  await expect.element(email()).toHaveValue("robin@example.com");
  await expect.element(password()).toHaveValue("");
  server.restore(authApi.login);
  await logIn("sam@example.com");
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/roadmap" }]);
  expect(server.calls(authApi.login).at(-1)?.body).toMatchObject({ username: "sam@example.com" });
});

test("a user's drafts are not shown to the next user who signs in with the same browser", async () => {
  const data = accountData({ items: [anItem()] });
  const server = accountServer(data);
  const comment = page.getByLabelText("Your comment");
  const title = page.getByRole("dialog").getByLabelText("Title");
  let opened = await openPage(server, "/feedback?submit=1");
  await title.fill("Nobody else's business");
  opened = await opened.reload("/feedback/31");
  await comment.fill("Between you and me");
  opened = await opened.reload();
  await expect.element(comment).toHaveValue("Between you and me");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect
    .poll(() => opened.documentLoads)
    .toEqual([{ kind: "reload", address: "/feedback/31" }]);
  opened = await opened.reload();
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  await expect.element(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await logIn("sam@example.com");
  await expect
    .poll(() => opened.documentLoads)
    .toEqual([{ kind: "push", address: "/feedback/31" }]);
  data.user = aCustomer({ id: 99, username: "sam@example.com" });
  opened = await opened.reload("/feedback/31");
  await expect.element(page.getByRole("button", { name: "Post comment" })).toBeEnabled();
  await expect.element(comment).toHaveValue("");
  await opened.reload("/feedback?submit=1");
  await expect.element(title).toHaveFocus();
  await expect.element(title).toHaveValue("");
});

test.each([
  [429, "Too many attempts. Try again in 12 minutes."],
  [403, "Super admins sign in at localhost, not on a custom domain"],
  [401, "This account has been deactivated"],
] as const)(
  "a login refused with status %i shows the server's message in the form and in a toast",
  async (status, message) => {
    const server = acmeServer(acmeData({ user: null }));
    server.refuse(authApi.login, status, message);
    await openPage(server, "/login");
    const form = page.getByRole("main");
    await page.getByLabelText("Work email").fill("ada@example.com");
    await page.getByLabelText("Password", { exact: true }).fill("a wrong password");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect.element(form.getByText(message)).toBeVisible();
    await expect.element(shownToast()).toMatchTextContent(message);
    server.refuse(authApi.login, 401, "Invalid credentials");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect.element(form.getByText("Invalid credentials")).toBeVisible();
    await expect.element(form.getByText(message)).not.toBeInTheDocument();
  },
);
