import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { commentsApi } from "#contract/comments.ts";
import type { ReportedPost } from "#contract/reports.ts";
import { reportsApi } from "#contract/reports.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aCustomer, anAdmin, anItem, daysAgo } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

const ITEM = "/feedback/31";

const author = { id: 51, username: "kim@example.com", fullName: "Kim Lee", isBlocked: false };

const reportedItem: ReportedPost = {
  feedbackId: 31,
  commentId: null,
  title: "Dark mode",
  text: "Said by a test.",
  textFormat: "plain",
  boardName: "Feature requests",
  author,
  answers: null,
  isAuthorDeleted: false,
  createdAt: daysAgo(1),
  version: "2b",
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
const reportedComment: ReportedPost = { ...reportedItem, commentId: 7, text: "Cheap watches" };

const reports = () => page.getByRole("region", { name: "Reported to you" });

test("on the page of an item, an admin dismisses the reports of the item and deletes a reported comment, and the focus then moves to the element that contained the reports", async () => {
  const list = [reportedItem, reportedComment];
  const server = acmeServer(acmeData({ user: anAdmin(), items: [anItem()] }))
    .respond(reportsApi.list, () => ({ items: list, total: list.length, nextCursor: null }))
    .respond(reportsApi.dismiss, () => {
      list.shift();
    })
    .respond(commentsApi.remove, () => {
      list.shift();
    });
  await openPage(server, ITEM);
  for (const text of ["This feedback by Kim Lee", "Spam: Advertises a shop.", "Cheap watches"])
    await expect.element(reports()).toMatchTextContent(text);
  await expectWellMade("the reports on the page of an item");
  await expect
    .element(reports().getByRole("link", { name: "The comment" }))
    .toHaveAttribute("href", "#comment-7");
  await reports()
    .getByRole("button", { name: /^Dismiss/ })
    .first()
    .click();
  await expect.element(shownToast()).toMatchTextContent("Reports dismissed");
  await expect.element(reports().getByText("This feedback")).not.toBeInTheDocument();
  await reports()
    .getByRole("button", { name: /^Delete…/ })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect.element(reports()).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.tagName).toBe("DIV");
  expect(server.calls(reportsApi.dismiss).map(({ body }) => body)).toEqual([{ feedbackId: 31 }]);
  expect(server.calls(commentsApi.remove).map(({ params }) => params)).toEqual([
    { id: 31, commentId: 7 },
  ]);
});

test("the page of an item does not fetch reports for a customer", async () => {
  const server = acmeServer(acmeData({ user: aCustomer(), items: [anItem()] }));
  await openPage(server, ITEM);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await server.settled();
  expect(server.calls(reportsApi.list)).toEqual([]);
});
