import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { CompanyProvider, CompanySignOn } from "#contract/companySignOn.ts";
import { signedTokensApi } from "#contract/signedTokens.ts";
import { companySignOnApi } from "#contract/companySignOn.ts";
import { FRESH_SIGN_IN_FIRST } from "#contract/errors.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { settingsData, settingsServer } from "#web/testing/settingsServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const PATH = "/company/settings/sign-on";
const CALLBACK = "https://acme.hearback.example/auth/oidc/callback";

const aProvider = (changes: Partial<CompanyProvider> = {}): CompanyProvider => ({
  name: "Acme Login",
  issuer: "https://login.acme.example",
  clientId: "hearback",
  hasSecret: true,
  isOn: true,
  nameClaim: "name",
  pictureClaim: "picture",
  adminClaim: null,
  adminValue: null,
  signsOut: false,
  offersSignOut: true,
  isOnlyWay: false,
  emergencyAdmin: null,
  ...changes,
});

/** Creates a server with these settings, which it changes as a save does. */
function signOnServer(changes: Partial<CompanySignOn> = {}) {
  const signOn: CompanySignOn = {
    provider: null,
    callbackUrls: [CALLBACK],
    signedOutUrls: ["https://acme.hearback.example/"],
    domains: [],
    ...changes,
  };
  const server = settingsServer(settingsData())
    .respond(signedTokensApi.read, {
      isOn: false,
      name: "",
      loginUrl: null,
      method: "secret",
      jwksUrl: null,
      secrets: [],
      portalUrls: [],
    })
    .respond(companySignOnApi.read, () => signOn);
  return { server, signOn };
}

const button = (name: string | RegExp) => page.getByRole("button", { name });
const dialog = () => page.getByRole("dialog");

test("connecting a provider sends what was entered, and then offers the test", async () => {
  const { server, signOn } = signOnServer();
  await openPage(server, PATH);
  await expect.element(page.getByText(CALLBACK)).toBeVisible();
  await expect.element(page.getByText("Only this way")).not.toBeInTheDocument();
  await button("Save changes").first().click();
  await expectMessages({
    Issuer: "Enter an address that begins with https://",
    "Client ID": "Client ID is required",
  });
  await fillIn({
    Issuer: "https://login.acme.example/.well-known/openid-configuration",
    "Name on the button": "Acme Login",
    "Client ID": "hearback",
    "Client secret": "a-secret",
    "Admins: claim": "groups",
  });
  await button("Save changes").first().click();
  await expectMessages({ "Admins: value": "Enter the value that makes somebody an admin" });
  await fillIn({ "Admins: value": "admins" });
  const message = "There is no provider at this address. Check the issuer.";
  server.refuse(companySignOnApi.save, 400, "Validation failed", { errors: { issuer: [message] } });
  await button("Save changes").first().click();
  await expectMessages({ Issuer: message });
  server.respond(companySignOnApi.save, () => {
    signOn.provider = aProvider({ adminClaim: "groups", adminValue: "admins" });
    return signOn;
  });
  await button("Save changes").first().click();
  await expect.element(shownToast()).toMatchTextContent(/^Sign-on saved successfully/);
  const { body } = await server.called(companySignOnApi.save);
  expect(body).toMatchObject({
    issuer: "https://login.acme.example",
    clientSecret: "a-secret",
    adminClaim: "groups",
    adminValue: "admins",
  });
  await expect.element(fieldOf("Client secret")).toHaveValue("");
  await expect
    .element(page.getByRole("link", { name: /Test the connection/ }))
    .toHaveAttribute("href", "/auth/oidc/company?purpose=test");
});

test("a login that is too old is asked for again, and the save goes on", async () => {
  const { server } = signOnServer({ provider: aProvider() });
  await openPage(server, PATH);
  server.refuse(companySignOnApi.save, 403, FRESH_SIGN_IN_FIRST);
  await fillIn({ "Name on the button": "Acme SSO" });
  await button("Save changes").first().click();
  await expect.element(dialog()).toMatchTextContent(/Log in again to change how people log in/);
});

test("only this way names who is shut out, and needs an admin for emergencies", async () => {
  const { server, signOn } = signOnServer({ provider: aProvider() });
  server.respond(companySignOnApi.shutOut, {
    people: [
      { id: 7, username: "grace@acme.test", fullName: "Grace Hopper", isAdmin: true },
      { id: 8, username: "kim@acme.test", fullName: null, isAdmin: false },
    ],
    total: 60,
    emergencyAdmins: [{ id: 2, username: "ada@acme.test", fullName: "Ada Lovelace" }],
  });
  await openPage(server, PATH);
  await button("Turn on").click();
  await expect
    .element(dialog())
    .toMatchTextContent(/60 people have never logged in with Acme Login/);
  for (const text of ["Grace Hopper", "kim@acme.test", "and 58 more"])
    await expect.element(dialog().getByText(text)).toBeVisible();
  await dialog().getByRole("button", { name: "Turn on" }).click();
  await expect.element(dialog().getByText("Choose an admin", { exact: true }).last()).toBeVisible();
  const admin = { id: 2, username: "ada@acme.test", fullName: "Ada Lovelace" };
  server.respond(companySignOnApi.changeOnlyWay, () => {
    signOn.provider = aProvider({ isOnlyWay: true, emergencyAdmin: admin });
    return signOn;
  });
  await dialog().getByLabelText("Admin for emergencies").selectOptions("2");
  await dialog().getByRole("button", { name: "Turn on" }).click();
  const { body } = await server.called(companySignOnApi.changeOnlyWay);
  expect(body).toEqual({ emergencyAdminId: 2 });
  await expect.element(page.getByText("For emergencies: Ada Lovelace")).toBeVisible();
});

test("a domain is added, and shows the record to set until it is proved", async () => {
  const { server, signOn } = signOnServer();
  await openPage(server, PATH);
  await button("Add a domain").click();
  const record = { name: "_hearback.acme.test", value: "hearback-domain=abc" };
  const domain = { domain: "acme.test", record, verifiedAt: null, checkedAt: null, problem: null };
  server.respond(companySignOnApi.addDomain, () => {
    signOn.domains = [{ ...domain, state: "pending" }];
    return signOn;
  });
  await fillIn({ Domain: "acme.test" });
  await dialog().getByRole("button", { name: "Add" }).click();
  await expect.element(page.getByText(record.value)).toBeVisible();
  server.respond(companySignOnApi.checkDomain, () => {
    signOn.domains = [{ ...domain, state: "verified" }];
    return { ...signOn };
  });
  await button(/Check now/).click();
  await expect.element(page.getByText("Proved", { exact: true })).toBeVisible();
  await expect.element(page.getByText(record.value)).not.toBeInTheDocument();
});
