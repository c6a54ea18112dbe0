import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { CompanyProvider, CompanySignOn } from "#contract/companySignOn.ts";
import { signedTokensApi } from "#contract/signedTokens.ts";
import { companySignOnApi } from "#contract/companySignOn.ts";
import { FRESH_SIGN_IN_FIRST } from "#contract/errors.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
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

test("the overview says of each way whether it is on, and leads to its screen and back", async () => {
  const domain = { record: { name: "", value: "" }, verifiedAt: null, checkedAt: null };
  const { server } = signOnServer({
    provider: aProvider({ isOnlyWay: true }),
    domains: [
      { ...domain, domain: "acme.test", state: "verified", problem: null },
      { ...domain, domain: "acme.example", state: "failing", problem: "No record found" },
    ],
  });
  const { address } = await openPage(server, PATH);
  const list = (name: string) => page.getByRole("region", { name });
  const states = {
    "Your own login": /On.*Acme Login · login\.acme\.example$/,
    "E-mail domains": /1 failing.*acme\.test, acme\.example$/,
    "Signed tokens": /Not set up/,
    "Only this way": /No admin for emergencies.*Acme Login$/,
  };
  for (const [way, state] of Object.entries(states))
    await expect
      .element(list("Set up by you").getByRole("link", { name: new RegExp(`^${way}`) }))
      .toMatchTextContent(state);
  for (const way of ["Password", "Code by mail", "Passkey"])
    await expect
      .element(list("Always there").getByRole("listitem").filter({ hasText: way }))
      .toMatchTextContent(/For emergencies|Off/);
  await expectWellMade("the overview");
  for (const [way, path] of [
    ["Your own login", "provider"],
    ["E-mail domains", "domains"],
    ["Signed tokens", "tokens"],
    ["Only this way", "only-way"],
  ] as const) {
    await list("Set up by you")
      .getByRole("link", { name: new RegExp(`^${way}`) })
      .click();
    await expect.element(page.getByRole("heading", { level: 2, name: way })).toBeVisible();
    expect(address()).toBe(`${PATH}/${path}`);
    await expect
      .element(
        page
          .getByRole("navigation", { name: "Company settings" })
          .getByRole("link", { name: "Sign-on" }),
      )
      .toHaveAttribute("aria-current", "true");
    await page.getByRole("link", { name: "Back to Sign-on" }).click();
    await expect.poll(address).toBe(PATH);
  }
});

test("a way that does not exist is a page that was not found", async () => {
  const { server } = signOnServer();
  await openPage(server, `${PATH}/constructor`);
  await expect.element(page.getByRole("link", { name: "See all ways" })).toBeVisible();
});

test("without a provider, it cannot be made the only way", async () => {
  const { server } = signOnServer();
  await openPage(server, `${PATH}/only-way`);
  await expect.element(page.getByText("Turn on “Your own login” first")).toBeVisible();
  await expect.element(button("Turn on")).not.toBeInTheDocument();
});

test("connecting a provider sends what was entered, and then offers the test", async () => {
  const { server, signOn } = signOnServer();
  await openPage(server, `${PATH}/provider`);
  await expect.element(page.getByText(CALLBACK)).toBeVisible();
  await expectWellMade("the steps before a provider is connected");
  await button("Save changes").click();
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
  await button("Save changes").click();
  await expectMessages({ "Admins: value": "Enter the value that makes somebody an admin" });
  await fillIn({ "Admins: value": "admins" });
  const message = "There is no provider at this address. Check the issuer.";
  server.refuse(companySignOnApi.save, 400, "Validation failed", { errors: { issuer: [message] } });
  await button("Save changes").click();
  await expectMessages({ Issuer: message });
  server.respond(companySignOnApi.save, () => {
    signOn.provider = aProvider({ adminClaim: "groups", adminValue: "admins" });
    return signOn;
  });
  await button("Save changes").click();
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
  await openPage(server, `${PATH}/provider`);
  server.refuse(companySignOnApi.save, 403, FRESH_SIGN_IN_FIRST);
  await fillIn({ "Name on the button": "Acme SSO" });
  await button("Save changes").click();
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
  await openPage(server, `${PATH}/only-way`);
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
  await openPage(server, `${PATH}/domains`);
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
