import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { feedbackApi } from "#contract/feedback.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { similarFeedbackApi } from "#contract/similarFeedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aCustomer, anItem } from "#web/testing/fixtures.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { openPage } from "#web/testing/openPage.tsx";

const search = () => page.getByRole("combobox", { name: "Search feedback" });
const listbox = () => page.getByRole("listbox");
const options = () => listbox().getByRole("option");
const button = (name: string | RegExp) => page.getByRole("button", { name });
const main = () => page.getByRole("main");

const TITLES = [
  "Invoices in more than one currency",
  "Subscribe to the team calendar",
  "Calendar of holidays",
  "Calendar: week numbers",
  "Print the calendar",
  "Share a calendar",
  "Hide the calendar",
];

/** Creates a server with seven items, for a signed-in customer. */
function sevenItems(changes: Partial<FeedbackDetail> = {}) {
  const items = TITLES.map((title, index) =>
    anItem({ id: index + 1, title, votes: 10 * index, status: "planned", ...changes }),
  );
  return acmeServer(acmeData({ user: aCustomer(), items }));
}

const marks = () => [...document.querySelectorAll("article mark")].map((mark) => mark.textContent);

test("the words of a search are marked in titles and excerpts, in any case and Unicode form, and an excerpt shows the part with the word", async () => {
  const late = `${"Long before it. ".repeat(40)}We pay in a CURRENCY of our own.`;
  const server = sevenItems({ description: late });
  await openPage(server, `/feedback?search=${encodeURIComponent("invoices currency")}`);
  await expect.element(page.getByRole("article")).toHaveLength(1);
  await expect.poll(marks).toEqual(["Invoices", "currency"]);
  await openPage(server, "/feedback?search=calendar+currency");
  await expect.element(page.getByRole("article")).toHaveLength(6);
  await expect.poll(() => new Set(marks())).toEqual(new Set(["calendar", "Calendar", "CURRENCY"]));
  await expect.element(page.getByText(/^… .*We pay in a/).first()).toBeVisible();
  await openPage(server, "/feedback");
  await expect.element(page.getByRole("article")).toHaveLength(7);
  expect(marks()).toEqual([]);
});

test("while typing, five items are suggested with status and votes, and the arrow keys and Enter open one", async () => {
  const server = sevenItems();
  const { address } = await openPage(server, "/feedback");
  await userEvent.type(search(), "calendar");
  await expect.element(options()).toHaveLength(5);
  await expect.element(options().first()).toMatchTextContent("Subscribe to the team calendar");
  await expect.element(options().first()).toMatchTextContent("Planned");
  await expect.element(options().first()).toMatchTextContent("10 votes");
  await expect.element(search()).toHaveAttribute("aria-expanded", "true");
  await expect.element(search()).not.toHaveAttribute("aria-activedescendant");
  await expectWellMade("suggestions of a search");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  const second = options().nth(1);
  await expect.element(second).toHaveAttribute("aria-selected", "true");
  await expect.element(search()).toHaveAttribute("aria-activedescendant", second.element().id);
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  await expect.element(search()).not.toHaveAttribute("aria-activedescendant");
  await userEvent.keyboard("{ArrowUp}{Enter}");
  await expect
    .element(page.getByRole("heading", { level: 1 }))
    .toHaveTextContent("Share a calendar");
  expect(address()).toMatch(/^\/feedback\/6\?from=/);
});

test("without a chosen suggestion, Enter closes the suggestions and shows the results, and Escape keeps the text", async () => {
  const server = sevenItems();
  const { address } = await openPage(server, "/feedback");
  await userEvent.type(search(), "week calendar");
  await expect.element(options()).toHaveLength(1);
  await userEvent.keyboard("{Escape}");
  await expect.element(listbox()).not.toBeInTheDocument();
  await expect.element(search()).toHaveValue("week calendar");
  await expect.element(search()).toHaveAttribute("aria-expanded", "false");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(options()).toHaveLength(1);
  await userEvent.keyboard("{Enter}");
  await expect.element(listbox()).not.toBeInTheDocument();
  await expect.element(page.getByRole("article")).toHaveLength(1);
  expect(address()).toBe("/feedback?search=week+calendar");
});

