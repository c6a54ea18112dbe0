import type { Page } from "@playwright/test";
import { acme, acmeAdmin, newCustomer, product, signedIn } from "./support/accounts.ts";
import { itemTitled, newItem } from "./support/feedbackItems.ts";
import { addressOf, goTo, PHONE } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

const phone = { viewport: PHONE, hasTouch: true, isMobile: true };

/** How many pixels the page is wider than its window. */
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("no page of a phone scrolls sideways", async ({ open }) => {
  const { id } = await itemTitled(acme, "Guest access for freelancers on one project");
  const item = `/feedback/${String(id)}`;
  const lists = [
    "/roadmap",
    "/feedback?status=planned&category=improvement",
    "/board/time-tracking",
    "/changelog",
  ];
  const visits = [
    { place: product, paths: ["/", "/login", "/register"] },
    { place: acme, paths: [...lists, item, "/login", "/register", "/nowhere", "/board/nothing"] },
    {
      place: await signedIn(acmeAdmin, acme),
      paths: [...lists, item, "/settings", "/board/team-backlog"],
    },
  ];
  for (const { place, paths } of visits) {
    const page = await open(place, phone);
    for (const path of paths) {
      await goTo(page, path);
      expect(await overflowOf(page), path).toBe(0);
    }
  }
});

test("long words break instead of widening the page", async ({ open }) => {
  const customer = await newCustomer(acme, "W".repeat(80));
  const title = `${"Donaudampfschifffahrt".repeat(6)} ${String(Date.now())}`;
  const { id } = await newItem(customer, {
    title,
    description: "https://example.com/".padEnd(300, "x"),
  });
  const page = await open(customer, phone);
  for (const path of [`/feedback/${String(id)}`, "/feedback?sort=date", "/settings"]) {
    await goTo(page, path);
    expect(await overflowOf(page), path).toBe(0);
  }
});

