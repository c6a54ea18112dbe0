import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { blockedAccountsApi } from "#contract/blockedAccounts.ts";
import { companySettingsApi } from "#contract/companySettings.ts";
import type { ModeratedPost, PendingPosts } from "#contract/moderation.ts";
import { moderationApi } from "#contract/moderation.ts";
import type { ReportedPost } from "#contract/reports.ts";
import { reportsApi } from "#contract/reports.ts";
import { undoApi } from "#contract/undo.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { daysAgo } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { settingsData, settingsServer } from "#web/testing/settingsServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";
import { tableRows } from "#web/testing/tableRows.ts";

const PATH = "/company/moderation";

const author = { id: 51, username: "kim@example.com", fullName: "Kim Lee", isBlocked: false };

const aPost = (changes: Partial<ModeratedPost> = {}): ModeratedPost => ({
  feedbackId: 31,
  commentId: null,
  title: "Dark mode",
  text: "My eyes hurt.",
  textFormat: "plain",
  boardName: "Feature requests",
  author,
  answers: null,
  isAuthorDeleted: false,
  createdAt: daysAgo(1),
  version: "1a",
  ...changes,
});

const comment = aPost({
  commentId: 7,
  text: "Me too",
  answers: { author: "Grace Hopper", text: "Which of the two themes?" },
  version: "2b",
});
const reported: ReportedPost = {
  ...aPost({ feedbackId: 32, title: "Cheap watches" }),
  reportCount: 1,
  reports: [
    {
      reason: "spam",
      note: "Advertises a shop.",
      reporter: { ...author, id: 52, username: "robin@example.com", fullName: "Robin Reyes" },
      createdAt: daysAgo(1),
    },
  ],
};

const waiting = () => tableRows("Waiting for approval");
const button = (name: string | RegExp) => page.getByRole("button", { name });
const question = () => page.getByRole("alertdialog");

const pageOf = <Row,>(items: Row[]) => ({ items, total: items.length, nextCursor: null });

/**
 * Creates a server of Acme for an admin, with these waiting, reported and suspected posts.
 * Approving or rejecting a waiting post removes the post from `pending`. Dismissing a report
 * empties `reports`, and rejecting suspected posts empties `suspected`.
 */
function moderationServer(
  pending: ModeratedPost[],
  reports: ReportedPost[] = [],
  suspected: ModeratedPost[] = [],
) {
  /** Whether a body names a post; as `changed` if the post has another version by now. */
  const namedAs = ({ feedbackId, commentId, version }: ModeratedPost, body: PendingPosts) => {
    const named = (body.posts ?? [{ ...body, version }]).find((post) =>
      commentId === null ? post.feedbackId === feedbackId : post.commentId === commentId,
    );
    if (!named) return "other";
    return named.version === version ? "chosen" : "changed";
  };
  /**
   * For each decision, the posts that were waiting before the decision. An undo restores these
   * posts.
   */
  const decisions: ModeratedPost[][] = [];
  const decide = (list: ModeratedPost[], { body }: { body: PendingPosts }) => {
    const before = [...list];
    list.splice(0, list.length, ...before.filter((post) => namedAs(post, body) !== "chosen"));
    return {
      decided: before.length - list.length,
      changed: before
        .filter((post) => namedAs(post, body) === "changed")
        .map(({ feedbackId, commentId }) => ({ feedbackId, commentId })),
      undoToken: list === pending ? `undo-${String(decisions.push(before))}` : null,
    };
  };
  return settingsServer(settingsData())
    .respond(moderationApi.list, ({ query }) => pageOf(query.suspected ? suspected : pending))
    .respond(moderationApi.count, () => ({
      pending: pending.length,
      suspected: suspected.length,
      reported: reports.length,
    }))
    .respond(moderationApi.approve, (call) => decide(pending, call))
    .respond(moderationApi.reject, (call) =>
      decide(suspected.length > 0 ? suspected : pending, call),
    )
    .respond(undoApi.undo, ({ params: { token } }) => {
      pending.splice(0, pending.length, ...(decisions[Number(token.slice(5)) - 1] ?? []));
      return { restored: 1, notRestored: [] };
    })
    .respond(reportsApi.list, () => pageOf(reports))
    .respond(reportsApi.dismiss, () => {
      reports.length = 0;
    })
    .respond(blockedAccountsApi.block, ({ params }) => ({
      ...author,
      id: params.id,
      blockedBy: "Maya Lindqvist",
      blockedAt: daysAgo(0),
      undoToken: "undo-9",
    }))
    .respond(blockedAccountsApi.list, () => pageOf([]));
}

