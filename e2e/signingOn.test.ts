import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { signedTokensApi } from "#contract/signedTokens.ts";
import type { MailServer } from "#server/checks/fixtures/mailServer.ts";
import { startMailServer } from "#server/checks/fixtures/mailServer.ts";
import { newClaims, signClaims } from "#server/checks/fixtures/signToken.ts";
import { acmeAdmin, acmeCustomer, newEmail, signedIn, signIn } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { setPortalAddress } from "./support/portalAddress.ts";
import { runPortal } from "./support/runPortal.ts";
import { runSql } from "./support/runSql.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test as base } from "./support/test.ts";

/**
 * Browsers treat all hosts below `localhost` as secure, which passkeys need. `portal.localhost` is a
 * base domain with hosts below it, and `customer.localhost` a custom domain.
 */
const BASE_DOMAIN = "portal.localhost";
const SUBDOMAIN = `acme.${BASE_DOMAIN}`;
const CUSTOM_DOMAIN = "customer.localhost";

/** A customer of Acme. A base domain other than `localhost` needs its own password of the demo data. */
const customer = { ...acmeCustomer, password: "a password of our own" };

/** These tests run a portal of their own, which sends its mails to a test mail server. */
const test = base.extend<object, { mailServer: MailServer }>({
  mailServer: [
    async ({}, use) => {
      const mailServer = await startMailServer();
      const settings = { BASE_DOMAIN, DEMO_PASSWORD: customer.password };
      const { address, stop } = await runPortal({ ...settings, SMTP_URL: mailServer.url });
      setPortalAddress(address);
      await runSql(
        "update company set custom_domain = $1, custom_domain_verified_at = now() where subdomain = 'acme'",
        [CUSTOM_DOMAIN],
      );
      await use(mailServer);
      await stop();
      await mailServer.close();
    },
    { scope: "worker", auto: true, timeout: 60_000 },
  ],
});

// The tests run in turn, because each worker starts a portal.
test.describe.configure({ mode: "default" });

/** Waits for a mail to this address that contains the text. Returns the mail's text. */
async function mailTo({ mails }: MailServer, username: string, text: string): Promise<string> {
  const find = () =>
    mails.findLast(
      (mail) =>
        mail.to?.some(({ address }) => address === username) && mail.text?.includes(text) === true,
    );
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  return find()?.text ?? "";
}

/** Adds an authenticator that verifies its user, as the fingerprint sensor of a laptop does. */
async function addAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

for (const { host, domain, place } of [
  { host: SUBDOMAIN, domain: BASE_DOMAIN, place: `${BASE_DOMAIN} and every portal below it` },
  { host: CUSTOM_DOMAIN, domain: CUSTOM_DOMAIN, place: `${CUSTOM_DOMAIN} only` },
]) {
  test(`on ${host} a new person comes in by a mailed code to vote, adds a passkey, comes back by it, removes it and is told`, async ({
    open,
    mailServer,
    complaints,
  }) => {
    complaints.expect(/status of 400/);
    const { title, id } = await newItem(await signedIn(customer, { host: SUBDOMAIN }));
    const page = await open({ host });
    await addAuthenticator(page);
    const username = newEmail();

    await goTo(page, `/feedback/${String(id)}`);
    await page
      .getByRole("main")
      .getByRole("button", { name: `Vote for ${title}` })
      .click();
    const dialog = page.getByRole("dialog", { name: /^Log in to vote/ });
    await dialog.getByRole("button", { name: "Email me a code" }).click();
    await dialog.getByLabel("Work email").fill(username);
    await dialog.getByRole("button", { name: "Email me a code" }).click();
    const text = await mailTo(mailServer, username, "/login/link/");
    await dialog.getByLabel("Six-digit code").fill(/^\d{6}$/m.exec(text)?.[0] ?? "");
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Full name").fill("Nora Newcomer");
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(
      page.getByRole("main").getByRole("button", { name: `Vote for ${title}, 1 vote` }),
    ).toBeDisabled();

    await goTo(page, "/settings");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const adding = page.getByRole("dialog", { name: "Add a passkey" });
    await expect(adding).toContainText(`It works at ${place}.`);
    await adding.getByLabel("Name").fill("Test laptop");
    await adding.getByRole("button", { name: "Continue" }).click();
    await expect(adding).toBeHidden();
    await expect(page.getByText(`Passkey for ${domain}`)).toBeVisible();
    await mailTo(mailServer, username, "A passkey was added");

    await page.context().clearCookies();
    await page.goto("/login?from=/settings");
    // The browser offers the passkey in the field for the address. This authenticator chooses it.
    await expect(page).toHaveURL(/\/settings$/);
    await untilHydrated(page);
    await page.getByRole("button", { name: "Remove Test laptop" }).click();
    await page.getByRole("button", { name: "Remove passkey" }).click();
    await expect(shownToast(page)).toContainText("Passkey removed successfully");
    await expect(page.getByText(`Passkey for ${domain}`)).toBeHidden();
    await mailTo(mailServer, username, "A passkey of your account was removed");
  });
}

/** The application of Acme, in which the person is logged in already. */
async function startApplication(person: object) {
  let secret = "";
  const server = createServer(({ url = "" }, response) => {
    const { searchParams } = new URL(url, "http://localhost");
    const portalUrl = searchParams.get("portal") ?? "";
    const token = signClaims(secret, newClaims(portalUrl, person));
    const query = new URLSearchParams({ token, state: searchParams.get("state") ?? "" });
    response.writeHead(302, { location: `${portalUrl}/auth/token?${query.toString()}` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    loginUrl: `http://localhost:${String(port)}/login`,
    signWith: (made: string) => {
      secret = made;
    },
    close: () => server.close(),
  };
}

for (const host of [SUBDOMAIN, CUSTOM_DOMAIN]) {
  test(`on ${host} a user of the company's own application logs in by its button to vote, and comes back by its link`, async ({
    open,
  }) => {
    const admin = await signIn({ ...acmeAdmin, password: customer.password }, { host: SUBDOMAIN });
    const { title, id } = await newItem(admin);
    const application = await startApplication({ sub: newEmail(), name: "Tilda Token" });
    const secret = await callApi(admin, signedTokensApi.createSecret, {});
    application.signWith(secret.body.secret);
    const { loginUrl } = application;
    const settings = {
      isOn: true,
      name: "Studio",
      loginUrl,
      method: "secret",
      jwksUrl: null,
    } as const;
    await callApi(admin, signedTokensApi.save, { body: settings });
    const page = await open({ host });

    await goTo(page, `/login?from=/feedback/${String(id)}`);
    await page.getByRole("link", { name: "Log in with Studio" }).click();
    await expect(page).toHaveURL(new RegExp(`/feedback/${String(id)}$`));
    await untilHydrated(page);
    const main = page.getByRole("main");
    await main.getByRole("button", { name: `Vote for ${title}` }).click();
    await expect(main.getByRole("button", { name: `Vote for ${title}, 1 vote` })).toBeVisible();

    // Requests of the page that are still on their way would be refused without the session.
    await page.goto("about:blank");
    await page.context().clearCookies();
    await page.goto("/auth/application?to=/settings");
    await expect(page).toHaveURL(/\/settings$/);
    await untilHydrated(page);
    await expect(page.getByLabel("Full name")).toHaveValue("Tilda Token");
    application.close();
    await callApi(admin, signedTokensApi.removeSecret, { params: { id: secret.body.id } });
  });
}
