import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import type { Account } from "./support/accounts.ts";
import { newEmail, product } from "./support/accounts.ts";
import { fieldOf, fillIn } from "./support/fillIn.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { setRecord } from "./support/nameRecords.ts";
import { originOf } from "./support/portalAddress.ts";
import { expect, test } from "./support/test.ts";
import { toastAfter } from "./support/toastAfter.ts";
import { visitPage } from "./support/visitPage.ts";

/** Pages whose settings the company has changed. companyWellMade.test.ts opens the other pages. */
const CHANGED = ["/company/settings/logo", "/company/settings/brand", "/company/settings/domain"];

const save = (page: Page) => page.getByRole("main").getByRole("button", { name: "Save changes" });
const menuLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Company settings" }).getByRole("link", { name });
const headerLogo = (page: Page) => page.getByRole("banner").getByRole("img");
const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** Registers a company, starting at the product's landing page. */
async function signUp(page: Page, { username, password }: Account, subdomain: string) {
  await goTo(page, "/");
  await page.getByRole("link", { name: "Get Started Free" }).first().click();
  await expect(title(page)).toHaveText("Create an account");
  await fillIn(page, {
    "Full name": "Grace Brewster Hopper",
    "Work email": username,
    "Company/app name": "Compilers & Sons",
    "Portal subdomain": subdomain,
  });
  await page.getByLabel("Password", { exact: true }).fill(password);
  // Waits until the subdomain has been checked, because the portal would refuse a check that
  // arrives after the registration.
  await expect(page.getByText("This address is free.")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(`${originOf(product.host)}/roadmap`);
  await untilHydrated(page);
  await expect(page.getByRole("button", { name: /^Account menu/ })).toContainText("GB");
}

/** Clicks a button that opens a dialog, fills in the dialog's fields, and submits the dialog. */
async function add(page: Page, button: string, dialog: string, values: Record<string, string>) {
  await page.getByRole("button", { name: button }).click();
  const form = page.getByRole("dialog", { name: dialog });
  await fillIn(form, values);
  await form
    .getByRole("button", { name: dialog === "Create New Board" ? "Create board" : dialog })
    .click();
  await expect(form).toBeHidden();
}

/** Adds two boards and a category, and changes the order of the boards. */
async function addBoardsAndCategory(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("link", { name: "Create your first board" }).click();
  await expect(page.getByText("No boards yet")).toBeVisible();
  await add(page, "New Board", "Create New Board", { Name: "Ideas" });
  await add(page, "New Board", "Create New Board", { Name: "Bugs" });
  await page.getByRole("button", { name: "Reorder Boards" }).click();
  const order = page.getByRole("dialog", { name: "Reorder Boards" });
  await order.getByRole("button", { name: "Move Ideas down" }).click();
  await order.getByRole("button", { name: "Save Order" }).click();
  await expect(order).toBeHidden();
  await menuLink(page, "Categories").click();
  await add(page, "Add Category", "Add Category", { "Category name": "Mobile" });
  await expect(page.getByRole("heading", { name: "Mobile" })).toBeVisible();
}

/** Uploads a logo and saves a colour. Each of these two changes reloads the page. */
async function setLogoAndBrand(page: Page): Promise<void> {
  await menuLink(page, "Logo Management").click();
  const buffer = await pngOf(200, 50);
  await page
    .getByLabel("Logo", { exact: true })
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
  const upload = page.getByRole("button", { name: "Upload logo" });
  await toastAfter(page, () => upload.click(), /^Company logo updated successfully/);
  await untilHydrated(page);
  await menuLink(page, "Brand Settings").click();
  await fillIn(page, { Primary: "#0f766e" });
  await toastAfter(page, () => save(page).click(), /^Brand settings updated successfully/);
  await untilHydrated(page);
  await expect(fieldOf(page, "Primary")).toHaveValue("#0f766e");
}

/** Saves a custom domain, creates its DNS record, and verifies the domain. */
async function setDomain(page: Page, domain: string, target: string): Promise<void> {
  await menuLink(page, "Domain Settings").click();
  await fillIn(page, { "Custom domain": domain });
  await toastAfter(page, () => save(page).click(), /^Domain settings updated successfully/);
  setRecord(domain, target);
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByRole("main").getByRole("status").first()).toContainText("Verified");
}

/**
 * Opens the company's host from the account menu. A hand-off signs the user in on that host.
 * Returns the URL of the hand-off.
 */
async function openPortal(page: Page, origin: string): Promise<string> {
  const addresses: string[] = [];
  page.context().on("request", (request) => addresses.push(request.url()));
  await page.getByRole("button", { name: /^Account menu/ }).click();
  const [portal] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("menuitem", { name: /^Submit Feedback/ }).click(),
  ]);
  await expect(portal).toHaveURL(`${origin}/feedback?submit=1`);
  await untilHydrated(portal);
  await expect(portal.getByRole("dialog").getByLabel("Title")).toBeFocused();
  await portal.keyboard.press("Escape");
  await expect(portal.getByRole("button", { name: /^Account menu/ })).toBeVisible();
  return addresses.find((address) => address.includes("/api/handoff?code=")) ?? "";
}

test("a company signs up and configures its portal, and visitors see the portal on the company's custom domain", async ({
  open,
  complaints,
}) => {
  test.slow();
  // Browsers trust only https and localhost. The tests open the custom domain without https, so the
  // browser ignores the Cross-Origin-Opener-Policy header and logs a message.
  complaints.expect(/Cross-Origin-Opener-Policy header has been ignored/);
  const account = { username: newEmail(), password: "a long password" };
  const subdomain = `new-${randomUUID().slice(0, 8)}`;
  const host = `${subdomain}.localhost`;
  const domain = `feedback.${subdomain}.test`;
  const page = await open(product, { viewport: { width: 1280, height: 900 } });
  await signUp(page, account, subdomain);
  await addBoardsAndCategory(page);
  await setLogoAndBrand(page);
  await setDomain(page, domain, host);
  for (const path of CHANGED) await visitPage(page, path, "Company Settings");
  const handOff = await openPortal(page, originOf(host));

  const visitor = await open({ host: domain }, { viewport: { width: 1280, height: 900 } });
  await goTo(visitor, "/");
  await expect(visitor).toHaveTitle(/^Product Roadmap · Compilers & Sons · /);
  const pixels = () =>
    headerLogo(visitor).evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(pixels).toBe(200);
  const primary = await visitor.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--brand-primary"),
  );
  expect(primary).toBe("#0f766e");
  const boards = visitor.getByRole("navigation", { name: "Boards" }).getByRole("link");
  await expect(boards).toHaveText([/^Bugs/, /^Ideas/]);
  await boards.last().click();
  await expect(title(visitor)).toHaveText("Ideas");
  await goTo(visitor, "/login");
  await visitor.getByLabel("Work email").fill(account.username);
  await visitor.getByLabel("Password", { exact: true }).fill(account.password);
  await visitor.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(visitor).toHaveURL(`${originOf(domain)}/roadmap`);
  await untilHydrated(visitor);
  await expect(visitor.getByRole("button", { name: /^Account menu/ })).toBeVisible();
  // A hand-off works only once, so the visitor who repeats it is not signed in.
  await visitor.goto(handOff);
  await expect(visitor).toHaveURL(
    `${originOf(host)}/login?from=${encodeURIComponent("/feedback?submit=1")}`,
  );
});
