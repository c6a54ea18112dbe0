import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { notificationsApi } from "#contract/notifications.ts";
import { rejectedPostsApi } from "#contract/rejectedPosts.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aCustomer, anItem, aNotification, aSuperAdmin, daysAgo } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";

const main = () => page.getByRole("main");
const entries = () => main().getByRole("listitem").getByRole("link");
const bell = () => page.getByRole("button", { name: /^Notifications/ });

/**
 * Returns the data of a customer with `count` unread notifications, each about a different item.
 */
function manyData(count: number) {
  const notifications = Array.from({ length: count }, (_, index) =>
    aNotification({ id: 200 - index, feedbackId: 500 - index, title: `Wish ${String(index + 1)}` }),
  );
  return acmeData({ user: aCustomer(), items: [anItem()], notifications });
}

test("the page of notifications shows the reason and the whole excerpt of a notification", async () => {
  const excerpt = "We start in March. ".repeat(15).trim();
  const data = acmeData({
    user: aCustomer(),
    notifications: [aNotification({ excerpt, reason: "voted" })],
  });
  await openPage(acmeServer(data), "/notifications");
  await expect
    .element(main().getByRole("heading", { level: 1 }))
    .toHaveTextContent("Notifications");
  await expect.element(entries()).toMatchTextContent("Planned: Dark mode");
  await expect.element(entries()).toMatchTextContent("You voted for this item");
  const text = entries().getByText(excerpt).element();
  expect(text.scrollHeight).toBe(text.clientHeight);
});

test("the page of notifications groups only consecutive notifications of an item", async () => {
  const data = manyData(4);
  data.notifications[1] = aNotification({ ...data.notifications[1], feedbackId: 500 });
  data.notifications[3] = aNotification({ ...data.notifications[3], feedbackId: 500 });
  await openPage(acmeServer(data), "/notifications");
  await expect.element(entries()).toHaveLength(4);
  const groups = main().getByRole("listitem").elements();
  expect(groups.map((group) => group.querySelectorAll("a").length)).toEqual([2, 1, 1]);
});

test("'Load more' shows the next page of notifications and focuses the first newly loaded notification", async () => {
  await openPage(acmeServer(manyData(25)), "/notifications");
  await expect.element(entries()).toHaveLength(20);
  await pressKeys(main().getByRole("button", { name: /^Load more/ }), "{Enter}");
  await expect.element(entries()).toHaveLength(25);
  await expect.element(entries().nth(20)).toHaveFocus();
});

test("the button 'Mark all as read' on the page of notifications marks all notifications as read and removes the badge", async () => {
  const server = acmeServer(manyData(3));
  await openPage(server, "/notifications");
  await expect.element(main().getByText("Unread:")).toHaveLength(3);
  await pressKeys(main().getByRole("button", { name: "Mark all as read" }), "{Enter}");
  await expect.element(main().getByText("Unread:")).toHaveLength(0);
  await expect.element(main()).toHaveFocus();
  await expect.element(bell()).toHaveAccessibleName("Notifications");
  await server.settled();
  expect(server.calls(notificationsApi.read).map(({ body }) => body)).toEqual([{ all: true }]);
});

test("opening one notification of a group marks the whole group as read", async () => {
  const data = manyData(3);
  for (const notification of data.notifications.slice(0, 2)) notification.feedbackId = 31;
  const server = acmeServer(data);
  await openPage(server, "/notifications");
  await entries().first().click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Dark mode");
  await server.settled();
  expect(server.calls(notificationsApi.read).map(({ body }) => body)).toEqual([
    { ids: [200, 199] },
  ]);
  await expect.element(bell()).toHaveAccessibleName("Notifications, 1 unread");
});

test("opening a notification of a group of more than 100 marks the group as read in several requests", async () => {
  const data = manyData(101);
  for (const notification of data.notifications) notification.feedbackId = 31;
  const server = acmeServer(data);
  await openPage(server, "/notifications");
  for (const count of [40, 60, 80, 100, 101]) {
    await main()
      .getByRole("button", { name: /^Load more/ })
      .click();
    await expect.element(entries()).toHaveLength(count);
  }
  await entries().first().click();
  await server.called(notificationsApi.read, 2);
  const sent = server
    .calls(notificationsApi.read)
    .map(({ body }) => "ids" in body && body.ids.length);
  expect(sent).toEqual([100, 1]);
});

test("a new notification appears on the open page of notifications after the live event", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const data = manyData(1);
  const server = acmeServer(data);
  await openPage(server, "/notifications", { isLive: true });
  await expect.element(entries()).toHaveLength(1);
  data.notifications.unshift(aNotification({ id: 300, title: "Just planned" }));
  server.publish({ kind: "notifications" });
  await expect.element(entries()).toHaveLength(2);
  await expect.element(entries().first()).toMatchTextContent("Planned: Just planned");
});

