import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { feedbackApi } from "#contract/feedback.ts";
import { notificationsApi } from "#contract/notifications.ts";
import { accountData, accountServer } from "#web/testing/accountServer.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import {
  aComment,
  aCustomer,
  anAdmin,
  anItem,
  aNotification,
  aStatusChange,
  daysAgo,
  acme,
  aSuperAdmin,
  portalOf,
} from "#web/testing/fixtures.ts";
import { holdTimers } from "#web/testing/holdTimers.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const bell = () => page.getByRole("button", { name: /^Notifications/ });
const panel = () => page.getByRole("dialog", { name: "Notifications" });
const entries = () => panel().getByRole("link", { name: /\d|just now/ });
const markAll = () => panel().getByRole("button", { name: "Mark all as read" });

const isNamed = (unread: number | string) =>
  expect
    .element(bell())
    .toHaveAccessibleName(unread === 0 ? "Notifications" : `Notifications, ${unread} unread`);

const planned = () =>
  aNotification({ id: 73, title: "Dark mode", excerpt: "We start in March.", isRead: false });
const commented = () =>
  aNotification({
    id: 72,
    feedbackId: 32,
    title: "CSV export",
    kind: "comment_added",
    toStatus: null,
    actorName: "Sam Other",
    excerpt: "Semicolons, please.",
    isRead: false,
  });
const submitted = () =>
  aNotification({
    id: 71,
    feedbackId: 33,
    title: "Webhooks",
    kind: "item_submitted",
    toStatus: null,
    actorName: null,
    isRead: true,
  });

/** Returns the data of a customer with two unread notifications and one read notification. */
function customersData() {
  const items = [
    anItem({ id: 31, title: "Dark mode" }),
    anItem({ id: 32, title: "CSV export" }),
    anItem({ id: 33, title: "Webhooks" }),
  ];
  const notifications = [planned(), commented(), submitted()];
  return acmeData({ user: aCustomer(), items, notifications });
}

async function openPanel() {
  await bell().click();
  await expect.element(panel()).toBeVisible();
}

test("the accessible name and the badge of the bell contain the number of unread notifications", async () => {
  await openPage(acmeServer(customersData()), "/roadmap");
  await isNamed(2);
  await expect.element(bell()).toHaveTextContent("2");
});

test("the bell shows 99+ if there are more than 99 unread notifications", async () => {
  const server = acmeServer(customersData()).respond(notificationsApi.unread, { count: 100 });
  await openPage(server, "/roadmap");
  await isNamed("99+");
  await expect.element(bell()).toHaveTextContent("99+");
});

test("if no notification is unread, the bell has no badge", async () => {
  await openPage(acmeServer(acmeData({ user: aCustomer() })), "/roadmap");
  await isNamed(0);
  await expect.element(bell()).toHaveTextContent("");
});

test("the avatar in the header does not move when the number of unread notifications is loaded", async () => {
  const server = acmeServer(customersData());
  const goOn = server.holdResponse(notificationsApi.unread);
  const opening = openPage(server, "/roadmap");
  const avatar = page.getByRole("button", { name: /^Account menu/ });
  await expect.element(avatar).toBeVisible();
  await isNamed(0);
  const before = avatar.element().getBoundingClientRect();
  goOn();
  await opening;
  await isNamed(2);
  expect(avatar.element().getBoundingClientRect()).toEqual(before);
});

test("a signed-out visitor has no bell, and the page does not fetch notifications", async () => {
  const server = acmeServer(acmeData({ items: [anItem()] }));
  await openPage(server, "/roadmap", { isLive: true });
  vi.spyOn(Math, "random").mockReturnValue(0.9);
  const pass = holdTimers(100);
  server.publish({ kind: "notifications" });
  // A fetch would start after the delay of notifications and then of the queue of refetches.
  pass(3_000);
  pass(500);
  await server.settled();
  await expect.element(page.getByRole("link", { name: "Log in" })).toBeVisible();
  await expect.element(bell()).not.toBeInTheDocument();
  expect(server.calls(notificationsApi.unread)).toEqual([]);
  expect(server.calls(notificationsApi.list)).toEqual([]);
});

