import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { authApi } from "#contract/auth.ts";
import { FRESH_SIGN_IN_FIRST } from "#contract/errors.ts";
import type { Passkey } from "#contract/passkeys.ts";
import { passkeysApi } from "#contract/passkeys.ts";
import { passwordsApi } from "#contract/passwords.ts";
import { signInMethodsApi } from "#contract/signInMethods.ts";
import { signOnApi } from "#contract/signOn.ts";
import { accountData, accountServer } from "#web/testing/accountServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { fillIn } from "#web/testing/fillIn.ts";
import { aCustomer, daysAgo } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const aPasskey = (changes: Partial<Passkey> = {}): Passkey => ({
  id: 5,
  name: "Work laptop",
  domain: "acme.localhost",
  worksHere: true,
  createdAt: daysAgo(30),
  lastUsedAt: daysAgo(1),
  ...changes,
});

const freshLogin = () => page.getByRole("dialog", { name: /^Log in again to / });

/** Creates a server that asks for a fresh login before it removes the password or a passkey. */
function staleServer() {
  const data = accountData();
  data.signInMethods.passkeys = [aPasskey(), aPasskey({ id: 6, name: "Phone", worksHere: false })];
  let isFresh = false;
  const unlessFresh = <Result,>(_: unknown, before: () => Result) => {
    if (!isFresh) throw new Refusal(403, FRESH_SIGN_IN_FIRST);
    return before();
  };
  const server = accountServer(data)
    .respond(signInMethodsApi.removePassword, unlessFresh)
    .respond(passkeysApi.remove, unlessFresh)
    .respond(authApi.login, () => {
      isFresh = true;
      return aCustomer();
    });
  return { data, server };
}

test("the password is removed once the user has logged in again over the page", async () => {
  const { server } = staleServer();
  await openPage(server, "/settings");
  await expect
    .element(page.getByText("Passkey for acme.localhost, does not work here"))
    .toBeVisible();
  await page.getByRole("button", { name: "Remove the password" }).click();
  await expectWellMade("the question before the password is removed");
  await page.getByRole("button", { name: "Remove password" }).click();
  await expect.element(freshLogin()).toHaveAccessibleName("Log in again to remove the password");
  await fillIn({ "Work email": "robin@example.com", Password: "a long password" }, freshLogin());
  await userEvent.keyboard("{Enter}");
  await expect.element(shownToast()).toMatchTextContent("Password removed successfully");
  await expect.element(page.getByText("Not set")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Set a password" })).toBeVisible();
  expect(server.calls(signInMethodsApi.removePassword)).toHaveLength(2);
});

test("a user who does not log in again keeps the passkey, and the question stays open", async () => {
  const { data, server } = staleServer();
  await openPage(server, "/settings");
  await page.getByRole("button", { name: "Remove Phone" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await expect.element(freshLogin()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(freshLogin()).not.toBeInTheDocument();
  await expect.element(page.getByRole("alertdialog", { name: "Remove Phone" })).toBeVisible();
  expect(data.signInMethods.passkeys).toHaveLength(2);
});

test("a passkey is renamed", async () => {
  const { server } = staleServer();
  await openPage(server, "/settings");
  await page.getByRole("button", { name: "Rename Work laptop" }).click();
  const name = page.getByLabelText("Name", { exact: true });
  await expect.element(name).toHaveFocus();
  await name.fill("Home laptop");
  await userEvent.keyboard("{Enter}");
  await expect.element(shownToast()).toMatchTextContent("Passkey renamed successfully");
  await expect.element(page.getByRole("button", { name: "Rename Home laptop" })).toBeVisible();
});

test("connected providers are listed and disconnected, and the others that are offered here can be connected after a fresh login", async () => {
  const data = accountData();
  const google = { id: 8, provider: "google", name: "Google", worksHere: true } as const;
  data.signInMethods.identities = [
    { ...google, label: "robin@work.example", lastUsedAt: daysAgo(1) },
    {
      id: 9,
      provider: "application",
      name: "Acme Studio",
      label: "robin",
      worksHere: false,
      lastUsedAt: null,
    },
  ];
  data.signInMethods.isFresh = false;
  const server = accountServer(data)
    .respond(signOnApi.ways, {
      company: { name: "Acme's accounts", isOnlyWay: false },
      providers: ["google", "github"],
      application: null,
    })
    .respond(authApi.login, () => aCustomer());
  const { documentLoads } = await openPage(server, "/settings");
  await expect.element(page.getByText("robin, does not work here")).toBeVisible();
  await expectWellMade("the ways to log in with providers");
  const connect = page.getByRole("button", { name: /^Connect / });
  await expect
    .poll(() => connect.elements().map(({ textContent }) => textContent))
    .toEqual(["Connect Acme's accounts", "Connect GitHub"]);
  await page.getByRole("button", { name: "Remove Google" }).click();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await expect.element(shownToast()).toMatchTextContent("Google disconnected successfully");
  await expect.element(page.getByRole("button", { name: "Connect Google" })).toBeVisible();
  await expect.element(page.getByRole("list").filter({ hasText: "Acme Studio" })).toHaveFocus();
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  await expect.element(freshLogin()).toBeVisible();
  await fillIn({ "Work email": "robin@example.com", Password: "a long password" }, freshLogin());
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => documentLoads)
    .toEqual([{ kind: "push", address: "/auth/oidc/github?link=1&to=%2Fsettings" }]);
});

test("an account without a password sets one without a current password", async () => {
  const data = accountData();
  data.signInMethods.password = { isSet: false, lastUsedAt: null };
  const server = accountServer(data).respond(passwordsApi.changePassword, () => aCustomer());
  const { documentLoads } = await openPage(server, "/change-password?from=/settings");
  await expect.element(page.getByRole("button", { name: "Set password" })).toBeVisible();
  await expect.element(page.getByLabelText("Current password")).not.toBeInTheDocument();
  await page.getByLabelText("New password", { exact: true }).fill("marmalade sandwich 7");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/settings" }]);
  expect(server.calls(passwordsApi.changePassword)[0]?.body).toEqual({
    newPassword: "marmalade sandwich 7",
  });
});
