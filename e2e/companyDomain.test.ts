import type { Page } from "@playwright/test";
import { ownCompany } from "./support/companyAdmin.ts";
import { expectMessages, fieldOf, fillIn } from "./support/fillIn.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { removeRecord, setRecord } from "./support/nameRecords.ts";
import { originOf } from "./support/portalAddress.ts";
import { runSql } from "./support/runSql.ts";
import { sendRequest } from "./support/sendRequest.ts";
import { expect, test } from "./support/test.ts";
import { toastAfter } from "./support/toastAfter.ts";

const PATH = "/company/settings/domain";

/** Beside the field; the other notes are of the copy buttons. */
const state = (page: Page) => page.getByRole("main").getByRole("status").first();

async function claim(page: Page, domain: string): Promise<void> {
  await fillIn(page, { "Custom domain": domain });
  const save = page.getByRole("button", { name: "Save Changes" });
  await toastAfter(page, () => save.click(), /^Domain settings updated successfully/);
}

async function checkNow(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByRole("button", { name: "Check now" })).toBeVisible();
}

test("a custom domain is pending, turns verified, and then serves the portal", async ({
  open,
  complaints,
}) => {
  // Only https and localhost count as trustworthy; a custom domain of the tests is neither.
  complaints.expect(/Cross-Origin-Opener-Policy header has been ignored/);
  const { company, subdomain, admin } = await ownCompany("Ideas");
  const domain = `feedback.${subdomain}.test`;
  const page = await open(admin);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await goTo(page, PATH);
  await expect(page.getByText(/DNS propagation can take up to 48 hours/)).toContainText(
    company.host,
  );
  await claim(page, `  ${domain.toUpperCase()}`);
  await expect(fieldOf(page, "Custom domain")).toHaveValue(domain);
  await expect(state(page)).toContainText("Pending");
  await expect(state(page)).toContainText("The record has not been looked up yet.");
  const record = page.locator("dl");
  await expect(record).toContainText(`TypeCNAMEName${domain}Value${company.host}`);
  await page.getByRole("button", { name: "Copy value" }).click();
  await expect(record.getByText("Copied")).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(company.host);
  await expect(page.getByText(/DNS propagation can take up to 48 hours/)).toBeVisible();

  await checkNow(page);
  await expect(state(page)).toContainText(`There is no CNAME record for ${domain} yet.`);
  setRecord(domain, "somewhere.example.net");
  await checkNow(page);
  const elsewhere = `The CNAME record does not point to ${company.host}.`;
  await expect(state(page)).toContainText(elsewhere);
  expect((await sendRequest({ host: domain }, "/roadmap")).status).toBe(404);

  setRecord(domain, company.host);
  await checkNow(page);
  await expect(state(page)).toContainText(
    /Verified.*Since .*Your portal is served on this domain\./,
  );
  await expect(state(page)).toContainText("Last checked just now.");

  const visitor = await open({ host: domain });
  await goTo(visitor, "/");
  await expect(visitor).toHaveURL(`${originOf(domain)}/`);
  await expect(visitor).toHaveTitle(/^Product Roadmap · Fresh Company · /);
  await visitor
    .getByRole("navigation", { name: "Boards" })
    .getByRole("link", { name: /^Ideas/ })
    .click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Ideas");
  await goTo(visitor, "/login");
  await visitor.getByLabel("Work email").fill(admin.username);
  await visitor.getByLabel("Password", { exact: true }).fill(admin.password);
  await visitor.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(visitor).toHaveURL(`${originOf(domain)}/roadmap`);
  await untilHydrated(visitor);
  await expect(visitor.getByRole("button", { name: /^Account menu/ })).toBeVisible();
});

test("a domain whose record goes is failing, still serves the portal, and can be given up", async ({
  open,
}) => {
  const { company, subdomain, admin } = await ownCompany();
  const domain = `ideas.${subdomain}.test`;
  const page = await open(admin);
  await goTo(page, PATH);
  await claim(page, domain);
  setRecord(domain, company.host);
  await checkNow(page);
  await expect(state(page)).toContainText("Verified");
  removeRecord(domain);
  await checkNow(page);
  await expect(state(page)).toContainText("Failing");
  await expect(state(page)).toContainText("After seven days the domain is switched off.");
  await expect(state(page)).toContainText(`There is no CNAME record for ${domain} yet.`);
  expect((await sendRequest({ host: domain }, "/roadmap")).status).toBe(200);

  await claim(page, "");
  await expect(page.getByRole("button", { name: "Check now" })).toHaveCount(0);
  const reply = await sendRequest({ host: domain }, "/roadmap");
  expect(reply.status).toBe(404);
  expect(reply.content).toContain("Portal not found");
});

test("the field says what is no domain, or none of one's own", async ({ open, complaints }) => {
  complaints.expect(/status of 400/);
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  const save = page.getByRole("button", { name: "Save Changes" });
  for (const wrong of [
    "example",
    "https://feedback.example.com",
    "a..example.com",
    "-a.example.com",
    "10.0.0.1",
  ]) {
    await fillIn(page, { "Custom domain": wrong });
    await save.click();
    await expectMessages(page, { "Custom domain": "Please enter a valid domain" });
  }
  await fillIn(page, { "Custom domain": "acme.localhost" });
  await save.click();
  await expectMessages(page, { "Custom domain": "Please enter a domain of your own" });
});

test("without a subdomain there is nothing to point to", async ({ open }) => {
  const { subdomain, adminAtProduct } = await ownCompany();
  await runSql("update company set subdomain = null where subdomain = $1", [subdomain]);
  const page = await open(adminAtProduct);
  await goTo(page, PATH);
  await expect(
    page.getByText(
      "No subdomain has been configured for your company. Please contact support for assistance.",
      { exact: true },
    ),
  ).toBeVisible();
  await expect(page.getByLabel(/Custom domain/)).toHaveCount(0);
});
