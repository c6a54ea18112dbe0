import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { CompanyDashboard } from "#contract/dashboard.ts";
import { dashboardApi } from "#contract/dashboard.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { anAdmin, daysAgo } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";

const NOTHING = { items: 0, votes: 0, comments: 0, people: 0 };

/** Returns weeks with so many new items each, and one new person. */
const weeksOf = (items: number): CompanyDashboard["weeks"] =>
  Array.from({ length: 13 }, (_, index) => {
    const day = String(index + 1).padStart(2, "0");
    return { ...NOTHING, people: 1, items, firstDay: `2026-03-${day}`, lastDay: `2026-04-${day}` };
  });

const empty = (): CompanyDashboard => ({
  current: NOTHING,
  previous: NOTHING,
  weeks: weeksOf(0),
  waiting: { unanswered: 0, oldestAt: null, pending: 0, suspected: 0, reported: 0 },
  answers: { medianSeconds: null, answered: 0, submitted: 0 },
  topVoted: [],
  trending: [],
  told: [],
});

const full = (): CompanyDashboard => ({
  ...empty(),
  current: { items: 120, votes: 1030, comments: 7, people: 4 },
  previous: { items: 104, votes: 1110, comments: 7, people: 0 },
  weeks: weeksOf(5),
  waiting: { unanswered: 9, oldestAt: daysAgo(12), pending: 1, suspected: 0, reported: 1000 },
  answers: { medianSeconds: 3 * 3600, answered: 96, submitted: 112 },
  topVoted: [{ id: 5, title: "Dark mode", status: "new", votes: 318, boardName: "Ideas" }],
  trending: [{ id: 7, title: "Slack", status: "planned", votes: 41, boardName: "Ideas" }],
  told: [
    {
      id: 1,
      feedbackId: 6,
      title: "Export",
      toStatus: "planned",
      createdAt: daysAgo(2),
      notified: 80,
      byEmail: 64,
      isCapped: false,
    },
  ],
});

const serverWith = (dashboard: CompanyDashboard) =>
  acmeServer(acmeData({ user: anAdmin() })).respond(dashboardApi.ofCompany, dashboard);

const card = (name: string) => page.getByRole("region", { name });

test("a company's admin sees on the dashboard what came in, what waits and what customers were told, and follows the links", async () => {
  const { address } = await openPage(serverWith(full()), "/company");
  const figures = page.getByRole("group", { name: "Last 30 days" });
  await expect
    .element(figures.getByRole("button", { name: /^Items/ }))
    .toMatchTextContent("120+16 from 104 before");
  await expect
    .element(figures.getByRole("button", { name: /^Comments/ }))
    .toMatchTextContent("As many as before");
  await expect
    .element(page.getByRole("img", { name: /^Items in each of the last 13 weeks: 65 in all/ }))
    .toBeVisible();
  await expect.element(card("Time to first answer")).toMatchTextContent("3 hours96 of 112 items");
  await expect
    .element(card("Told to customers"))
    .toMatchTextContent("80 people notified, 64 by email");
  await expect
    .element(card("Waits for you").getByRole("link", { name: /^Reported/ }))
    .toMatchTextContent("1,000+");
  await expect.element(card("Top voted")).toMatchTextContent(/318.*Dark mode/);
  await expect.element(card("Trending")).toMatchTextContent(/41 votes.*Slack/);
  await expectWellMade("a company's dashboard");
  await card("Waits for you")
    .getByRole("link", { name: /^New and unanswered/ })
    .click();
  await expect.poll(address).toBe("/feedback?status=new&unanswered=true");
});

test("the chart of the dashboard follows the selected figure, and can be read as a table", async () => {
  await openPage(serverWith(full()), "/company");
  await page.getByRole("button", { name: /^Votes/ }).click();
  await expect.element(page.getByRole("heading", { name: "Votes by week" })).toBeVisible();
  await page.getByRole("button", { name: "Show as table" }).click();
  const rows = page.getByRole("main").getByRole("table").getByRole("rowheader");
  await expect.element(rows.first()).toHaveTextContent("March 13 to April 13");
});

test("the dashboard remembers its time range in the address", async () => {
  const { address } = await openPage(serverWith(full()), "/company");
  await page.getByRole("button", { name: "90 days" }).click();
  await expect.element(page.getByRole("group", { name: "Last 90 days" })).toBeVisible();
  expect(address()).toBe("/company?days=90");
});

test("the dashboard of a company without feedback leads on to boards and import", async () => {
  const people = { ...NOTHING, people: 1 };
  await openPage(serverWith({ ...empty(), current: people }), "/company");
  await expect.element(page.getByText("Nothing has come in yet")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Manage boards" }))
    .toHaveAttribute("href", "/company/boards");
});

test("if a company's dashboard fails to load, it shows an error with a button to try again", async () => {
  const server = serverWith(full()).refuse(dashboardApi.ofCompany, 500, "Something went wrong");
  await openPage(server, "/company");
  await expect.element(page.getByRole("alert")).toMatchTextContent("Failed to fetch figures");
  server.restore(dashboardApi.ofCompany);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(card("Waits for you")).toBeVisible();
});
