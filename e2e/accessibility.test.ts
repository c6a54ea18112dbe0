import {
  acme,
  acmeAdmin,
  acmeCustomer,
  newCompany,
  product,
  signedIn,
  superAdmin,
} from "./support/accounts.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { itemTitled } from "./support/feedbackItems.ts";
import { expectPagesWellMade, expectWellMade, WIDE } from "./support/expectWellMade.ts";
import { findAxeViolations } from "./support/findAxeViolations.ts";
import { goTo, PHONE } from "./support/goTo.ts";
import { runSql } from "./support/runSql.ts";
import { expect, test } from "./support/test.ts";
import { visitPage } from "./support/visitPage.ts";

// These tests need a longer timeout, because each of them runs axe on several pages.
test.slow();

test("the product host's pages hydrate without console messages, are accessible and do not scroll horizontally", async ({
  open,
}) => {
  const page = await open(product);
  await expectPagesWellMade(page, {
    "/login": "Welcome back",
    "/register": "Create an account",
    "/": "Build what your customers ask for",
  });
  await expect(page.getByRole("link", { name: "Get Started Free" }).first()).toHaveAttribute(
    "href",
    "/register",
  );
  await visitPage(page, "/login?from=%2Ffeedback", "Welcome back");
  await expectPagesWellMade(page, { "/nowhere": "404 Page Not Found" }, 404);
});

test("the feedback lists of a company's host hydrate without console messages, are accessible and do not scroll horizontally", async ({
  open,
}) => {
  await expectPagesWellMade(await open(acme), {
    "/feedback": "All Feedback",
    "/feedback?status=planned&category=improvement": "All Feedback",
    "/board/time-tracking": "Time Tracking",
    "/feedback?search=nothing+like+it": "All Feedback",
  });
});

test("the roadmap and the changelog hydrate without console messages, are accessible and do not scroll horizontally", async ({
  open,
}) => {
  await expectPagesWellMade(await open(acme), {
    "/roadmap": "Product Roadmap",
    "/changelog": "Changelog",
  });
});

const ITEM = "Track time from a browser extension";

const itemPath = async () => {
  const { id } = await itemTitled(acme, ITEM);
  return `/feedback/${String(id)}`;
};

test("a visitor's pages of an item, a missing item and a missing board hydrate without console messages, are accessible and do not scroll horizontally", async ({
  open,
}) => {
  const page = await open(acme);
  await expectPagesWellMade(page, { [await itemPath()]: ITEM });
  const missing = {
    "/feedback/999999999": "Feedback item not found",
    "/board/nothing": "Board not found",
  };
  await expectPagesWellMade(page, missing, 404);
});

test("a customer's page of an item hydrates without console messages, is accessible and does not scroll horizontally", async ({
  open,
}) => {
  const page = await open(await signedIn(acmeCustomer, acme));
  await expectPagesWellMade(page, { [await itemPath()]: ITEM });
});

test("the page of an unsubscribe link is accessible and does not scroll horizontally, before and after a user unsubscribes with its button", async ({
  open,
}) => {
  const { admin } = await ownCompany();
  const token = crypto.randomUUID();
  await runSql("update user_account set unsubscribe_token = $1 where username = $2", [
    token,
    admin.username,
  ]);
  const page = await open(acme, { viewport: WIDE });
  await page.goto(`/unsubscribe/${token}`);
  await expectWellMade(page, "the page of an unsubscribe link");
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("status")).toContainText("You are unsubscribed.");
  await expectWellMade(page, "the page after unsubscribing");
});

test("an admin's pages of an item and of a private board are accessible and do not scroll horizontally, and the heading 'Boards' labels the sidebar's list of boards", async ({
  open,
}) => {
  const page = await open(await signedIn(acmeAdmin, acme));
  await expectPagesWellMade(page, {
    [await itemPath()]: ITEM,
    "/board/team-backlog": "Team Backlog",
  });
  const sidebar = page.getByRole("complementary");
  await expect(sidebar.getByRole("heading", { name: "Boards", exact: true })).toBeVisible();
  const boards = sidebar.getByRole("list", { name: "Boards", exact: true });
  await expect(boards.getByRole("link", { name: /^All Feedback/ })).toBeVisible();
});

test("the pages of a company without boards are accessible and do not scroll horizontally", async ({
  open,
}) => {
  const { company } = await newCompany();
  await expectPagesWellMade(await open(company), {
    "/roadmap": "Product Roadmap",
    "/feedback": "All Feedback",
    "/changelog": "Changelog",
  });
});

test("the sign-in pages of a company's host hydrate without console messages, are accessible and do not scroll horizontally", async ({
  open,
}) => {
  await expectPagesWellMade(await open(acme), {
    "/login": "Welcome back",
    "/register": "Create an account",
  });
});

test("the page that says that a super admin has no company is accessible and does not scroll horizontally", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product));
  await expectPagesWellMade(page, { "/feedback": "All Feedback" });
});

test("axe finds no violation in the account menu and in the dialogs of a company's host", async ({
  open,
}) => {
  const page = await open(await signedIn(acmeAdmin, acme));
  await page.setViewportSize(WIDE);
  const check = async (what: string) => {
    await test.step(what, async () => {
      expect.soft(await findAxeViolations(page), what).toEqual([]);
    });
  };

  await goTo(page, "/board/time-tracking?submit=1");
  const submit = page.getByRole("dialog", { name: "Submit Feedback" });
  await submit.getByRole("button", { name: "Submit Feedback" }).click();
  await expect(submit.getByText("Title is required")).toBeVisible();
  await submit.getByLabel("Title").fill("A timer in the browser");
  await expect(submit.getByRole("region", { name: "Similar feedback" })).toBeVisible();
  await check("the submit dialog with messages and similar feedback");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: /^Account menu/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await check("the account menu");
  await page.keyboard.press("Escape");

  await expect(page.getByRole("menu")).toBeHidden();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await check("the list of keys");

  await goTo(page, await itemPath());
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("dialog", { name: "Edit feedback" })).toBeVisible();
  await check("the edit dialog");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await expect(page.getByRole("alertdialog", { name: "Delete feedback" })).toBeVisible();
  await check("the question before deleting");
});

test("axe finds no violation in the menu drawer, the expanded filters and the theme menu", async ({
  open,
}) => {
  const page = await open(acme);
  await page.setViewportSize(PHONE);
  await goTo(page, "/feedback?status=planned");
  await page.getByRole("button", { name: /^Filters/ }).click();
  expect.soft(await findAxeViolations(page), "expanded filters").toEqual([]);
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  expect.soft(await findAxeViolations(page), "drawer").toEqual([]);
  await page.keyboard.press("Escape");
  await page.setViewportSize(WIDE);
  await page.getByRole("button", { name: "Theme" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  expect.soft(await findAxeViolations(page), "theme menu").toEqual([]);
});

test("axe finds no violation in forms with error messages and in an error toast", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const page = await open(product);
  await page.setViewportSize(WIDE);
  await goTo(page, "/register");
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Full name must be at least 2 characters")).toBeVisible();
  expect.soft(await findAxeViolations(page), "messages").toEqual([]);
  await goTo(page, "/login");
  await page.getByLabel("Work email").fill("nobody@example.com");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Login failed", { exact: true })).toBeVisible();
  expect.soft(await findAxeViolations(page), "toast").toEqual([]);
});