test("if the user has no notifications, the page of notifications explains how to get notifications", async () => {
  await openPage(acmeServer(acmeData({ user: aCustomer() })), "/notifications");
  await expect.element(main()).toMatchTextContent("Follow an item to hear what becomes of it.");
  await expect.element(main().getByRole("link", { name: "See all feedback" })).toBeVisible();
});

test("if the notifications fail to load, the page of notifications shows an error, and 'Try again' loads the notifications", async () => {
  const server = acmeServer(manyData(2)).refuse(notificationsApi.list, 503, "Busy");
  await openPage(server, "/notifications");
  await expect.element(main()).toMatchTextContent("Failed to fetch notifications");
  server.restore(notificationsApi.list);
  await main().getByRole("button", { name: "Try again" }).click();
  await expect.element(entries()).toHaveLength(2);
});

test("authors see on the page of notifications, and at the address of a rejected item, what was not published and why", async () => {
  const rejected = {
    id: 3,
    feedbackId: 42,
    commentId: null,
    title: "Light mode",
    excerpt: "For Jane Doe",
    reason: "It names a customer.",
    isRead: false,
    createdAt: daysAgo(1),
  };
  const stored = [rejected, { ...rejected, id: 2, commentId: 7, title: "Export", reason: null }];
  const server = acmeServer(acmeData({ user: aCustomer() }))
    .respond(rejectedPostsApi.list, () => stored)
    .respond(notificationsApi.unread, () => ({
      count: stored.filter((post) => !post.isRead).length,
    }))
    .respond(notificationsApi.read, () => {
      for (const post of stored) post.isRead = true;
    });
  const { reload } = await openPage(server, "/roadmap");
  await page.getByRole("button", { name: "Notifications, 2 unread" }).click();
  await page.getByRole("link", { name: "2 posts of yours were not published See why" }).click();
  expect((await server.called(notificationsApi.read)).body).toEqual({ rejectedIds: [3, 2] });
  await expect
    .element(page.getByRole("button", { name: "Notifications", exact: true }))
    .toBeVisible();
  const posts = () => main().getByRole("region", { name: "Not published" }).getByRole("listitem");
  await expect.element(posts().nth(0)).toMatchTextContent(/Light mode.*Reason.*names a customer/);
  await expect.element(posts().nth(1)).toMatchTextContent("decided not to publish this");
  await expectWellMade("the rejected posts");
  await reload("/feedback/42");
  await expect.element(posts().nth(0)).toMatchTextContent("It names a customer.");
  await expect
    .element(main().getByRole("heading", { level: 1 }))
    .toHaveTextContent("Feedback item not found");
});

test("while the notifications load, the page of notifications shows a skeleton", async () => {
  const server = acmeServer(manyData(2));
  await openPage(server, "/roadmap");
  const goOn = server.holdResponse(notificationsApi.list);
  await bell().click();
  await page.getByRole("dialog").getByRole("link", { name: "See all" }).click();
  await expect.element(main().getByText("Loading notifications")).toBeInTheDocument();
  goOn();
  await expect.element(entries()).toHaveLength(2);
});

test("for a super admin without a company, the page of notifications shows a message and fetches no notifications", async () => {
  const server = consoleServer(consoleData({ user: aSuperAdmin() }));
  await openPage(server, "/notifications");
  await expect.element(main()).toMatchTextContent("No company associated with your account.");
  expect(server.calls(notificationsApi.list)).toEqual([]);
});

test("right-to-left titles, names and excerpts in notifications do not change the direction of the text around them", async () => {
  const title = "מצב כהה (dark)!";
  const notifications = [
    aNotification({
      id: 2,
      title,
      kind: "comment_added",
      actorName: "נועה לוי (QA)",
      excerpt: title,
    }),
  ];
  await openPage(acmeServer(acmeData({ user: aCustomer(), notifications })), "/notifications");
  const isolated = entries().element().querySelectorAll("bdi");
  expect([...isolated].map(({ textContent }) => textContent)).toEqual(["נועה לוי (QA)", title]);
  await expect.element(entries().getByText(title).nth(1)).toHaveStyle({ direction: "rtl" });
});

test("the page of notifications is accessible in the light and dark themes and at phone width", async () => {
  const data = manyData(3);
  Object.assign(data.notifications[1] ?? {}, { isRead: true, title: "W".repeat(120) });
  await openPage(acmeServer(data), "/notifications");
  await expect.element(entries()).toHaveLength(3);
  await expectWellMade("the page of notifications");
});
