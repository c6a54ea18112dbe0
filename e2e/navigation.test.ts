import type { Page, Route } from "@playwright/test";
import { acme } from "./support/accounts.ts";
import { holdBack } from "./support/apiCalls.ts";
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

/** Follows a link to any path of the host, added to the page for this purpose. */
async function followLinkTo(page: Page, href: string): Promise<void> {
  await page.evaluate((path) => {
    const link = Object.assign(document.createElement("a"), { href: path });
    document.querySelector("main")?.append(link);
    link.click();
    link.remove();
  }, href);
}

test("Back restores a list with its loaded pages and scroll position, and Forward the item", async ({
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

test("a reload restores the scroll position, and a new document starts at the top", async ({
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

test("setting a filter does not change the scroll position, and Back removes the filter", async ({
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

test("of two navigations the later one wins, even if the code of the first arrives last", async ({
  open,
}) => {
  const page = await open(acme);
  const held = Promise.withResolvers<Route>();
  await page.route(CHANGELOG_CODE, (route) => held.resolve(route));
  await goTo(page, "/feedback");
  await menuLink(page, "Changelog").click();
  const late = await held.promise;
  // Until then the current page stays visible and usable.
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

test("a navigation cancels a search that has not been sent yet", async ({ open }) => {
  const page = await open(acme);
  const goOn = await holdBack(page, CHANGELOG_CODE);
  await goTo(page, "/feedback");
  await page.getByRole("searchbox").fill("timer");
  await menuLink(page, "Changelog").click();
  // Longer than the search waits for the end of typing.
  await page.waitForTimeout(400);
  goOn();
  await expect(heading(page, "Changelog")).toBeVisible();
  expect(addressOf(page)).toBe("/changelog");
});

test("a search timer that fires during a navigation does not change the new page's address", async ({
  open,
}) => {
  const page = await open(acme);
  await goTo(page, "/feedback?status=planned");
  await page.evaluate(() => {
    // Runs the search timer after the address has changed and before the new page is rendered.
    const setTimer = window.setTimeout.bind(window);
    const pushState = window.history.pushState.bind(window.history);
    let search: (() => void) | undefined;
    window.setTimeout = ((work: () => void, milliseconds?: number) => {
      if (milliseconds !== 250) return setTimer(work, milliseconds);
      search = work;
      return 0;
    }) as typeof window.setTimeout;
    window.history.pushState = (...entry) => {
      pushState(...entry);
      queueMicrotask(() => {
        if (!search) throw new Error("No search was waiting");
        search();
      });
    };
  });
  await page.getByRole("searchbox").fill("timer");
  const card = page.getByRole("article").first().getByRole("link").first();
  const title = (await card.textContent()) ?? "";
  await card.click();
  await expect(heading(page, title)).toBeVisible();
  // Longer than the search needs to change the address.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(addressOf(page)).toMatch(/^\/feedback\/\d+\?from=%2Ffeedback%3Fstatus%3Dplanned$/);
});

/** The style of the progress bar at the top of the window. */
const barOf = (page: Page) =>
  page.getByRole("main").evaluate((main) => {
    const { content, position, top, height, backgroundColor } = getComputedStyle(main, "::before");
    return { isDrawn: content !== "none", position, top, height, backgroundColor };
  });

/** Counts how often the page is marked as busy. */
const countBusy = (page: Page) =>
  page.getByRole("main").evaluate((main) => {
    const counted = { times: 0 };
    new MutationObserver(() => {
      if (main.ariaBusy === "true") counted.times += 1;
    }).observe(main, { attributeFilter: ["aria-busy"] });
    Object.assign(window, { counted });
  });

const busyCount = (page: Page) =>
  page.evaluate(() => (window as unknown as { counted: { times: number } }).counted.times);

test("a slow navigation shows a progress bar, and a fast one does not", async ({ open }) => {
  const page = await open(acme);
  const goOn = await holdBack(page, CHANGELOG_CODE);
  await goTo(page, "/feedback");
  await countBusy(page);
  const main = page.getByRole("main");
  expect((await barOf(page)).isDrawn).toBe(false);
  await menuLink(page, "Changelog").click();
  await expect(main).toHaveAttribute("aria-busy", "true");
  const bar = await barOf(page);
  expect(bar).toMatchObject({ isDrawn: true, position: "fixed", top: "0px", height: "3px" });
  expect(bar.backgroundColor).not.toBe("rgba(0, 0, 0, 0)");
  await expect(heading(page, "All Feedback")).toBeVisible();
  goOn();
  await expect(heading(page, "Changelog")).toBeVisible();
  await expect(main).not.toHaveAttribute("aria-busy");
  expect((await barOf(page)).isDrawn).toBe(false);
  expect(await busyCount(page)).toBe(1);

  await page.goBack();
  await expect(heading(page, "All Feedback")).toBeVisible();
  await page.waitForTimeout(400);
  expect(await busyCount(page)).toBe(1);
});

test("a superseded or failed navigation removes the progress bar", async ({ open, complaints }) => {
  complaints.expect(/ERR_FAILED|dynamically imported module/);
  const page = await open(acme);
  const held = Promise.withResolvers<Route>();
  await page.route(CHANGELOG_CODE, (route) => held.resolve(route));
  await goTo(page, "/feedback");
  const main = page.getByRole("main");
  await menuLink(page, "Changelog").click();
  await expect(main).toHaveAttribute("aria-busy", "true");
  await menuLink(page, "Roadmap").click();
  await expect(heading(page, "Product Roadmap")).toBeVisible();
  await expect(main).not.toHaveAttribute("aria-busy");
  await page.waitForTimeout(400);
  await expect(main).not.toHaveAttribute("aria-busy");

  await menuLink(page, "Changelog").click();
  await expect(main).toHaveAttribute("aria-busy", "true");
  await (await held.promise).abort();
  await expect(heading(page, "Something went wrong")).toBeAttached();
  await expect(main).not.toHaveAttribute("aria-busy");
});

test("a page whose code fails to load shows an error inside the layout, and other pages still open", async ({
  open,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|dynamically imported module/);
  const page = await open(acme);
  await page.route(CHANGELOG_CODE, (route) => route.abort());
  await goTo(page, "/feedback");
  await menuLink(page, "Changelog").click();
  await expect(heading(page, "Something went wrong")).toBeAttached();
  expect(addressOf(page)).toBe("/changelog");
  await menuLink(page, "Roadmap").click();
  await expect(heading(page, "Product Roadmap")).toBeVisible();

  await page.unroute(CHANGELOG_CODE);
  await page.goBack();
  await page.getByRole("button", { name: "Try again" }).click();
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

test("the browser resolves unknown paths and path variants like the server", async ({ open }) => {
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

test("Back asks before it discards unsaved changes: Cancel stays, and Discard goes back", async ({
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
  expect(addressOf(page)).toBe("/company/settings");
  await expect(name).toHaveValue("Half a thought");

  await page.goBack();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByText("No categories found")).toBeVisible();
  expect(addressOf(page)).toBe("/company/categories");
  await page.goForward();
  await expect(name).toHaveValue("Fresh Company");
});
