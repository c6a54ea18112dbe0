import type { Page } from "@playwright/test";
import {
  acme,
  acmeAdmin,
  acmeCustomer,
  product,
  signedIn,
  superAdmin,
} from "./support/accounts.ts";
import { itemTitled } from "./support/feedbackItems.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";
import type { Headings } from "./support/visitPage.ts";
import { visitPage } from "./support/visitPage.ts";

/** Opens each path and checks its status and heading ({@link visitPage}). */
async function visit(page: Page, headings: Headings, status = 200): Promise<void> {
  for (const [path, heading] of Object.entries(headings))
    await test.step(path, () => visitPage(page, path, heading, status));
}

// accessibility.test.ts also checks that the pages that it opens hydrate without console messages.

test("a company's start page, filtered list, item with a back link and missing page hydrate without console messages", async ({
  open,
}) => {
  const { id, title } = await itemTitled(acme, "Guest access for freelancers on one project");
  const page = await open(acme);
  await visit(page, {
    "/": "Product Roadmap",
    "/feedback?search=timer&status=complete&category=feature&sort=date": "All Feedback",
    [`/feedback/${String(id)}?from=%2Fboard%2Fprojects`]: title,
  });
  await visit(page, { "/nowhere": "404 Page Not Found" }, 404);
});

const PAGES_OF_USERS = {
  "/roadmap": "Product Roadmap",
  "/feedback": "All Feedback",
  "/board/time-tracking": "Time Tracking",
  "/changelog": "Changelog",
  "/notifications": "Notifications",
  "/settings": "User Settings",
};

test("lists, notifications and settings hydrate without console messages for a signed-in customer", async ({
  open,
}) => {
  await visit(await open(await signedIn(acmeCustomer, acme)), PAGES_OF_USERS);
});

test("lists, notifications and settings hydrate without console messages for an admin on the product's host", async ({
  open,
}) => {
  await visit(await open(await signedIn(acmeAdmin, product)), PAGES_OF_USERS);
});

test("pages of a super admin without a company hydrate without console messages, say that there is no company, and fetch no boards or feedback", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product));
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/(?:boards|feedback|categories)/.test(request.url())) asked.push(request.url());
  });
  const why = page.getByText("No company associated with your account.", { exact: true });
  await visitPage(page, "/settings", "User Settings");
  for (const [name, title] of [
    ["Roadmap", "Product Roadmap"],
    ["Changelog", "Changelog"],
    ["Feedback", "All Feedback"],
  ] as const) {
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name, exact: true })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(why).toBeVisible();
  }
  const fetched = async () => /"\/api\/(?:boards|feedback)/.exec(await page.content());
  for (const [path, heading] of Object.entries({
    "/roadmap": "Product Roadmap",
    "/changelog": "Changelog",
    "/feedback": "All Feedback",
  })) {
    await visitPage(page, path, heading);
    expect([path, await fetched()]).toEqual([path, null]);
    await expect(why).toBeVisible();
  }
  await goTo(page, "/feedback/1");
  expect(await fetched()).toBe(null);
  await expect(page.getByText("Feedback item not found")).toBeVisible();
  expect(asked).toEqual([]);
});