test("an admin approves a waiting item, rejects a waiting comment after a confirmation, and undoes both decisions", async () => {
  const server = moderationServer([aPost(), comment]);
  await openPage(server, PATH);
  await expect.element(waiting()).toHaveLength(2);
  await expect
    .element(waiting().last())
    .toMatchTextContent("Answers Grace Hopper: Which of the two themes?");
  await expectWellMade("the page of moderation");
  await expect
    .element(page.getByRole("link", { name: "Comment on “Dark mode”" }))
    .toHaveAttribute("href", "/feedback/31#comment-7");
  // Delays the refetch, so that the row is still shown when the decision is undone.
  const goOn = server.holdRequest(moderationApi.list);
  await button("Approve “Dark mode”").first().click();
  await expect.element(shownToast()).toMatchTextContent("1 post approved");
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(shownToast()).toMatchTextContent("Undone");
  goOn();
  await expect.element(waiting()).toHaveLength(2);
  await expect.element(button("Approve “Dark mode”")).toHaveLength(2);
  await button("Reject… “Dark mode”").last().click();
  await question()
    .getByRole("textbox", { name: /^Reason/ })
    .fill("Says nothing new.");
  await expectWellMade("the question before a rejection");
  await question().getByRole("button", { name: "Reject" }).click();
  await expect.element(waiting()).toHaveLength(1);
  expect(server.calls(moderationApi.approve).map(({ body }) => body)).toEqual([
    { feedbackId: 31, version: "1a" },
  ]);
  expect(server.calls(moderationApi.reject).map(({ body }) => body)).toEqual([
    { commentId: 7, reason: "Says nothing new." },
  ]);
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(waiting()).toHaveLength(2);
  expect(server.calls(undoApi.undo).map(({ params }) => params)).toEqual([
    { token: "undo-1" },
    { token: "undo-2" },
  ]);
});

test("if the list cannot be fetched again after an approval, the buttons of the post work again", async () => {
  const server = moderationServer([aPost()]);
  await openPage(server, PATH);
  server.refuse(moderationApi.list, 503, "Busy");
  await button("Approve “Dark mode”").click();
  await expect.element(shownToast()).toMatchTextContent("1 post approved");
  await server.settled();
  await expect.element(button("Reject… “Dark mode”")).toBeEnabled();
});

test("an admin approves all shown posts of a person at once; a post that has changed since stays in the list, marked as changed", async () => {
  const pending = [aPost(), comment, aPost({ feedbackId: 35, title: "Mine", author: null })];
  const server = moderationServer(pending);
  await openPage(server, PATH);
  await expect.element(waiting()).toHaveLength(3);
  pending[0] = aPost({ text: "Cheap watches", version: "1b" });
  await button("More about Kim Lee").first().click();
  await page.getByRole("menuitem", { name: "Approve all of this person" }).click();
  await expect
    .element(shownToast())
    .toMatchTextContent(/1 post approved.*1 post has changed since you read it, and still waits\./);
  await expect.element(waiting()).toHaveLength(2);
  await expect
    .element(waiting().first())
    .toMatchTextContent(/Cheap watches.*Changed since you opened this page/);
  await expect.element(waiting().last()).not.toMatchTextContent("Changed since");
  expect(server.calls(moderationApi.approve).map(({ body }) => body)).toEqual([
    {
      posts: [
        { feedbackId: 31, version: "1a" },
        { commentId: 7, version: "2b" },
      ],
    },
  ]);
});

