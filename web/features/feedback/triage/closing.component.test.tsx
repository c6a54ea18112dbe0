import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { closingApi } from "#contract/closing.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { aCustomer, anAdmin, anItem, daysAgo } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

const ITEM = "/feedback/31";

const closed = {
  state: "closed",
  closedAt: daysAgo(3),
  closeReason: "wont_do",
  closeNote: "We have other plans.",
} as const;

const manage = () => page.getByRole("region", { name: "Details" });
const dialog = () => page.getByRole("dialog", { name: "Close feedback" });
const notice = () => page.getByRole("complementary", { name: "Closed" });
const actions = () => manage().getByRole("group", { name: "Close or merge" });
const openDialog = () => manage().getByRole("button", { name: "Close…" }).click();
const submit = () => dialog().getByRole("button", { name: "Close feedback" }).click();

test("an admin closes an item with a reason and a public note, without notifying followers, and undoes the closing in the toast", async () => {
  const server = acmeServer(acmeData({ user: anAdmin(), items: [anItem()] }));
  await openPage(server, ITEM);
  await openDialog();
  await dialog().getByLabelText("Reason").selectOptions("Already possible");
  await dialog()
    .getByLabelText(/^Public note/)
    .fill("Press F5.");
  await dialog().getByRole("switch", { name: "Notify followers" }).click();
  await submit();
  await expect.element(shownToast()).toMatchTextContent("Feedback closed");
  await expect.element(notice()).toMatchTextContent("Closed: Already possible");
  await expect.element(notice()).toMatchTextContent("Press F5.");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(actions()).toHaveFocus();
  expect(server.calls(closingApi.closeInBulk).map(({ body }) => body)).toEqual([
    { ids: [31], reason: "already_possible", note: "Press F5.", notify: false },
  ]);
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(notice()).not.toBeInTheDocument();
});

test("closing an item with a note that is too long shows an error at the note and sends nothing", async () => {
  const server = acmeServer(acmeData({ user: anAdmin(), items: [anItem()] }));
  await openPage(server, ITEM);
  await openDialog();
  await dialog()
    .getByLabelText(/^Public note/)
    .fill("x".repeat(1001));
  await submit();
  await expectMessages({ "Public note": "Note must be at most 1000 characters" }, dialog());
  expect(server.calls(closingApi.closeInBulk)).toEqual([]);
});

test("if closing an item is refused, a toast shows the server's message, and the note stays in the dialog", async () => {
  const server = acmeServer(acmeData({ user: anAdmin(), items: [anItem()] }));
  server.refuse(closingApi.closeInBulk, 409, "This item was merged into another one");
  await openPage(server, ITEM);
  await openDialog();
  await dialog()
    .getByLabelText(/^Public note/)
    .fill("Press F5.");
  await submit();
  await expect.element(shownToast()).toMatchTextContent("This item was merged into another one");
  await expect.element(dialog().getByLabelText(/^Public note/)).toHaveValue("Press F5.");
});

test("an admin can reopen a closed item, and users can then vote for the item again", async () => {
  const server = acmeServer(acmeData({ user: anAdmin(), items: [anItem(closed)] }));
  await openPage(server, ITEM);
  await manage().getByRole("button", { name: "Reopen" }).click();
  await expect.element(shownToast()).toMatchTextContent("Feedback reopened");
  await expect.element(notice()).not.toBeInTheDocument();
  await expect.element(actions()).toHaveFocus();
  await expect.element(page.getByRole("button", { name: /^Vote for/ })).toBeEnabled();
});

test("'Undo' in the toast closes a reopened item again", async () => {
  const server = acmeServer(acmeData({ user: anAdmin(), items: [anItem(closed)] }));
  await openPage(server, ITEM);
  await manage().getByRole("button", { name: "Reopen" }).click();
  await expect.element(notice()).not.toBeInTheDocument();
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(notice()).toMatchTextContent("Closed: Won't do");
  await expect.element(shownToast()).toMatchTextContent("Undone");
});

test("the page of a closed item shows reason, note, date and status, and the vote button's name says that the item is closed", async () => {
  const server = acmeServer(acmeData({ items: [anItem({ ...closed, status: "planned" })] }));
  await openPage(server, ITEM);
  await expect.element(notice()).toMatchTextContent("Closed: Won't do");
  await expect.element(notice()).toMatchTextContent("We have other plans.");
  await expect
    .element(notice().getByRole("time"))
    .toHaveAttribute("title", expect.stringMatching(/3 days ago$/));
  await expect.element(manage()).toMatchTextContent(/ClosedStatus: Planned/);
  const vote = page.getByRole("button", {
    name: "Vote for Dark mode, 0 votes. This item is closed",
  });
  await expect.element(vote).toBeDisabled();
});

test("the filter by state lists closed items with a badge, and an empty list of closed items offers to show open items", async () => {
  const items = [anItem(), anItem({ ...closed, id: 32, title: "Night mode" })];
  const data = acmeData({ user: aCustomer(), items });
  const server = acmeServer(data);
  const { address } = await openPage(server, "/feedback");
  const card = page.getByRole("article");
  await expect.element(card).toMatchTextContent("Dark mode");
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByRole("combobox", { name: "State" }).selectOptions("Closed");
  await expect.element(card).toMatchTextContent("Night mode");
  await expect.element(card.getByText("Closed", { exact: true })).toBeVisible();
  expect(address()).toBe("/feedback?state=closed");
  expect(server.calls(feedbackApi.list).at(-1)?.query).toMatchObject({ state: "closed" });
  items.pop();
  await openPage(server, "/feedback?state=closed");
  await expect.element(page.getByText("No closed feedback")).toBeVisible();
  await page.getByRole("button", { name: "Show open feedback" }).click();
  await expect.element(card).toMatchTextContent("Dark mode");
});