test("the drawer works by keyboard and gives the focus back", async ({ open }) => {
  const page = await open(acme, { viewport: PHONE });
  await goTo(page, "/roadmap");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  const button = page.getByRole("button", { name: "Open menu" });
  await button.focus();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect(drawer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press("Enter");
  const link = drawer.getByRole("link", { name: "Feedback" });
  for (let stops = 0; stops < 8 && !(await isFocused(page, "Feedback")); stops += 1)
    await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Feedback");
  await expect(drawer).toBeHidden();
  await expect.poll(() => addressOf(page)).toBe("/feedback");
});

test("Back with the drawer open leaves it with the page it was opened on", async ({ open }) => {
  const page = await open(acme, { viewport: PHONE });
  await goTo(page, "/changelog");
  await page.getByRole("button", { name: "Open menu" }).click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await drawer.getByRole("link", { name: "Feedback" }).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("All Feedback");
  await expect(drawer).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(heading).toHaveText("Changelog");
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  await page.goForward();
  await expect(heading).toHaveText("All Feedback");
  await expect(drawer).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(drawer).toBeVisible();
});

test("the narrowest phone shows the product's whole name, and the drawer leads in", async ({
  open,
}) => {
  const page = await open(product, { viewport: { width: 320, height: 640 } });
  await goTo(page, "/roadmap");
  for (const width of [320, 375, 460, 768, 800]) {
    await page.setViewportSize({ width, height: 640 });
    const name = page.getByRole("banner").getByText("Customer Feedback Portal", { exact: true });
    const cut = await name.evaluate((element) => [
      element.scrollWidth - element.clientWidth,
      element.scrollHeight - element.clientHeight,
    ]);
    expect(cut, `at ${String(width)} px`).toEqual([0, 0]);
    expect(await overflowOf(page), `at ${String(width)} px`).toBe(0);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [name, heading] of [
    ["Sign up", "Create an account"],
    ["Log in", "Welcome back"],
  ] as const) {
    await goTo(page, "/");
    await page.getByRole("button", { name: "Open menu" }).click();
    const drawer = page.getByRole("dialog", { name: "Menu" });
    await drawer.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(drawer).toBeHidden();
  }
});

test("whoever is signed in finds no way to log in in the drawer", async ({ open }) => {
  const page = await open(await signedIn(acmeAdmin, acme), { viewport: PHONE });
  await goTo(page, "/roadmap");
  await page.getByRole("button", { name: "Open menu" }).click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect(drawer.getByRole("link")).toHaveText(["Roadmap", "Feedback", "Changelog"]);
});

test("the buttons of a dialog stand in the order in which Tab reaches them", async ({ open }) => {
  const page = await open(await signedIn(acmeAdmin, acme), { viewport: PHONE });
  await goTo(page, "/company/boards");
  await page.getByRole("button", { name: "New Board" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Board" });
  await dialog.getByLabel(/Private board/).focus();
  const places: { x: number; y: number }[] = [];
  for (const name of ["Cancel", "Create Board"]) {
    await page.keyboard.press("Tab");
    const button = dialog.getByRole("button", { name, exact: true });
    await expect(button).toBeFocused();
    const box = await button.boundingBox();
    if (box) places.push(box);
  }
  const [first, second] = places;
  expect(
    first && second && (first.y < second.y || (first.y === second.y && first.x < second.x)),
  ).toBe(true);
});

test("after a link of the drawer one goes on in the page, not at the drawer's button", async ({
  open,
}) => {
  const page = await open(acme, { viewport: PHONE, reducedMotion: "no-preference" });
  await goTo(page, "/roadmap");
  await page.getByRole("button", { name: "Open menu" }).press("Enter");
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await drawer.getByRole("link", { name: "Feedback" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Feedback");
  await expect(drawer).toHaveCount(0);
  // The drawer gives the focus back in a timeout of its own.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await expect(page.getByRole("main")).toBeFocused();
});

const isFocused = (page: Page, text: string) =>
  page.evaluate((words) => document.activeElement?.textContent === words, text);

test("the roadmap is read column by column, by swiping or by its tabs", async ({ open }) => {
  const page = await open(acme, phone);
  await goTo(page, "/roadmap");
  const tabs = page.getByRole("navigation", { name: "Columns" });
  const evaluating = page.getByRole("region", { name: "Evaluating", exact: true });
  const complete = page.getByRole("region", { name: "Complete", exact: true });
  await expect(evaluating.getByRole("article").first()).toBeInViewport();
  const card = await evaluating.getByRole("article").first().boundingBox();
  expect(card?.width).toBeGreaterThan(260);
  await expect(tabs.getByRole("link", { name: "Evaluating" })).toHaveAttribute(
    "aria-current",
    "true",
  );

  await tabs.getByRole("link", { name: "Complete" }).tap();
  await expect(complete.getByRole("article").first()).toBeInViewport();
  await expect(tabs.getByRole("link", { name: "Complete" })).toHaveAttribute(
    "aria-current",
    "true",
  );

  await page.getByRole("region", { name: "Roadmap columns" }).evaluate((region) => {
    region.scrollTo({ left: region.clientWidth });
  });
  await expect(tabs.getByRole("link", { name: "Planned" })).toHaveAttribute("aria-current", "true");
  await expect(page).toHaveURL(/\/roadmap#planned$/);
  await page.reload();
  const planned = page.getByRole("region", { name: "Planned", exact: true });
  await expect(planned.getByRole("article").first()).toBeInViewport();
});

test("filters fold behind one button that counts what is set", async ({ open }) => {
  const page = await open(acme, phone);
  await goTo(page, "/feedback");
  const button = page.getByRole("button", { name: /^Filters/ });
  await expect(page.getByLabel("Status", { exact: true })).toBeHidden();
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.tap();
  await page.getByLabel("Status", { exact: true }).selectOption({ label: "Planned" });
  await page.getByLabel("Category", { exact: true }).selectOption({ label: "Improvement" });
  await expect(button).toHaveAccessibleName("Filters 2 set");
  await page.getByRole("button", { name: "Clear filters" }).first().tap();
  await expect(button).toHaveAccessibleName("Filters");
});

test("what one presses is large enough for a finger", async ({ open }) => {
  const page = await open(acme, phone);
  for (const path of ["/feedback?status=planned", "/roadmap", "/login"]) {
    await goTo(page, path);
    const small = await page
      .locator("main button:visible, main select:visible, header :is(a, button):visible")
      .evaluateAll((all) =>
        all
          .map((element) => ({
            name: element.textContent,
            height: element.getBoundingClientRect().height,
          }))
          .filter(({ height }) => height > 1 && height < 40),
      );
    expect(small, path).toEqual([]);
  }
});