test("an admin can unfold the whole text of a long post by keyboard", async () => {
  const text = `${"My eyes hurt. ".repeat(100)}\nThe end`;
  await openPage(moderationServer([aPost({ text }), comment]), PATH);
  const unfold = button("Show the whole text of “Dark mode”");
  await expect.element(unfold).toHaveLength(1);
  const end = page.getByText(/The end$/);
  const shownHeight = () => end.element().clientHeight / end.element().scrollHeight;
  expect(shownHeight()).toBeLessThan(1);
  await pressKeys(unfold, "{Enter}");
  await expect.poll(shownHeight).toBe(1);
  await expectWellMade("the page with a long post");
  await pressKeys(button("Show less of “Dark mode”"), "{Enter}");
  await expect.poll(shownHeight).toBeLessThan(1);
});

test("an admin sees why and by whom a post was reported, blocks the reporter and dismisses the report", async () => {
  const server = moderationServer([], [reported]);
  await openPage(server, PATH);
  const rows = tableRows("Reports");
  await expect.element(rows).toHaveLength(1);
  for (const text of ["Cheap watches", "Spam", "Advertises a shop.", "Robin Reyes"])
    await expect.element(rows.first()).toMatchTextContent(text);
  await button("More about the reports of “Cheap watches”").click();
  await page.getByRole("menuitem", { name: "Block the reporter, Robin Reyes…" }).click();
  await question().getByRole("button", { name: "Block" }).click();
  await expect.element(shownToast()).toMatchTextContent("Blocked");
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(shownToast()).toMatchTextContent("Undone");
  expect(server.calls(undoApi.undo).map(({ params }) => params)).toEqual([{ token: "undo-9" }]);
  expect(server.calls(blockedAccountsApi.block).map(({ params }) => params)).toEqual([{ id: 52 }]);
  await button(/^Dismiss/).click();
  await expect.element(rows).toHaveLength(0);
});

test("an admin can change whose posts wait for approval, and sees the server's message if an approval is refused", async () => {
  const server = moderationServer([aPost()]);
  server.refuse(moderationApi.approve, 404, "Nothing is waiting here");
  await openPage(server, PATH);
  await page.getByLabelText("Whose posts wait for approval").selectOptions("newcomers");
  await button("Save").click();
  await expect.element(shownToast()).toMatchTextContent("Moderation saved");
  expect(server.calls(companySettingsApi.update).map(({ body }) => body)).toEqual([
    { moderation: "newcomers" },
  ]);
  await button("Approve “Dark mode”").click();
  await expect.element(shownToast()).toMatchTextContent("Nothing is waiting here");
  await expect.element(waiting()).toHaveLength(1);
});

test("the links 'Moderation' and 'Company Settings' show the number of waiting and reported posts, and a live event updates this number", async () => {
  const pending = [aPost(), comment];
  const server = moderationServer(pending, [reported], [aPost({ feedbackId: 33 })]);
  await openPage(server, "/company/members", { isLive: true });
  const link = page.getByRole("link", { name: /^Moderation/ });
  await expect.element(link).toHaveAccessibleName("Moderation 3 waiting or reported");
  pending.pop();
  server.publish({ kind: "moderation" });
  await expect.element(link).toHaveAccessibleName("Moderation 2 waiting or reported");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await expect
    .element(page.getByRole("menuitem", { name: /^Company Settings/ }))
    .toHaveAccessibleName("Company Settings 2 waiting or reported");
});

test("an admin deletes all possible spam after a confirmation", async () => {
  const spam = [aPost({ feedbackId: 33, author: null }), aPost({ feedbackId: 34, author: null })];
  const server = moderationServer([], [], spam);
  await openPage(server, PATH);
  await expect.element(tableRows("Possible spam")).toHaveLength(2);
  await expect
    .element(tableRows("Possible spam").first())
    .toMatchTextContent("by Anonymous visitor");
  await button("Delete all…").click();
  await question().getByRole("button", { name: "Delete all" }).click();
  await expect.element(shownToast()).toMatchTextContent("2 posts deleted");
  await expect.element(shownToast().getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
  await expect.element(tableRows("Possible spam")).toHaveLength(0);
  await expect.element(page.getByRole("heading", { name: "Possible spam" })).toHaveFocus();
  expect(server.calls(moderationApi.reject).map(({ body }) => body)).toEqual([
    {
      reason: null,
      posts: [
        { feedbackId: 33, version: "1a" },
        { feedbackId: 34, version: "1a" },
      ],
    },
  ]);
});
