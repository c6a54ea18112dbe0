import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Dashboard } from "#contract/dashboard.ts";
import { dashboardApi } from "#contract/dashboard.ts";
import { anAdminCompany } from "#web/testing/consoleFixtures.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { aSuperAdmin, portalOf } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";

const PATH = "/admin/settings";

const totals = () => page.getByRole("group", { name: "Totals" });
const textsOf = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent);

/**
 * Creates a dashboard with the first 30 days of March. The number of new users on a day is the day
 * of the month. Each of the last three days has one new item.
 */
function aDashboard(): Dashboard {
  const days = Array.from({ length: 30 }, (_, index) => ({
    day: `2026-03-${String(index + 1).padStart(2, "0")}`,
    companies: 0,
    users: index + 1,
    items: index < 27 ? 0 : 1,
    votes: 100,
    comments: 0,
  }));
  const sums = { companies: 3, users: 1_204, items: 60, votes: 52_000, comments: 7 };
  return { companyName: null, totals: sums, days };
}

const dashboardServer = () => consoleServer(consoleData()).respond(dashboardApi.get, aDashboard());

test("the dashboard shows the version and the username of the signed-in user, and links to four screens", async () => {
  const data = consoleData();
  const { site } = portalOf(null);
  data.portal = portalOf(null, { site: { ...site, deploymentCount: 1 } });
  const server = consoleServer(data).respond(dashboardApi.get, aDashboard());
  await openPage(server, PATH);
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Admin Console");
  await expect
    .element(page.getByRole("heading", { level: 2 }).first())
    .toHaveTextContent("Dashboard");
  await expect.element(page.getByText("Version 1.0.1", { exact: true })).toBeVisible();
  const { username } = aSuperAdmin();
  await expect.element(page.getByText(`Logged in as ${username}`, { exact: true })).toBeVisible();
  const dashboard = page.getByRole("region", { name: "Dashboard" });
  for (const [label, path] of Object.entries({
    "User Management": "/admin/users",
    "Site Settings": "/admin/site-settings",
    "Landing Page": "/admin/landing-page",
    "Content Management": "/admin/content",
  })) {
    await expect
      .element(dashboard.getByRole("link", { name: label }))
      .toHaveAttribute("href", path);
  }
});

test("the dashboard shows the daily numbers of the selected total as a chart or as a table", async () => {
  await openPage(dashboardServer(), PATH);
  for (const [label, total] of Object.entries({
    Companies: "3",
    Users: "1,204",
    Items: "60",
    Votes: "52,000",
    Comments: "7",
  })) {
    const button = totals().getByRole("button", { name: new RegExp(`^${label}`) });
    await expect.element(button).toMatchTextContent(total);
  }
  await expect
    .element(
      page.getByRole("img", { name: /^New items on each of the last 30 days: 3 in all, most on/ }),
    )
    .toBeVisible();

  await totals()
    .getByRole("button", { name: /^Users/ })
    .click();
  await expect
    .element(page.getByRole("heading", { name: "Users: new in the last 30 days" }))
    .toBeVisible();
  await expect
    .element(
      page.getByRole("img", {
        name: "New users on each of the last 30 days: 465 in all, most on March 30, 2026 with 30",
      }),
    )
    .toBeVisible();
  await page.getByRole("button", { name: "Show as table" }).click();
  const table = page.getByRole("main").getByRole("table");
  await expect.element(table.getByRole("columnheader")).toHaveLength(2);
  expect(textsOf(table.getByRole("columnheader").elements())).toEqual(["Day (UTC)", "Users"]);
  expect(textsOf(table.getByRole("cell").elements())).toEqual(
    Array.from({ length: 30 }, (_, index) => String(30 - index)),
  );
});

test("super admins select a time range and a company, which the address remembers", async () => {
  const data = consoleData({ companies: [anAdminCompany({ id: 7, name: "Globex" })] });
  const server = consoleServer(data).respond(dashboardApi.get, ({ query }) => {
    const { days, ...dashboard } = aDashboard();
    const companyName = query.companyId === 7 ? "Globex" : null;
    return { ...dashboard, companyName, days: days.slice(-query.days) };
  });
  const { address, reload } = await openPage(server, PATH);
  await page.getByRole("button", { name: "7 days" }).click();
  await expect
    .element(page.getByRole("heading", { name: "Items: new in the last 7 days" }))
    .toBeVisible();
  await page.getByRole("combobox", { name: "Company" }).selectOptions("Globex");
  await expect.element(totals().getByRole("button")).toHaveLength(4);
  expect(address()).toBe(`${PATH}?days=7&companyId=7`);
  await reload();
  await expect.element(totals().getByRole("button")).toHaveLength(4);
  await expect.element(page.getByRole("combobox", { name: "Company" })).toHaveValue("7");
});

test("if the figures of the dashboard fail to load, the dashboard shows an error with a button to try again", async () => {
  const server = dashboardServer().refuse(dashboardApi.get, 500, "Something went wrong");
  const { address } = await openPage(server, "/admin/users");
  await page
    .getByRole("navigation", { name: "Admin console" })
    .getByRole("link", { name: "Dashboard" })
    .click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("Failed to fetch figures");
  server.restore(dashboardApi.get);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(totals()).toBeVisible();
  expect(address()).toBe(PATH);
});
