import type { Page } from "@playwright/test";
import {
  acme,
  acmeAdmin,
  acmeCustomer,
  globex,
  product,
  signedIn,
  superAdmin,
} from "./support/accounts.ts";
import { itemTitled } from "./support/feedbackItems.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

/**
 * Opens each path and checks its status and heading. The fixture `open` fails the test on any
 * console message.
 */
async function visit(
  page: Page,
  headings: Readonly<Record<string, string>>,
  status = 200,
): Promise<void> {
  for (const [path, heading] of Object.entries(headings)) {
    await test.step(path, async () => {
      expect((await goTo(page, path)).status()).toBe(status);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    });
  }
}

test("every public page of the product's host hydrates without console messages", async ({
  open,
}) => {
  const page = await open(product);
  await visit(page, {
    "/login": "Welcome back",
    "/login?from=%2Ffeedback": "Welcome back",
    "/register": "Create an account",
  });
  expect((await goTo(page, "/")).status()).toBe(200);
  await expect(page.getByRole("link", { name: "Get Started Free" }).first()).toHaveAttribute(
    "href",
    "/register",
  );
});

test("every public page of a company's host hydrates without console messages", async ({
  open,
}) => {
  const { id, title } = await itemTitled(acme, "Guest access for freelancers on one project");
  const page = await open(acme);
  await visit(page, {
    "/": "Product Roadmap",
    "/roadmap": "Product Roadmap",
    "/feedback": "All Feedback",
    "/feedback?search=timer&status=complete&category=feature&sort=date": "All Feedback",
    "/feedback?search=nothing+like+this": "All Feedback",
    "/board/time-tracking": "Time Tracking",
    [`/feedback/${String(id)}`]: title,
    [`/feedback/${String(id)}?from=%2Fboard%2Fprojects`]: title,
    "/changelog": "Changelog",
    "/login": "Welcome back",
    "/register": "Create an account",
  });
  await visit(page, { "/nowhere": "404 Page Not Found", "/board/nothing": "Board not found" }, 404);
});

test("the pages of a second company hydrate without console messages and have that company's name in the title", async ({
  open,
}) => {
  const page = await open(globex);
  await visit(page, {
    "/": "Product Roadmap",
    "/feedback": "All Feedback",
    "/board/sensors": "Sensors & Gateways",
    "/changelog": "Changelog",
  });
  await expect(page).toHaveTitle(/^Changelog · Globex · /);
});

const PAGES_OF_USERS = {
  "/roadmap": "Product Roadmap",
  "/feedback": "All Feedback",
  "/board/time-tracking": "Time Tracking",
  "/changelog": "Changelog",
  "/notifications": "Notifications",
  "/settings": "User Settings",
};

test("every page hydrates without console messages for a signed-in customer", async ({ open }) => {
  await visit(await open(await signedIn(acmeCustomer, acme)), PAGES_OF_USERS);
});

test("every page hydrates without console messages for an admin on the product's host, and a private board also for a super admin", async ({
  open,
}) => {
  const privateBoard = { "/board/team-backlog": "Team Backlog" };
  const admin = await open(await signedIn(acmeAdmin, product));
  await visit(admin, { ...PAGES_OF_USERS, ...privateBoard });
  await visit(await open(await signedIn(superAdmin, acme)), privateBoard);
});

test("on the product's host, a super admin without a company gets empty pages instead of errors", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product));
  await visit(page, {
    "/roadmap": "Product Roadmap",
    "/changelog": "Changelog",
    "/settings": "User Settings",
    "/feedback": "All Feedback",
  });
  await expect(page.getByText("No company associated with your account.")).toBeVisible();
});

test("pages of a super admin without a company say that there is no company, and fetch no boards or feedback", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product));
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/(?:boards|feedback|categories)/.test(request.url())) asked.push(request.url());
  });
  const why = page.getByText("No company associated with your account.", { exact: true });
  await goTo(page, "/settings");
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
  for (const path of ["/roadmap", "/changelog", "/feedback", "/feedback/1"]) {
    await goTo(page, path);
    expect([path, /"\/api\/(?:boards|feedback)/.exec(await page.content())]).toEqual([path, null]);
  }
  await expect(page.getByText("Feedback item not found")).toBeVisible();
  expect(asked).toEqual([]);
});