test("on the product's host, users with a company have a bell, and users without a company do not", async () => {
  const portal = portalOf(null, { tenantId: acme.id });
  await openPage(acmeServer({ ...customersData(), user: anAdmin(), portal }), "/roadmap");
  await isNamed(2);
  const server = consoleServer(consoleData({ user: aSuperAdmin() }));
  await openPage(server, "/roadmap");
  await expect.element(page.getByRole("button", { name: /^Account menu/ })).toBeVisible();
  await expect.element(bell()).not.toBeInTheDocument();
});

test("each notification in the bell's panel says what happened, who commented, and how the note or comment begins", async () => {
  await openPage(acmeServer(customersData()), "/roadmap");
  await openPanel();
  await expect.element(entries()).toHaveLength(3);
  const texts = entries().elements();
  expect(texts.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Unread: Planned: Dark modeWe start in March.1 day ago"),
    expect.stringContaining("Unread: Sam Other commented on CSV exportSemicolons, please."),
    expect.stringMatching(/^\?\?New: Webhooks1 day ago$/),
  ]);
  expect(texts.map((link) => link.getAttribute("href"))).toEqual([
    "/feedback/31",
    "/feedback/32",
    "/feedback/33",
  ]);
});

test("the bell's panel groups the notifications of one item, and each notification names the item", async () => {
  const data = customersData();
  data.notifications.push(
    aNotification({ id: 70, kind: "comment_added", toStatus: null, actorName: "Kim Third" }),
  );
  await openPage(acmeServer(data), "/roadmap");
  await openPanel();
  const groups = panel().getByRole("listitem");
  await expect.element(groups).toHaveLength(3);
  const first = groups.first();
  await expect.element(first.getByRole("link")).toHaveLength(2);
  await expect
    .element(first.getByRole("link").nth(1))
    .toHaveAccessibleName(/Kim Third commented on Dark mode/);
  const titles = first.getByText("Dark mode").elements();
  expect(titles.map((title) => title.closest(".sr-only"))).toEqual([null, null]);
});

test("a notification of a comment opens the item at the comment, or at the heading of the comments if the comment was deleted", async () => {
  const data = customersData();
  data.comments = Array.from({ length: 21 }, (_, index) =>
    aComment({ id: index + 1, content: `No. ${String(index + 1)}.` }),
  );
  data.notifications = [
    aNotification({ ...commented(), id: 75, feedbackId: 31, commentId: 20 }),
    aNotification({ ...commented(), feedbackId: 31, commentId: 99 }),
  ];
  data.history = Array.from({ length: 20 }, (_, index) =>
    aStatusChange({ id: index + 1, createdAt: daysAgo(300) }),
  );
  const server = acmeServer(data);
  await openPage(server, "/roadmap");
  await openPanel();
  const goOn = server.holdResponse(feedbackApi.history);
  await entries().first().click();
  await expect.element(page.getByText("No. 20.")).toBeInTheDocument();
  goOn();
  const comment = page.getByRole("article", { name: /^Comment by/ }).filter({ hasText: "No. 20." });
  await expect.element(comment).toHaveFocus();
  await expect.element(comment).toBeInViewport();
  await openPanel();
  await entries().nth(1).click();
  await expect.element(page.getByRole("heading", { name: /^Comments/ })).toHaveFocus();
});

test("a click on a notification in the bell's panel opens the notification's item, closes the panel and marks the notification as read", async () => {
  const server = acmeServer(customersData());
  const { address } = await openPage(server, "/roadmap");
  await openPanel();
  const goOn = server.holdResponse(notificationsApi.read);
  await panel()
    .getByRole("link", { name: /CSV export/ })
    .click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("CSV export");
  expect(address()).toBe("/feedback/32");
  await expect.element(panel()).not.toBeInTheDocument();
  // The unread count decreases before the server responds.
  await isNamed(1);
  goOn();
  await server.settled();
  expect(server.calls(notificationsApi.read).map(({ body }) => body)).toEqual([{ ids: [72] }]);
  await isNamed(1);
});

