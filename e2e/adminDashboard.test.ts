import { dashboardApi } from "#contract/dashboard.ts";
import { acme, newCustomer, product, signedIn, superAdmin } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo } from "./support/goTo.ts";
import { test } from "./support/ownInstallation.ts";
import { originOf } from "./support/portalAddress.ts";
import { expect } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const PATH = "/admin/settings";
const WIDE = { viewport: { width: 1280, height: 900 } };

test("the dashboard says the version, who is logged in, and leads to four screens", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product), WIDE);
  await goTo(page, PATH);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Console");
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Dashboard");
  await expect(page.getByText("Version 1.0.1", { exact: true })).toBeVisible();
  await expect(
    page.getByText(`Logged in as ${superAdmin.username}`, { exact: true }),
  ).toBeVisible();
  const dashboard = page.getByRole("region", { name: "Dashboard" });
  for (const [label, path] of Object.entries({
    "User Management": "/admin/users",
    "Site Settings": "/admin/site-settings",
    "Landing Page": "/admin/landing-page",
    "Content Management": "/admin/content",
  })) {
    await expect(dashboard.getByRole("link", { name: label })).toHaveAttribute("href", path);
  }
});

test("the figures are those of the installation, by day as a chart or as a table", async ({
  open,
}) => {
  await newItem(await newCustomer(acme));
  const admin = await signedIn(superAdmin, product);
  const { body } = await callApi(admin, dashboardApi.get);
  const page = await open(admin, WIDE);
  await goTo(page, PATH);
  const totals = page.getByRole("group", { name: "Totals" });
  for (const [label, total] of [
    ["Companies", body.totals.companies],
    ["Users", body.totals.users],
    ["Items", body.totals.items],
    ["Votes", body.totals.votes],
    ["Comments", body.totals.comments],
  ] as const) {
    await expect(totals.getByRole("button", { name: new RegExp(`^${label}`) })).toContainText(
      total.toLocaleString("en"),
    );
  }
  const fresh = body.days.reduce((sum, { items }) => sum + items, 0);
  const summary = `New items on each of the last 30 days: ${String(fresh)} in all`;
  await expect(page.getByRole("img", { name: summary })).toBeVisible();

  await totals.getByRole("button", { name: /^Users/ }).click();
  await expect(page.getByRole("heading", { name: "Users: new in the last 30 days" })).toBeVisible();
  await expect(
    page.getByRole("img", { name: /^New users on each of the last 30 days/ }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Show as table" }).click();
  const table = page.getByRole("main").getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText(["Day (UTC)", "Users"]);
  await expect(table.locator("tbody").getByRole("cell")).toHaveText(
    body.days.toReversed().map(({ users }) => users.toLocaleString("en")),
  );
});

test("a failure to count says so and can be tried again", async ({ open, complaints }) => {
  complaints.expect(/status of 500/);
  const page = await open(await signedIn(superAdmin, product), WIDE);
  await goTo(page, "/admin/users");
  await page.route(/\/api\/admin\/dashboard$/, (route) => route.fulfill({ status: 500, body: "" }));
  const menu = page.getByRole("navigation", { name: "Admin console" });
  await menu.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to fetch figures");
  await page.unroute(/\/api\/admin\/dashboard$/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("group", { name: "Totals" })).toBeVisible();
  await expect(page).toHaveURL(originOf(product.host) + PATH);
});
