import type { Page } from "@playwright/test";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import { acme, acmeAdmin, acmeCustomer, newCustomer, signedIn } from "./support/accounts.ts";
import { holdBack } from "./support/apiCalls.ts";
import { newName, ownCompany } from "./support/companyAdmin.ts";
import { findItems, newItem, newTitle } from "./support/feedbackItems.ts";
import { fieldOf, fillIn } from "./support/fillIn.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";

const linkIn = (page: Page, menu: string, name: string) =>
  page.getByRole("navigation", { name: menu }).getByRole("link", { name });
const mainLink = (page: Page, name: string) => linkIn(page, "Main", name).first();

/** Leaves a form of the company's settings for the custom domain, and types something there. */
async function typeDomain(page: Page): Promise<void> {
  await linkIn(page, "Company settings", "Domain Settings").click();
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await question.getByRole("button", { name: "Discard changes" }).click();
  await fieldOf(page, "Custom domain").fill("half.a.thought.example");
}

const save = (page: Page) => page.getByRole("main").getByRole("button", { name: "Save Changes" });

test("who leaves the logo's form ends the upload, and keeps what is typed elsewhere", async ({
  open,
}) => {
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, "/company/settings/logo");
  await page
    .getByLabel(/^(?:Logo|New logo)$/)
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: await pngOf() });
  const { promise: held, resolve: goOn } = Promise.withResolvers<undefined>();
  await page.route(/\/api\/company\/\d+\/logo$/, async (route) => {
    await held;
    // Nobody waits for it any more.
    await route.continue().catch(() => undefined);
  });
  await page.getByRole("button", { name: "Upload Logo" }).click();
  await expect(page.getByRole("button", { name: "Uploading..." })).toBeVisible();
  const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/logo"));
  await typeDomain(page);
  await ended;
  goOn(undefined);
  await page.waitForTimeout(500);
  await expect(fieldOf(page, "Custom domain")).toHaveValue("half.a.thought.example");
  await expect(shownToast(page)).toHaveCount(0);
  await page.reload();
  await untilHydrated(page);
  await expect(page.getByRole("banner").getByRole("img")).toHaveCount(0);
});

test("a profile that is saved when one is elsewhere is in the header, and nothing typed there is lost", async ({
  open,
}) => {
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, "/company/settings");
  const name = newName("Renamed");
  await fillIn(page, { "Company name": name });
  const goOn = await holdBack(page, /\/api\/company\/\d+$/);
  await save(page).click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await typeDomain(page);
  goOn();
  await expect(shownToast(page)).toHaveText(/^Company profile updated successfully/);
  await expect(page.getByRole("banner").getByRole("link", { name }).first()).toBeVisible();
  await expect(fieldOf(page, "Custom domain")).toHaveValue("half.a.thought.example");
});

test("colours that are saved when one is elsewhere are said to be, and nothing typed there is lost", async ({
  open,
}) => {
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, "/company/settings/brand");
  await fillIn(page, { Primary: "#0f766e" });
  const goOn = await holdBack(page, /\/api\/company\/\d+\/branding$/);
  await save(page).click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await typeDomain(page);
  goOn();
  await expect(shownToast(page)).toHaveText(/^Brand settings updated successfully/);
  await expect(fieldOf(page, "Custom domain")).toHaveValue("half.a.thought.example");
  await page.reload();
  await goTo(page, "/company/settings/brand");
  await expect(fieldOf(page, "Primary")).toHaveValue("#0f766e");
});

test("what the server refuses once its form is left is a toast", async ({ open, complaints }) => {
  complaints.expect(/status of 400/);
  const page = await open(await newCustomer());
  await goTo(page, "/change-password");
  await fillIn(page, {
    "Current password": "not my password",
    "New password": "marmalade sandwich 7",
  });
  const goOn = await holdBack(page, /\/api\/user\/password$/);
  await page.getByRole("main").getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await mainLink(page, "Changelog").click();
  await expect(page.getByRole("heading", { level: 1, name: "Changelog" })).toBeVisible();
  goOn();
  await expect(shownToast(page)).toContainText("Error");
});

test("who has gone on while signing in stays there, signed in", async ({ open }) => {
  const { title } = await newItem(await newCustomer());
  const page = await open(acme);
  await goTo(page, `/login?from=${encodeURIComponent("/roadmap")}`);
  await page.getByLabel("Work email").fill(acmeCustomer.username);
  await page.getByLabel("Password", { exact: true }).fill(acmeCustomer.password);
  const goOn = await holdBack(page, /\/api\/login$/);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("button", { name: "Logging in..." })).toBeVisible();
  await page
    .getByRole("link", { name: /home|Acme/i })
    .first()
    .click();
  await mainLink(page, "Feedback").click();
  await page.getByRole("searchbox").fill(title);
  await expect(page.getByRole("article")).toHaveCount(1);
  goOn();
  await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toHaveCount(0);
  await expect(page.getByRole("searchbox")).toHaveValue(title);
  await page.getByRole("button", { name: new RegExp(`^Vote for ${title}`) }).click();
  await expect(page.getByRole("button", { name: `Vote for ${title}, 1 vote` })).toBeDisabled();
});

test("an item that is deleted when one is elsewhere does not lead back to its list", async ({
  open,
}) => {
  const { id, title } = await newItem(await newCustomer());
  const page = await open(await signedIn(acmeAdmin, acme));
  await goTo(page, `/feedback?search=${encodeURIComponent(title)}`);
  await page.getByRole("link", { name: title }).first().click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const goOn = await holdBack(page, new RegExp(`/api/feedback/${String(id)}$`));
  const question = page.getByRole("alertdialog", { name: "Delete feedback" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: "Deleting..." })).toBeVisible();
  await page.goBack();
  await mainLink(page, "Changelog").click();
  await expect(page.getByRole("heading", { level: 1, name: "Changelog" })).toBeVisible();
  goOn();
  await expect(shownToast(page)).toHaveText(/^Feedback deleted successfully/);
  await page.waitForTimeout(500);
  expect(addressOf(page)).toBe("/changelog");
  await page.goBack();
  await expect(page.getByRole("article")).toHaveCount(0);
});

test("who opens a similar item while feedback is being sent stays there, and cannot send it twice", async ({
  open,
}) => {
  const customer = await newCustomer();
  const title = newTitle("Sync with my calendar");
  const similar = await newItem(customer, { title: `${title} at once` });
  const page = await open(customer);
  await goTo(page, "/feedback");
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  const dialog = page.getByRole("dialog", { name: "Submit Feedback" });
  await fillIn(dialog, { Title: title, Description: "Both ways." });
  await dialog.getByLabel("Board", { exact: true }).selectOption({ label: "Time Tracking" });
  const link = dialog.getByRole("link", { name: similar.title });
  await expect(link).toBeVisible();
  const goOn = await holdBack(page, /\/api\/feedback$/);
  await dialog.getByRole("button", { name: "Submit Feedback" }).click();
  const sending = page.getByRole("button", { name: "Submitting..." });
  await expect(sending).toBeVisible();

  // The way back leads to the dialog, which still sends.
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(similar.title);
  await page.goBack();
  await expect(dialog.getByLabel("Title")).toHaveValue(title);
  await expect(sending).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(similar.title);

  goOn();
  await expect(shownToast(page)).toContainText("Feedback submitted successfully");
  await page.waitForTimeout(500);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(similar.title);
  const found = await findItems(customer, title);
  expect(found.filter((item) => item.title === title)).toHaveLength(1);
});
