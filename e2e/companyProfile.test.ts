import type { Page } from "@playwright/test";
import { failWith, holdBack } from "./support/apiCalls.ts";
import { newName, ownCompany } from "./support/companyAdmin.ts";
import { expectMessages, fieldOf, fillIn } from "./support/fillIn.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { originOf } from "./support/portalAddress.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";
import { toastAfter } from "./support/toastAfter.ts";

const PATH = "/company/settings";
const COMPANY_CALL = /\/api\/company\/\d+$/;

const save = (page: Page) => page.getByRole("main").getByRole("button", { name: "Save Changes" });

test("a saved profile shows everywhere, and its toast outlives the reload", async ({ open }) => {
  const { company, admin, adminAtProduct } = await ownCompany();
  const name = newName("Renamed & Sons");
  const page = await open(admin);
  await goTo(page, PATH);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Company Settings");
  await expect(
    page.getByText("Manage your company's profile, branding, and preferences.", { exact: true }),
  ).toBeVisible();
  await fillIn(page, {
    "Company name": `  ${name} `,
    Description: "What we make.\nAnd why.",
    Website: "https://example.com/about",
  });
  await save(page).click();
  await expect(shownToast(page)).toHaveText(/^Company profile updated successfully/);
  await untilHydrated(page);
  await expect(page.getByRole("banner")).toContainText(name);
  await expect(page).toHaveTitle(new RegExp(`^Company Profile · ${name} · `));
  await expect(fieldOf(page, "Company name")).toHaveValue(name);
  await expect(fieldOf(page, "Description")).toHaveValue("What we make.\nAnd why.");
  await expect(fieldOf(page, "Website")).toHaveValue("https://example.com/about");

  const visitor = await open(company);
  await goTo(visitor, "/roadmap");
  await expect(visitor).toHaveTitle(new RegExp(`^Product Roadmap · ${name} · `));
  const atProduct = await open(adminAtProduct);
  await goTo(atProduct, "/roadmap");
  await expect(atProduct.getByRole("banner")).toContainText(name);
});

