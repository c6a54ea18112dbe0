import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { feedbackApi } from "#contract/feedback.ts";
import { importedPostsApi } from "#contract/importedPosts.ts";
import { similarFeedbackApi } from "#contract/similarFeedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import {
  aCategory,
  aComment,
  aCustomer,
  anAdmin,
  anItem,
  aNotification,
  aStatusChange,
  daysAgo,
} from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const ITEM = "/feedback/31";

const heading = () => page.getByRole("heading", { level: 1 });
const article = () => page.getByRole("main").getByRole("article").first();
const details = () => page.getByRole("region", { name: "Details" });
const timeline = () => page.getByRole("region", { name: /^Comments/ }).getByRole("listitem");
const edit = () => page.getByRole("button", { name: "Edit" });
const dialog = () => page.getByRole("dialog", { name: "Edit feedback" });
const save = () => dialog().getByRole("button", { name: "Save changes" });
const question = () => page.getByRole("alertdialog", { name: "Discard unsaved changes?" });

const author = aCustomer({ id: 13 });

/** Creates a server with an item whose author is signed in. */
function ownItem(changes: Parameters<typeof anItem>[0] = {}) {
  const item = anItem({ userId: author.id, ...changes });
  const data = acmeData({ user: author, items: [item] });
  return { item, data, server: acmeServer(data) };
}

test("an item's page shows the item's badges, board, votes and number of comments, and lists comments and status changes in chronological order", async () => {
  const category = aCategory({ name: "Integrations" });
  const item = anItem({
    status: "evaluating",
    votes: 12,
    commentsCount: 4,
    boardCategoryId: category.id,
  });
  const comments = [5, 3, 2, 1].map((days, index) =>
    aComment({ id: index + 1, content: `Comment ${String(index + 1)}`, createdAt: daysAgo(days) }),
  );
  const history = [aStatusChange({ toStatus: "evaluating", createdAt: daysAgo(4) })];
  const data = acmeData({ items: [item], categories: [category], comments, history });
  await openPage(acmeServer(data), ITEM);
  await expect.element(article()).toMatchTextContent("Status: Evaluating");
  await expect.element(article()).toMatchTextContent("Category: Feature Request");
  await expect.element(article()).toMatchTextContent("Topic: Integrations");
  await expect.element(article()).toMatchTextContent("4 comments");
  await expect.element(article().getByRole("link", { name: "Feature requests" })).toBeVisible();
  await expect
    .element(details().getByRole("button", { name: "Vote for Dark mode, 12 votes" }))
    .toBeVisible();
  await expect.element(page.getByRole("region", { name: "Comments (4)" })).toBeVisible();
  await expect.element(timeline()).toHaveLength(5);
  await expect.element(timeline().nth(0)).toMatchTextContent("Comment 1");
  await expect.element(timeline().nth(1)).toMatchTextContent("changed the status to Evaluating");
  await expect.element(details().getByRole("button", { name: /^Status/ })).not.toBeInTheDocument();
});

test("the timeline words every change of status the same way, and names the status New only to admins", async () => {
  const history = [
    aStatusChange({ toStatus: "evaluating", createdAt: daysAgo(4) }),
    aStatusChange({ id: 2, toStatus: "planned", createdAt: daysAgo(3) }),
    aStatusChange({ id: 3, toStatus: "new", createdAt: daysAgo(2) }),
  ];
  const data = acmeData({ items: [anItem()], history });
  const texts = () =>
    timeline()
      .elements()
      .map(
        ({ textContent }) =>
          /changed the status to (?:New|Evaluating|Planned)/.exec(textContent)?.[0],
      );
  await openPage(acmeServer(data), ITEM);
  await expect
    .poll(texts)
    .toEqual([
      "changed the status to Evaluating",
      "changed the status to Planned",
      "changed the status to Evaluating",
    ]);
  data.user = anAdmin();
  await openPage(acmeServer(data), ITEM);
  await expect
    .poll(texts)
    .toEqual([
      "changed the status to Evaluating",
      "changed the status to Planned",
      "changed the status to New",
    ]);
});

