import type { Page } from "@playwright/test";
import { siteSettingsApi } from "#contract/siteSettings.ts";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import { acme, acmeAdmin, product, signedIn, superAdmin } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { expectMessages, fieldOf, fillIn } from "./support/fillIn.ts";
import { goTo } from "./support/goTo.ts";
import { test } from "./support/ownInstallation.ts";
import { sendRequest } from "./support/sendRequest.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect } from "./support/test.ts";
import { toastAfter } from "./support/toastAfter.ts";

test.describe.configure({ mode: "default" });

const PATH = "/admin/site-settings";

const save = (page: Page) => page.getByRole("button", { name: "Save Changes" });

async function saveAndSee(page: Page): Promise<void> {
  await toastAfter(page, () => save(page).click(), /^Site settings updated successfully/);
}

test("a new site name follows at once in title and header, and in the first bytes of every page", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product));
  await goTo(page, PATH);
  await fillIn(page, { "Site name": "Voices & <b>Votes</b>" });
  await saveAndSee(page);
  await expect(page).toHaveTitle("Site Settings · Voices & <b>Votes</b>");
  await expect(page.getByRole("banner")).toContainText("Voices & <b>Votes</b>");
  const escaped = "Voices &amp; &lt;b&gt;Votes&lt;/b&gt;";
  for (const [place, path, title] of [
    [product, "/", escaped],
    [product, "/login", `Log in · ${escaped}`],
    [acme, "/roadmap", `Product Roadmap · Acme · ${escaped}`],
  ] as const) {
    const { content } = await sendRequest(place, path);
    expect(content).toContain(`<title>${title}</title>`);
  }
  const visitor = await open(product);
  await goTo(visitor, "/");
  await expect(visitor.getByRole("banner").getByRole("link").first()).toHaveText(
    "Voices & <b>Votes</b>",
  );
});

test("with public feedback on, visitors of a company's host submit without an account", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product));
  const visitor = await open(acme);
  await goTo(page, PATH);
  for (const isAllowed of [true, false]) {
    await page.getByRole("switch", { name: "Allow public feedback" }).setChecked(isAllowed);
    await saveAndSee(page);
    await goTo(visitor, "/feedback");
    await visitor.getByRole("button", { name: "Submit Feedback" }).click();
    const dialog = visitor.getByRole("dialog", { name: "Submit Feedback" });
    if (!isAllowed) {
      await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Welcome back");
      continue;
    }
    await fillIn(dialog, { Title: "From nobody in particular", Description: "But meant well." });
    await dialog.getByLabel("Board", { exact: true }).selectOption("Time Tracking");
    await dialog.getByRole("button", { name: "Submit Feedback" }).click();
    await expect(shownToast(visitor)).toContainText("Feedback submitted successfully");
  }
});

test("each setting says what is wrong with it, and nothing is saved", async ({ open }) => {
  const admin = await signedIn(superAdmin, product);
  const { body: before } = await callApi(admin, siteSettingsApi.get);
  const page = await open(admin);
  await goTo(page, PATH);
  await fillIn(page, { "Site name": "  " });
  await save(page).click();
  await expectMessages(page, { "Site name": "Site name is required" });
  await fillIn(page, { "Site name": "x".repeat(121) });
  await expectMessages(page, { "Site name": "Site name must be at most 120 characters" });
  for (const size of ["0", "51", "2.5", "-1", "many", "", "1e1"]) {
    await fillIn(page, { "Max upload size (MB)": size });
    await expectMessages(page, {
      "Max upload size (MB)": "Max upload size must be a whole number from 1 to 50",
    });
  }
  expect((await callApi(admin, siteSettingsApi.get)).body).toEqual(before);
});

test("the upload limit follows the setting, and is never above 5 MB", async ({ open }) => {
  const page = await open(await signedIn(superAdmin, product));
  const company = await open(await signedIn(acmeAdmin, acme));
  await goTo(page, PATH);
  for (const [size, limit] of [
    ["1", 1],
    ["50", 5],
  ] as const) {
    await fillIn(page, { "Max upload size (MB)": size });
    await saveAndSee(page);
    await expect(fieldOf(page, "Max upload size (MB)")).toHaveValue(size);
    await goTo(company, "/company/settings/logo");
    const file = company.getByLabel("New logo", { exact: true });
    const buffer = Buffer.alloc(limit * 1024 * 1024 + 1);
    await file.setInputFiles({ name: "large.png", mimeType: "image/png", buffer });
    const message = new RegExp(`^File size must be less than ${String(limit)}MB`);
    await expect(file).toHaveAccessibleDescription(message);
  }
});

test("the site's logo stands in the header of the product's host", async ({ open }) => {
  const page = await open(await signedIn(superAdmin, product));
  await goTo(page, PATH);
  const card = page.getByRole("main").locator("form").first();
  await card.getByRole("button", { name: "Upload Logo" }).click();
  const file = card.getByLabel(/^(?:Logo|New logo)$/);
  await expect(file).toHaveAccessibleDescription(/^Please select a file to upload/);
  await file.setInputFiles({ name: "site.png", mimeType: "image/png", buffer: await pngOf() });
  await card.getByRole("button", { name: "Upload Logo" }).click();
  await expect(shownToast(page)).toHaveText(/^Site logo updated successfully/);
  await expect(page.getByRole("banner").getByRole("img")).toHaveAttribute(
    "src",
    /^\/logos\/site\//,
  );
  await expect(card.getByLabel("New logo", { exact: true })).toBeAttached();
  const visitor = await open(product);
  await goTo(visitor, "/login");
  const logo = visitor.getByRole("banner").getByRole("img");
  await expect(logo).toHaveAttribute("src", /^\/logos\/site\//);
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(200);
});

test("what is not saved is guarded, and failures are said", async ({ open, complaints }) => {
  complaints.expect(/status of 500/);
  const page = await open(await signedIn(superAdmin, product), {
    viewport: { width: 1280, height: 900 },
  });
  await goTo(page, PATH);
  await fillIn(page, { "Site name": "Not yet" });
  await page.route(/\/api\/admin\/site-settings$/, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 500, body: "" })
      : route.continue(),
  );
  await save(page).click();
  await expect(shownToast(page)).toHaveText(/^Error.*Failed to update site settings/);
  await page
    .getByRole("navigation", { name: "Admin console" })
    .getByRole("link", { name: "Dashboard" })
    .click();
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Dashboard" })).toBeVisible();
});