test("opening a notification that is already read sends no request to mark notifications as read", async () => {
  const server = acmeServer(customersData());
  await openPage(server, "/roadmap");
  await openPanel();
  await panel()
    .getByRole("link", { name: /Webhooks/ })
    .click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Webhooks");
  await server.settled();
  expect(server.calls(notificationsApi.read)).toEqual([]);
});

test("'Mark all as read' in the bell's panel removes the badge and the unread marks of the notifications, and the focus stays in the panel", async () => {
  const server = acmeServer(customersData());
  await openPage(server, "/roadmap");
  await openPanel();
  await expect.element(panel().getByText("Unread:")).toHaveLength(2);
  await pressKeys(markAll(), "{Enter}");
  await expect.element(panel().getByText("Unread:")).toHaveLength(0);
  await expect.element(markAll()).not.toBeInTheDocument();
  await expect.element(panel()).toHaveFocus();
  await isNamed(0);
  await server.settled();
  expect(server.calls(notificationsApi.read).map(({ body }) => body)).toEqual([{ all: true }]);
});

test("if marking notifications as read fails, a toast shows the error and the notifications are unread again", async () => {
  const server = acmeServer(customersData()).breakConnection(notificationsApi.read);
  await openPage(server, "/roadmap");
  await openPanel();
  await markAll().click();
  await expect.element(shownToast()).toMatchTextContent("Not marked as read");
  await isNamed(2);
  await expect.element(panel().getByText("Unread:")).toHaveLength(2);
});

test("Enter and Space open the bell's panel, the arrow keys move between the notifications, and Escape returns the focus to the bell", async () => {
  await openPage(acmeServer(customersData()), "/roadmap");
  for (const key of ["{Enter}", " "]) {
    await pressKeys(bell(), key);
    await expect.element(panel()).toHaveFocus();
    await expect.element(entries()).toHaveLength(3);
    await expect.element(bell()).toHaveAttribute("aria-expanded", "true");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await expect.element(entries().nth(1)).toHaveFocus();
    await userEvent.keyboard("{End}{ArrowDown}");
    await expect.element(entries().nth(2)).toHaveFocus();
    await userEvent.keyboard("{Home}{ArrowUp}");
    await expect.element(entries().nth(0)).toHaveFocus();
    await userEvent.keyboard("{Tab}");
    await expect.element(entries().nth(1)).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(panel()).not.toBeInTheDocument();
    await expect.element(bell()).toHaveFocus();
    await expect.element(bell()).toHaveAttribute("aria-expanded", "false");
  }
});

test("a click on the bell or outside its open panel closes the panel", async () => {
  await openPage(acmeServer(customersData()), "/roadmap");
  await openPanel();
  await bell().click();
  await expect.element(panel()).not.toBeInTheDocument();
  await openPanel();
  await page.getByRole("heading", { level: 1 }).click();
  await expect.element(panel()).not.toBeInTheDocument();
});

test("the link 'See all' in the bell's panel opens the page of notifications and closes the panel", async () => {
  const { address } = await openPage(acmeServer(customersData()), "/roadmap");
  await openPanel();
  await panel().getByRole("link", { name: "See all" }).click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Notifications");
  expect(address()).toBe("/notifications");
  await expect.element(panel()).not.toBeInTheDocument();
});

test("while the notifications load, the bell's panel shows a skeleton", async () => {
  const server = acmeServer(customersData());
  await openPage(server, "/roadmap");
  const goOn = server.holdResponse(notificationsApi.list);
  await openPanel();
  await expect.element(panel().getByText("Loading notifications")).toBeInTheDocument();
  goOn();
  await expect.element(entries()).toHaveLength(3);
  await expect.element(panel().getByText("Loading notifications")).not.toBeInTheDocument();
});

test("if the user has no notifications, the bell's panel explains how to get notifications and links to the feedback list", async () => {
  const server = acmeServer(acmeData({ user: aCustomer() }));
  const { address } = await openPage(server, "/roadmap");
  await openPanel();
  await expect.element(panel()).toMatchTextContent("Follow an item to hear what becomes of it.");
  await panel().getByRole("link", { name: "See all feedback" }).click();
  await expect.poll(address).toBe("/feedback");
  await expect.element(panel()).not.toBeInTheDocument();
});