test("suggestions close when the field loses the focus, and a click opens a suggestion", async () => {
  const server = sevenItems();
  const { address } = await openPage(server, "/board/feature-requests");
  await userEvent.type(search(), "holidays");
  await expect.element(options()).toHaveLength(1);
  await userEvent.keyboard("{Tab}");
  await expect.element(listbox()).not.toBeInTheDocument();
  await search().fill("print");
  await expect.element(options()).toMatchTextContent("Print the calendar");
  await options().click();
  await expect.poll(address).toMatch(/^\/feedback\/5\?from=/);
  const asked = server.calls(feedbackApi.list).map(({ query }) => query);
  expect(asked.every(({ boardId, sort }) => boardId?.join() === "21" && sort === "match")).toBe(
    true,
  );
});

test("if nothing contains the typed words, similar items are suggested and marked as similar", async () => {
  const server = sevenItems().respond(similarFeedbackApi.toTitle, () => [
    anItem({ id: 1, title: TITLES[0] ?? "" }),
  ]);
  await openPage(server, "/feedback");
  await userEvent.type(search(), "currancy");
  await expect.element(page.getByRole("listbox", { name: "Similar feedback" })).toBeVisible();
  await expect.element(page.getByText(/^Nothing contains these words\./)).toBeVisible();
  await expect.element(options()).toMatchTextContent("Invoices in more than one currency");
});

test("a search that finds nothing shows similar items above 'Submit … as new', and how many items its filters exclude", async () => {
  const server = sevenItems().respond(similarFeedbackApi.toTitle, () => [
    anItem({ id: 2, title: TITLES[1] ?? "", votes: 10 }),
  ]);
  const { address } = await openPage(server, "/feedback?search=calendar&status=complete");
  await expect.element(page.getByText("No matching feedback")).toBeVisible();
  const similar = page.getByRole("region", { name: "Similar feedback" });
  await expect.element(similar.getByRole("link", { name: TITLES[1] ?? "" })).toBeVisible();
  await expect.element(similar.getByRole("button", { name: /^Vote for/ })).toBeVisible();
  const submit = button("Submit “calendar” as new").element();
  expect(similar.element().compareDocumentPosition(submit)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await expectWellMade("a search without results");
  await button("Show 6 results without filters").click();
  await expect.element(page.getByRole("article")).toHaveLength(6);
  await expect.element(search()).toHaveFocus();
  expect(address()).toBe("/feedback?search=calendar");

  await openPage(server, "/feedback?search=nothing-like-it");
  await expect.element(button("Show all feedback")).toBeVisible();
  await expect.element(button(/without filters/)).not.toBeInTheDocument();
});

test("a search of more than 200 characters or ten words is cut, and a hint says so", async () => {
  const server = sevenItems();
  await openPage(server, `/feedback?search=${"long".repeat(2_500)}`);
  await expect.element(main().getByText(/^This search is too long\./)).toBeVisible();
  await openPage(server, `/feedback?search=${"ab+cd+".repeat(30)}`);
  await expect.element(page.getByText("No matching feedback")).toBeVisible();
  await expect.element(main().getByText(/^This search is too long\./)).not.toBeInTheDocument();
  await openPage(server, "/feedback");
  await search().fill(Array.from({ length: 200 }, (_, n) => `w${String(n)}`).join(" "));
  await expect.element(main().getByText(/^This search is too long\./)).toBeVisible();
  await search().fill("calendar");
  await expect.element(page.getByRole("article")).toHaveLength(6);
  await expect.element(main().getByText(/^This search is too long\./)).not.toBeInTheDocument();
});
