import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { newEmail, signedIn } from "./support/accounts.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { shownToast } from "./support/shownToast.ts";
import type { SignOnPortal } from "./support/signOnPortal.ts";
import {
  BASE_DOMAIN,
  CUSTOM_DOMAIN,
  customer,
  logInElsewhere,
  mailTo,
  SUBDOMAIN,
  test,
} from "./support/signOnPortal.ts";
import { expect } from "./support/test.ts";

// The tests run in turn, because each worker starts a portal.
test.describe.configure({ mode: "default" });

/** A part of the mail to somebody who logs in, and to somebody who proves who they are. */
const MAILS = { login: "/login/link/", proof: "wants to do something that only you may" };

/** Has a code mailed from the page or dialog, and enters it. */
async function enterMailedCode(
  page: Page,
  portal: SignOnPortal,
  username: string,
  mail: keyof typeof MAILS,
): Promise<void> {
  await page.getByRole("button", { name: "Email me a code" }).click();
  await page.getByLabel("Work email").fill(username);
  await page.getByRole("button", { name: "Email me a code" }).click();
  const text = await mailTo(portal, username, MAILS[mail]);
  await page.getByLabel("Six-digit code").fill(/^\d{6}$/m.exec(text)?.[0] ?? "");
  await page.keyboard.press("Enter");
}

interface Way {
  readonly name: string;
  /** Who vouches for the person. What a company says changes no ways into an account. */
  readonly of: "installation" | "company";
  /** Whether logging out of the portal leads to the provider, which asks as well. */
  readonly signsOut?: boolean;
}

const WAYS: readonly Way[] = [
  { name: "Google", of: "installation" },
  { name: "Microsoft", of: "installation" },
  { name: "GitHub", of: "installation" },
  { name: "Acme Login", of: "company", signsOut: true },
  { name: "Studio", of: "company" },
];

/** Follows the link of a way, and goes on where a page asks whether to log in at a custom domain. */
async function follow(page: Page, { name, of }: Way, host: string): Promise<void> {
  await page.getByRole("link", { name: `Log in with ${name}` }).click();
  if (of === "installation" && host === CUSTOM_DOMAIN)
    await page.getByRole("link", { name: `Go on to ${CUSTOM_DOMAIN}` }).click();
}

async function logOut(page: Page, { signsOut = false }: Way): Promise<void> {
  await page.getByRole("button", { name: "Nora New" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  if (signsOut) await page.getByRole("button", { name: "Log out of the provider" }).click();
  await expect(page.getByRole("link", { name: "Log in" }).first()).toBeVisible();
}

for (const host of [SUBDOMAIN, CUSTOM_DOMAIN])
  for (const way of WAYS)
    test(`on ${host} a new person comes in with ${way.name} to vote, comes back to the same account, disconnects it and is told`, async ({
      open,
      portal,
      complaints,
    }) => {
      const { title, id } = await newItem(await signedIn(customer, { host: SUBDOMAIN }));
      const path = `/feedback/${String(id)}`;
      const page = await open({ host });
      const person = { id: randomInt(1e9), email: newEmail(), name: "Nora New" };
      await logInElsewhere(page, portal, person);

      await goTo(page, path);
      const vote = page.getByRole("main").getByRole("button", { name: `Vote for ${title}` });
      await vote.click();
      await page.getByRole("dialog", { name: /^Log in to vote/ }).waitFor();
      await follow(page, way, host);
      await expect(page).toHaveURL(new RegExp(`^http://${host}:\\d+${path}$`));
      await untilHydrated(page);
      await vote.click();
      const voted = page.getByRole("button", { name: `Vote for ${title}, 1 vote` }).first();
      await expect(voted).toBeDisabled();
      await logOut(page, way);

      await goTo(page, `/login?from=${path}`);
      await follow(page, way, host);
      await expect(voted).toBeDisabled();

      await goTo(page, "/settings");
      await expect(
        page.getByText(`Providers are connected at ${SUBDOMAIN}, not on this domain.`),
      ).toBeVisible({ visible: host === CUSTOM_DOMAIN });
      const remove = page.getByRole("button", { name: `Remove ${way.name}` });
      await remove.click();
      if (way.of === "company") complaints.expect(/status of (?:403|404).*\/api\/user\/identities/);
      await page.getByRole("button", { name: "Disconnect" }).click();
      if (way.of === "company") await enterMailedCode(page, portal, person.email, "proof");
      await expect(shownToast(page)).toContainText(`${way.name} disconnected successfully`);
      await expect(remove).toBeHidden();
      await mailTo(portal, person.email, "can no longer be logged in to with one of the providers");

      if (way.of === "installation") return;
      await logOut(page, { ...way, signsOut: false });
      await goTo(page, "/login");
      await follow(page, way, host);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        host === CUSTOM_DOMAIN ? "Connect the provider first" : "One more step",
      );
      // Without it, browsers ask for /favicon.ico, whose 404 is an error on the console.
      await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", /^\/logos\//);
    });

test(`on ${SUBDOMAIN} a customer who logs in by mail connects Google in the settings, logs in with it and is told`, async ({
  open,
  portal,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const page = await open({ host: SUBDOMAIN });
  const person = { id: randomInt(1e9), email: newEmail(), name: "Nora New" };
  await logInElsewhere(page, portal, { ...person, email: newEmail() });
  await goTo(page, "/login?from=/settings");
  await enterMailedCode(page, portal, person.email, "login");
  await page.getByLabel("Full name").fill(person.name);
  await page.keyboard.press("Enter");
  const connect = page.getByRole("button", { name: "Connect Google" });
  await connect.waitFor();
  await untilHydrated(page);
  await connect.click();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("button", { name: "Remove Google" })).toBeVisible();
  await mailTo(portal, person.email, "was connected with another provider");
  await untilHydrated(page);
  await logOut(page, { name: "Google", of: "installation" });
  await goTo(page, "/login?from=/settings");
  await page.getByRole("link", { name: "Log in with Google" }).click();
  await expect(page.getByText(`To ${person.email}`)).toBeVisible();
});

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
    portal,
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
    await enterMailedCode(page, portal, username, "login");
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
    await mailTo(portal, username, "A passkey was added");

    await page.context().clearCookies();
    await page.goto("/login?from=/settings");
    // The browser offers the passkey in the field for the address. This authenticator chooses it.
    await expect(page).toHaveURL(/\/settings$/);
    await untilHydrated(page);
    await page.getByRole("button", { name: "Remove Test laptop" }).click();
    await page.getByRole("button", { name: "Remove passkey" }).click();
    await expect(shownToast(page)).toContainText("Passkey removed successfully");
    await expect(page.getByText(`Passkey for ${domain}`)).toBeHidden();
    await mailTo(portal, username, "A passkey of your account was removed");
  });
}