test("an item's page shows admins the author's name and e-mail address, the team's badges, one date each, and the last official note once", async () => {
  const item = anItem({
    status: "planned",
    commentsCount: 2,
    createdAt: "2026-05-03T10:00:00.000Z",
    author: { fullName: "Daniel Okafor", pictureUrl: null, username: "daniel@example.com" },
  });
  const history = [
    aStatusChange({ id: 1, note: "An older note" }),
    aStatusChange({ id: 2, note: "In the next release" }),
    aStatusChange({ id: 3, user: { fullName: "Sasha Super" }, isByTeam: false }),
  ];
  const comments = [
    aComment({
      id: 1,
      isByTeam: true,
      user: { username: "a•••", fullName: "Alex Admin", pictureUrl: null },
    }),
    aComment({ id: 2, createdAt: "2026-05-04T10:00:00.000Z" }),
  ];
  await openPage(acmeServer(acmeData({ user: anAdmin(), items: [item], history, comments })), ITEM);
  await expect
    .element(article())
    .toMatchTextContent(/Daniel Okaforda.*@example.comMay 3, 20262 comments/);
  await expect
    .element(page.getByText("May 3, 2026", { exact: true }))
    .toHaveAttribute("title", expect.stringMatching(/^May 3, 2026, 10:00 UTC · .* ago$/));
  const note = page.getByRole("complementary", { name: "Latest official note" });
  await expect
    .element(note)
    .toMatchTextContent(/^Status: Planned\w+ \d+, \d{4}In the next releaseAlex AdminAcme team$/);
  await expect.element(page.getByText("In the next release")).toHaveLength(1);
  const byTeam = page.getByRole("article", { name: "Comment by Alex Admin" });
  await expect.element(byTeam).toMatchTextContent("Alex AdminAcme team");
  const byCustomer = page.getByRole("article", { name: "Comment by Sam Other" });
  await expect.element(byCustomer).toMatchTextContent(/Sam OtherMay 4, 2026/);
  const change = timeline().filter({ hasText: "Sasha Super" });
  await expect.element(change).not.toMatchTextContent("Acme team");
});

test("the back link returns to the list named in the URL, with the list's filters", async () => {
  const { server } = ownItem();
  for (const [from, label] of Object.entries({
    "/feedback?sort=date": "Back to Feedback List",
    "/board/feature-requests": "Back to Board",
    "/board/feature-requests?search=timer": "Back to Board",
  })) {
    const { address } = await openPage(server, `${ITEM}?from=${encodeURIComponent(from)}`);
    await page.getByRole("link", { name: label }).click();
    await expect.element(page.getByRole("combobox", { name: "Search feedback" })).toBeVisible();
    expect(address()).toBe(from);
  }
});

test("without a list in the URL, the back link returns to the list from which the item was opened, also after a reload", async () => {
  const { data, server } = ownItem();
  data.notifications.push(aNotification());
  const list = "/board/feature-requests?search=dark";
  const { reload } = await openPage(server, list);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /Dark mode/ })
    .click();
  const back = page.getByRole("link", { name: "Back to Board" });
  await expect.element(back).toHaveAttribute("href", list);
  await reload();
  await expect.element(back).toHaveAttribute("href", list);
});

test("an item that was opened from the roadmap on the page / leads back to this page", async () => {
  const { data, server } = ownItem({ status: "planned" });
  data.user = null;
  const { address } = await openPage(server, "/");
  await page.getByRole("article").getByRole("link").click();
  await page.getByRole("link", { name: "Back to Roadmap" }).click();
  await expect.element(heading()).toHaveTextContent("Product Roadmap");
  expect(address()).toBe("/");
});

test("if the return path in an item's URL is not the path of a list, the back link leads to the feedback list", async () => {
  const { server } = ownItem();
  for (const from of ["//evil.example/feedback", "javascript:alert(1)", "/settings", ""]) {
    await openPage(server, `${ITEM}?from=${encodeURIComponent(from)}`);
    const back = page.getByRole("link", { name: "Back to Feedback List" });
    await expect.element(back).toHaveAttribute("href", "/feedback");
  }
});

test("descriptions are rendered as text with line breaks and links, never as markup", async () => {
  const description =
    "First line\nSecond <b>line</b>\nhttps://example.com/path?x=1.\n<script>alert(2)</script>";
  const { item, server } = ownItem({ title: "<img src=x onerror=alert(1)>", description });
  await openPage(server, ITEM);
  await expect.element(heading()).toHaveTextContent(item.title);
  await expect.element(article()).toMatchTextContent("<script>alert(2)</script>");
  expect(article().element().querySelectorAll("b, img, script")).toHaveLength(0);
  const link = article().getByRole("link", { name: "https://example.com/path?x=1" });
  await expect.element(link).toHaveAttribute("href", "https://example.com/path?x=1");
  await expect.element(link).toHaveAttribute("rel", expect.stringMatching(/noopener/));
  expect((article().element() as HTMLElement).innerText).toMatch(
    /First line\nSecond <b>line<\/b>\n/,
  );
});

test("an author can edit title and description while the item is new", async () => {
  const { server } = ownItem();
  await openPage(server, ITEM);
  await edit().click();
  await expect.element(dialog().getByLabelText("Title")).toHaveValue("Dark mode");
  await dialog().getByLabelText("Title").fill("  ");
  await save().click();
  await expect
    .element(dialog().getByLabelText("Title"))
    .toHaveAccessibleDescription("Title is required");
  await dialog().getByLabelText("Title").fill("Said better");
  await dialog().getByLabelText("Description").fill("And explained.");
  await save().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(heading()).toHaveTextContent("Said better");
  await expect.element(edit()).toHaveFocus();
  await expect.element(page.getByRole("button", { name: "More actions" })).not.toBeInTheDocument();
  expect(server.calls(feedbackApi.update).map(({ body }) => body)).toEqual([
    { title: "Said better", description: "And explained." },
  ]);
});

