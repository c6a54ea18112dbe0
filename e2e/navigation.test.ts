import type { Page, Route } from "@playwright/test";
import { acme } from "./support/accounts.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { fieldOf, fillIn } from "./support/fillIn.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

const CHANGELOG_CODE = /\/assets\/ChangelogPage-[^/]*\.js$/;

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });

const menuLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

async function scrollTo(page: Page, y: number): Promise<void> {
  await page.evaluate((top) => window.scrollTo(0, top), y);
  await expect.poll(() => scrollY(page)).toBe(y);
}

/** Adds a link to the page, clicks the link and removes it. @param href any path of the host */
async function followLinkTo(page: Page, href: string): Promise<void> {
  await page.evaluate((path) => {
    const link = Object.assign(document.createElement("a"), { href: path });
    document.querySelector("main")?.append(link);
    link.click();
    link.remove();
  }, href);
}

test("Back restores a list with its loaded pages and scroll position, and Forward shows the item at the top", async ({
  open,
}) => {
  const page = await open(acme);
  await goTo(page, "/feedback");
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(page.getByRole("article")).toHaveCount(40);
  await scrollTo(page, 1500);
  const card = page.getByRole("article").nth(20).getByRole("link").first();
  const title = (await card.textContent()) ?? "";
  await card.evaluate((link: HTMLElement) => link.click());
  await expect(heading(page, title)).toBeVisible();
  expect(await scrollY(page)).toBe(0);
  await expect(page.getByRole("main")).toBeFocused();

  await page.goBack();
  await expect(heading(page, "All Feedback")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(40);
  await expect.poll(() => scrollY(page)).toBe(1500);

  await page.goForward();
  await expect(heading(page, title)).toBeVisible();
  await expect.poll(() => scrollY(page)).toBe(0);
});

test("a reload and Back restore the scroll position, and a newly opened page starts at the top", async ({
  open,
}) => {
  const page = await open(acme);
  await goTo(page, "/feedback");
  await scrollTo(page, 600);
  await page.reload();
  await untilHydrated(page);
  await expect.poll(() => scrollY(page)).toBe(600);
  await goTo(page, "/feedback?sort=date");
  expect(await scrollY(page)).toBe(0);
  await page.goBack();
  await untilHydrated(page);
  await expect.poll(() => scrollY(page)).toBe(600);
});

test("a new sort order does not change the scroll position, and Back restores the previous sort order", async ({
  open,
}) => {
  const page = await open(acme);
  await goTo(page, "/feedback");
  await scrollTo(page, 100);
  const answered = page.waitForResponse(/\/api\/feedback\?.*sort=date/);
  await page.getByLabel("Sort by").selectOption("date");
  await (await answered).finished();
  await expect(page.getByRole("list").filter({ has: page.getByRole("article") })).toHaveAttribute(
    "aria-busy",
    "false",
  );
  await expect(page).toHaveURL(/sort=date/);
  expect(await scrollY(page)).toBe(100);
  await page.goBack();
  await expect(page.getByLabel("Sort by")).toHaveValue("votes");
  expect(addressOf(page)).toBe("/feedback");
});

test("after two clicks on links, the page of the second link stays open, even if the code of the first page loads last", async ({
  open,
}) => {
  const page = await open(acme);
  const held = Promise.withResolvers<Route>();
  await page.route(CHANGELOG_CODE, (route) => held.resolve(route));
  await goTo(page, "/feedback");
  await menuLink(page, "Changelog").click();
  const late = await held.promise;
  // While the code loads, the current page stays visible and usable.
  await expect(heading(page, "All Feedback")).toBeVisible();
  expect(addressOf(page)).toBe("/feedback");
  await menuLink(page, "Roadmap").click();
  await expect(heading(page, "Product Roadmap")).toBeVisible();
  await late.continue();
  await page.evaluate((url) => import(url), late.request().url());
  await expect(heading(page, "Product Roadmap")).toBeVisible();
  expect(addressOf(page)).toBe("/roadmap");
  await page.goBack();
  await expect(heading(page, "All Feedback")).toBeVisible();
});

test("if the code of a page fails to load, an error is shown inside the layout, and other pages still open", async ({
  open,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|dynamically imported module/);
  const page = await open(acme);
  await page.route(CHANGELOG_CODE, (route) => route.abort());
  // Without live events, the page does not load again by itself.
  await page.route(/\/api\/events\?/, (route) => route.abort());
  await goTo(page, "/feedback");
  await menuLink(page, "Changelog").click();
  await expect(heading(page, "Network error occurred")).toBeAttached();
  await expect(page.getByRole("main")).not.toHaveAttribute("aria-busy");
  expect(addressOf(page)).toBe("/changelog");
  await menuLink(page, "Roadmap").click();
  await expect(heading(page, "Product Roadmap")).toBeVisible();

  await page.unroute(CHANGELOG_CODE);
  await page.goBack();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading(page, "Changelog")).toBeVisible();
});

test("a page that failed to load because of a network error stays while the browser is offline, and loads by itself once it is online", async ({
  open,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module/);
  const page = await open(acme);
  await goTo(page, "/feedback");
  await page.route(CHANGELOG_CODE, (route) => route.abort());
  await page.context().setOffline(true);
  await menuLink(page, "Changelog").click();
  const alert = page.getByRole("alert").filter({ hasText: "Network error occurred" });
  await expect(alert).toBeVisible();
  const tryAgain = alert.getByRole("button", { name: "Try again" });
  const refused = page.waitForEvent("requestfailed", (request) =>
    request.url().endsWith("/api/portal"),
  );
  await tryAgain.click();
  await refused;
  await expect(tryAgain).toBeEnabled();
  await expect(alert).toBeVisible();
  await page.unroute(CHANGELOG_CODE);
  await page.context().setOffline(false);
  await expect(heading(page, "Changelog")).toBeVisible();
});

test("a redirect to /login adds no extra history entry", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/feedback");
  await followLinkTo(page, "/settings?x=1");
  await expect(heading(page, "Welcome back")).toBeVisible();
  expect(addressOf(page)).toBe("/login?from=%2Fsettings%3Fx%3D1");
  await page.goBack();
  await expect(heading(page, "All Feedback")).toBeVisible();
});

test("a link to an unknown path shows the 404 page, and upper case and a trailing slash in a link's path are ignored", async ({
  open,
}) => {
  const page = await open(acme);
  await goTo(page, "/feedback");
  for (const path of ["/nowhere", "/feedback/1/2", "/%E0%A4%A"]) {
    await followLinkTo(page, path);
    await expect(heading(page, "404 Page Not Found")).toBeVisible();
    await expect(page).toHaveTitle(/^404 Page Not Found · /);
  }
  await followLinkTo(page, "/Changelog/");
  await expect(heading(page, "Changelog")).toBeVisible();
});

test("Back asks before it discards unsaved changes, and only 'Discard changes' leaves the page", async ({
  open,
}) => {
  const { admin } = await ownCompany();
  const page = await open(admin, { viewport: { width: 1280, height: 900 } });
  await goTo(page, "/company/categories");
  const menu = page.getByRole("navigation", { name: "Company settings" });
  await menu.getByRole("link", { name: "Company Profile" }).click();
  await fillIn(page, { "Company name": "Half a thought" });
  const name = fieldOf(page, "Company name");
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });

  await page.goBack();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect.poll(() => addressOf(page)).toBe("/company/settings");
  await expect(name).toHaveValue("Half a thought");

  await page.goBack();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByText("No categories found")).toBeVisible();
  expect(addressOf(page)).toBe("/company/categories");
  await page.goForward();
  await expect(name).toHaveValue("Fresh Company");
});