test("the profile tells where the company's portal is, to be opened and copied", async ({
  open,
}) => {
  const { company, adminAtProduct } = await ownCompany();
  const page = await open(adminAtProduct);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await goTo(page, PATH);
  const link = page.getByRole("main").getByRole("link", { name: company.host });
  await expect(page.getByText(`Your portal: ${company.host}`)).toBeVisible();
  await page.getByRole("button", { name: "Copy portal address" }).click();
  await expect(page.getByText("Copied", { exact: true })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${originOf(company.host)}/`,
  );
  const opened = page.waitForEvent("popup");
  await link.click();
  const portal = await opened;
  await expect(portal).toHaveURL(`${originOf(company.host)}/`);
  await expect(portal.getByRole("heading", { level: 1 })).toHaveText("Product Roadmap");
});

test("each field of the profile says what is wrong with it, and nothing is sent", async ({
  open,
}) => {
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") calls.push(request.url());
  });
  await fillIn(page, { "Company name": "A", Website: "example" });
  await save(page).click();
  await expectMessages(page, {
    "Company name": "Company name must be at least 2 characters",
    Website: "Please enter a valid URL",
  });
  await expect(fieldOf(page, "Company name")).toBeFocused();
  for (const website of ["javascript:alert(1)", "ftp://example.com", "https://"]) {
    await fillIn(page, { Website: website });
    await expectMessages(page, { Website: "Please enter a valid URL" });
  }
  expect(calls).toEqual([]);
  await fillIn(page, { "Company name": "Again", Website: "" });
  await expect(fieldOf(page, "Website")).not.toHaveAttribute("aria-invalid");
});

test("the switch for customer sign-up closes and opens registration on the company's host", async ({
  open,
}) => {
  const { company, admin } = await ownCompany();
  const page = await open(admin);
  const visitor = await open(company);
  await goTo(page, PATH);
  for (const isOpen of [false, true]) {
    await page.getByRole("switch", { name: "Customer sign-up" }).setChecked(isOpen);
    await toastAfter(page, () => save(page).click(), /^Company profile updated successfully/);
    await untilHydrated(page);
    await expect(page.getByRole("switch", { name: "Customer sign-up" })).toBeChecked({
      checked: isOpen,
    });
    await goTo(visitor, "/register");
    await expect(visitor.getByText("Public registration is disabled")).toBeVisible({
      visible: !isOpen,
    });
    await expect(visitor.getByRole("main").getByRole("textbox")).toHaveCount(isOpen ? 3 : 0);
  }
});

test("what is not saved is not lost to a stray click or a reload", async ({ open }) => {
  const { admin } = await ownCompany();
  const page = await open(admin, { viewport: { width: 1280, height: 900 } });
  await goTo(page, PATH);
  await fillIn(page, { "Company name": "Half a thought" });
  const menu = page.getByRole("navigation", { name: "Company settings" });
  await menu.getByRole("link", { name: "Categories" }).click();
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect.poll(() => addressOf(page)).toBe(PATH);
  await expect(fieldOf(page, "Company name")).toHaveValue("Half a thought");

  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
  await untilHydrated(page);
  await expect(fieldOf(page, "Company name")).toHaveValue("Fresh Company");

  await fillIn(page, { "Company name": "Another thought" });
  await menu.getByRole("link", { name: "Categories" }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByText("No categories found")).toBeVisible();
  await expect.poll(() => addressOf(page)).toBe("/company/categories");
});

test("who agrees to lose what is not saved, and comes back before the next page is there, is asked again", async ({
  open,
}) => {
  const { admin } = await ownCompany();
  const page = await open(admin, { viewport: { width: 1280, height: 900 } });
  const letCome = await holdBack(page, /\/assets\/ChangelogPage-[^/]*\.js$/);
  await goTo(page, PATH);
  await fillIn(page, { "Company name": "Half a thought" });
  const linkIn = (menu: string, name: string) =>
    page.getByRole("navigation", { name: menu }).getByRole("link", { name });
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await linkIn("Main", "Changelog").click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(question).toBeHidden();
  await linkIn("Company settings", "Company Profile").click();
  await expect(page.locator("main[aria-busy]")).toHaveCount(0);
  await expect(fieldOf(page, "Company name")).toHaveValue("Half a thought");

  await linkIn("Main", "Roadmap").click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(fieldOf(page, "Company name")).toHaveValue("Half a thought");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await expect(fieldOf(page, "Company name")).toHaveValue("Half a thought");

  await linkIn("Main", "Changelog").click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  letCome();
  await expect(page.getByRole("heading", { level: 1, name: "Changelog" })).toBeVisible();
  // Nothing is held back any more.
  await linkIn("Main", "Roadmap").click();
  await expect(page.getByRole("heading", { level: 1, name: "Product Roadmap" })).toBeVisible();
});

test("what keeps the profile from being saved is said in a toast, and what was typed stays", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 50[03]/);
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  await fillIn(page, { "Company name": "Still here" });
  await failWith(page, COMPANY_CALL, 503, "The database is resting");
  await save(page).click();
  await expect(shownToast(page)).toHaveText(/^Error.*The database is resting/);
  await page.unroute(COMPANY_CALL);
  await page.route(COMPANY_CALL, (route) => route.fulfill({ status: 500, body: "" }));
  await save(page).click();
  await expect(shownToast(page)).toContainText("Failed to save company. Please try again.");
  await expect(fieldOf(page, "Company name")).toHaveValue("Still here");
});

test("settings that cannot be loaded say so and can be tried again", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, "/company/categories");
  const settings = /\/api\/company\/\d+\/settings$/;
  await failWith(page, settings, 500, "Something went wrong");
  await page.getByRole("link", { name: "Company Profile" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to fetch company data");
  await page.unroute(settings);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(fieldOf(page, "Company name")).toHaveValue("Fresh Company");
});