test("if an edit is refused because an admin has changed the status, the text stays in the dialog until the author discards it", async () => {
  const { item, data, server } = ownItem();
  await openPage(server, ITEM, { isLive: true });
  await edit().click();
  await dialog().getByLabelText("Description").fill("And explained again.");
  await userEvent.keyboard("{Escape}");
  await question().getByRole("button", { name: "Cancel" }).click();
  item.status = "planned";
  data.history.push(aStatusChange());
  server.publish({ kind: "status", feedbackId: item.id, boardId: item.boardId });
  await expect.element(page.getByText("Status: Planned")).toBeVisible();
  await expect.element(dialog().getByLabelText("Description")).toHaveValue("And explained again.");
  server.refuse(feedbackApi.update, 403, "Not allowed");
  await save().click();
  await expect.element(shownToast()).toMatchTextContent("Not allowed");
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await question().getByRole("button", { name: "Discard changes" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(edit()).not.toBeInTheDocument();
});

test("a customer cannot edit another user's item", async () => {
  const { data, server } = ownItem();
  data.user = aCustomer({ id: author.id + 1 });
  await openPage(server, ITEM);
  await expect.element(heading()).toHaveTextContent("Dark mode");
  await expect.element(edit()).not.toBeInTheDocument();
});

test("an item and comments of a deleted user show 'Deleted user' as their author", async () => {
  const user = { username: "Deleted user", fullName: "Deleted user", pictureUrl: null };
  const item = anItem({ userId: null, isAuthorDeleted: true, author: user });
  const comments = [aComment({ userId: null, user })];
  await openPage(acmeServer(acmeData({ items: [item], comments })), `/feedback/${String(item.id)}`);
  await expect.element(article()).toMatchTextContent("Deleted user");
  await expect
    .element(page.getByRole("article", { name: "Comment by Deleted user" }))
    .toBeVisible();
});

test("an item and a comment that an import has written under a user's name are marked as imported, and only this user can disown them with one click", async () => {
  const mine = { userId: author.id, isImported: true };
  const comments = [
    aComment({ ...mine, content: "Said elsewhere" }),
    aComment({ id: 42, userId: 99, isImported: true, content: "By another" }),
  ];
  const { data, server } = ownItem({ isImported: true });
  data.comments = comments;
  server.respond(importedPostsApi.disown, ({ params, body }) => {
    const post =
      body.commentId === undefined
        ? data.items.find(({ id }) => id === params.id)
        : data.comments.find(({ id }) => id === body.commentId);
    Object.assign(post ?? {}, { userId: 77, isImported: false });
  });
  await openPage(server, ITEM);
  await expect.element(article()).toMatchTextContent(/imported ?\d+ comment/);
  const entries = page.getByRole("article", { name: /^Comment by/ });
  await expect.element(entries.nth(0)).toMatchTextContent(/imported/);
  await expect.element(entries.nth(1)).toMatchTextContent(/imported/);
  const disown = (post: string) =>
    page.getByRole("button", { name: `Not mine – take my account off this ${post}` });
  await expect.element(disown("comment")).toHaveLength(1);
  await expectWellMade("an item with an imported comment");
  await disown("comment").click();
  await expect.element(shownToast()).toMatchTextContent("No longer yours");
  await expect.element(disown("comment")).not.toBeInTheDocument();
  await pressKeys(disown("feedback"), "{Enter}");
  await expect.element(disown("feedback")).not.toBeInTheDocument();
  await expect.element(article()).not.toMatchTextContent(/imported ?\d+ comment/);
  expect(server.calls(importedPostsApi.disown)).toMatchObject([
    { params: { id: 31 }, body: { commentId: 41 } },
    { params: { id: 31 }, body: {} },
  ]);
});

test("an item's page lists similar items, and the links to these items contain a return path", async () => {
  const similar = anItem({ id: 32, title: "Dark colours", votes: 4 });
  const data = acmeData({ user: author, items: [anItem(), similar] });
  const server = acmeServer(data).respond(similarFeedbackApi.toItem, ({ params }) =>
    params.id === 31 ? [similar] : [],
  );
  await openPage(server, ITEM);
  const region = page.getByRole("region", { name: "Similar items" });
  const link = region.getByRole("link", { name: "Dark colours" });
  await expect.element(link).toHaveAttribute("href", "/feedback/32?from=%2Ffeedback%2F31");
  await region.getByRole("button", { name: "Vote for Dark colours, 4 votes" }).click();
  await expect
    .element(region.getByRole("button", { name: "Vote for Dark colours, 5 votes" }))
    .toBeDisabled();
});

test("an item's page has no section 'Similar items' if no items are similar or if the similar items cannot be loaded", async () => {
  const server = acmeServer(acmeData({ items: [anItem()] }));
  for (const isRefused of [false, true]) {
    if (isRefused) server.refuse(similarFeedbackApi.toItem, 503, "This search takes too long.");
    await openPage(server, ITEM);
    await expect.element(heading()).toBeVisible();
    await server.settled();
    expect(page.getByRole("region", { name: "Similar items" }).query()).toBeNull();
  }
});
