import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { passwordsApi } from "#contract/passwords.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { fillIn } from "#web/testing/fillIn.ts";
import { anAdmin, portalOf } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const BREACHED = "This password is known from data breaches. Choose another one.";
const SENT = "If there is an account with this address, a mail with a link is on its way.";
const TOKEN = "t".repeat(43);
const LINK = `/reset-password?token=${TOKEN}`;

const main = () => page.getByRole("main");
const email = () => page.getByLabelText("Work email");
const newPassword = () => page.getByLabelText("New password");
const savePassword = () => page.getByRole("button", { name: "Save password" });
const heading = () => page.getByRole("heading", { level: 1 });

const visitorServer = () =>
  acmeServer(acmeData())
    .respond(passwordsApi.requestPasswordReset, { message: SENT })
    .respond(passwordsApi.resetPassword, undefined);

test("a visitor who has forgotten the password can request a reset link more than once", async () => {
  const server = visitorServer();
  const { address } = await openPage(server, "/login?from=%2Fchangelog");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect.element(heading()).toHaveTextContent("Forgot your password?");
  await page.getByRole("button", { name: "Send link" }).click();
  await expect.element(email()).toHaveAccessibleDescription("Email is required");
  await expectWellMade("the form for a link");
  const addresses = ["robin@example.com", "nobody@example.com"];
  for (const username of addresses) {
    await email().fill(username);
    await userEvent.keyboard("{Enter}");
    await expect.element(main()).toMatchTextContent(SENT);
    await pressKeys(page.getByRole("button", { name: "Use another address" }), "{Enter}");
    await expect.element(email()).toHaveFocus();
  }
  expect(server.calls(passwordsApi.requestPasswordReset).map(({ body }) => body.username)).toEqual(
    addresses,
  );
  await main().getByRole("link", { name: "Log in" }).click();
  await expect.poll(address).toBe("/login?from=%2Fchangelog");
});

test("if the portal sends no mails, the page for a reset link speaks of no mail on its way, but says where the link is", async () => {
  const server = acmeServer(acmeData({ portal: portalOf(undefined, { sendsMail: false }) }));
  server.respond(passwordsApi.requestPasswordReset, { message: SENT });
  await openPage(server, "/forgot-password");
  await expect.element(main()).toMatchTextContent("This portal sends no mails.");
  await email().fill("robin@example.com");
  await userEvent.keyboard("{Enter}");
  await expect.element(main()).toMatchTextContent("the link is in the server's log now");
  await expect.element(main()).not.toMatchTextContent(/mail with a link/);
});

test("the page of a reset link sets a new password and then opens the login page", async () => {
  const server = visitorServer();
  const { documentLoads, reload } = await openPage(server, LINK);
  await expectWellMade("the form for a new password");
  server.refuse(passwordsApi.resetPassword, 400, "Validation failed", {
    errors: { newPassword: [BREACHED] },
  });
  await newPassword().fill("iloveyou1");
  await userEvent.keyboard("{Enter}");
  await expect
    .element(newPassword())
    .toHaveAccessibleDescription(expect.stringMatching(new RegExp(`^${BREACHED}`)));
  await expect.element(newPassword()).toHaveFocus();
  server.restore(passwordsApi.resetPassword);
  await newPassword().fill("a password of my own");
  await savePassword().click();
  const { body } = await server.called(passwordsApi.resetPassword, 2);
  expect(body).toEqual({ token: TOKEN, newPassword: "a password of my own" });
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/login" }]);
  await reload("/login");
  await expect.element(shownToast()).toMatchTextContent("Password changed successfully");
});

test("the page of a used reset link says that the link no longer works and offers to request a new link", async () => {
  const server = visitorServer();
  const { address } = await openPage(server, LINK);
  server.refuse(passwordsApi.resetPassword, 400, "This link no longer works");
  await newPassword().fill("another password of mine");
  await savePassword().click();
  const alert = page.getByRole("alert");
  await expect
    .element(alert)
    .toHaveTextContent("This link no longer works. Please ask for a new one.");
  await expect.element(alert).toHaveFocus();
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect.poll(address).toBe("/forgot-password");
});

test("the page of an incomplete reset link says at once that the link does not work", async () => {
  await openPage(visitorServer(), "/reset-password?token=cut");
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("This link no longer works. Please ask for a new one.");
  await expectWellMade("a dead link");
});

test("the token of a reset link is not in the URLs of other pages", async () => {
  for (const [where, name, to] of [
    ["main", "Log in", "/login"],
    ["banner", "Log in", "/login"],
    ["banner", "Sign up", "/register"],
  ] as const) {
    const { address } = await openPage(visitorServer(), LINK);
    await expect.element(newPassword()).toBeVisible();
    await page.getByRole(where).getByRole("link", { name }).click();
    await expect.poll(address).toBe(to);
  }
});

test("a user with a temporary password chooses a new password and continues to the requested page", async () => {
  const user = anAdmin({ mustChangePassword: true });
  const server = acmeServer(acmeData({ user })).respond(passwordsApi.changePassword, () =>
    Object.assign(user, { mustChangePassword: false }),
  );
  const opened = await openPage(server, "/change-password?from=%2Froadmap");
  await expect
    .element(
      page.getByText("Your password is a temporary one. Choose a password of your own to go on."),
    )
    .toBeVisible();
  const change = page.getByRole("button", { name: "Change password" });
  await change.click();
  await expectMessages({
    "Current password": "Password is required",
    "New password": "Password must be at least 8 characters",
  });
  expect(server.calls(passwordsApi.changePassword)).toEqual([]);
  const passwords = { currentPassword: "abcd-efgh-jkmn", newPassword: "a password of my own" };
  await fillIn({
    "Current password": passwords.currentPassword,
    "New password": passwords.newPassword,
  });
  await change.click();
  await expect.poll(() => opened.documentLoads).toEqual([{ kind: "push", address: "/roadmap" }]);
  expect(server.calls(passwordsApi.changePassword).map(({ body }) => body)).toEqual([passwords]);
  await opened.reload("/roadmap");
  await expect.element(shownToast()).toMatchTextContent(/^Password changed successfully/);
});