test("if the notifications fail to load, the bell's panel shows an error, and 'Try again' loads the notifications", async () => {
  const server = acmeServer(customersData());
  await openPage(server, "/roadmap");
  server.refuse(notificationsApi.list, 503, "Busy");
  await openPanel();
  const again = panel().getByRole("button", { name: "Try again" });
  await expect.element(panel()).toMatchTextContent("Failed to fetch notifications");
  server.restore(notificationsApi.list);
  await pressKeys(again, "{Enter}");
  await expect.element(entries()).toHaveLength(3);
  await expect.element(panel()).toHaveFocus();
});

test("after a failure, the bell's panel loads the notifications when it opens again", async () => {
  const server = acmeServer(customersData());
  await openPage(server, "/roadmap");
  server.refuse(notificationsApi.list, 503, "Busy");
  await openPanel();
  await expect.element(panel()).toMatchTextContent("Failed to fetch notifications");
  await userEvent.keyboard("{Escape}");
  await expect.element(panel()).not.toBeInTheDocument();
  server.restore(notificationsApi.list);
  await openPanel();
  await expect.element(entries()).toHaveLength(3);
});

test("if the number of unread notifications fails to load, the bell has no badge but opens its panel of notifications", async () => {
  const server = acmeServer(customersData());
  server.refuse(notificationsApi.unread, 500, "Something went wrong");
  await openPage(server, "/roadmap");
  await isNamed(0);
  await openPanel();
  await expect.element(entries()).toHaveLength(3);
});

test("a live event refetches the bell's unread count and the notifications in its open panel, even on the page of account settings", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const data = accountData({ user: aCustomer() });
  const server = accountServer(data);
  await openPage(server, "/settings", { isLive: true });
  await openPanel();
  await expect.element(panel()).toMatchTextContent("No notifications yet");
  data.notifications.push(planned());
  server.publish({ kind: "notifications" });
  await isNamed(1);
  await expect.element(entries()).toHaveLength(1);
});

test("after several live events, a page refetches the number of unread notifications only once, after a random delay of up to three seconds", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.9);
  const data = customersData();
  const server = acmeServer(data);
  await openPage(server, "/roadmap", { isLive: true });
  const pass = holdTimers(1_000);
  data.notifications.unshift(planned());
  server.publish({ kind: "notifications" });
  server.publish({ kind: "notifications" });
  pass(2_500);
  await server.settled();
  expect(server.calls(notificationsApi.unread)).toEqual([]);
  pass(500);
  await isNamed(3);
  expect(server.calls(notificationsApi.unread)).toHaveLength(1);
});

test("after notifications were marked as read in another tab, a live event updates the number of unread notifications at the bell", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const data = customersData();
  const server = acmeServer(data);
  await openPage(server, "/roadmap", { isLive: true });
  await isNamed(2);
  for (const notification of data.notifications) notification.isRead = true;
  server.publish({ kind: "notifications" });
  await isNamed(0);
});

test("after another user has signed in, the notifications of the previous user are not shown", async () => {
  const data = customersData();
  const { reload } = await openPage(acmeServer(data), "/roadmap");
  await openPanel();
  await expect.element(entries()).toHaveLength(3);
  Object.assign(data, { user: anAdmin(), notifications: [] });
  await reload();
  await isNamed(0);
  await openPanel();
  await expect.element(panel()).toMatchTextContent("No notifications yet");
});

test("at phone width, the bell and its open panel fit on the screen", async () => {
  await page.viewport(375, 740);
  await openPage(acmeServer(customersData()), "/roadmap");
  await expect.element(bell()).toBeInViewport({ ratio: 1 });
  await openPanel();
  await expect.element(entries()).toHaveLength(3);
  await expect.element(panel()).toBeInViewport({ ratio: 1 });
});

test("the open panel of notifications is accessible in the light and dark themes and at phone width", async () => {
  await openPage(acmeServer(customersData()), "/roadmap");
  await openPanel();
  await expect.element(entries()).toHaveLength(3);
  await expectWellMade("the panel of notifications");
});
