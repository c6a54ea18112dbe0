import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aComment, aCustomer, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";

const user = aCustomer();
const filter = () => page.getByRole("combobox", { name: "My feedback" });
const openMore = () => page.getByRole("button", { name: /^More filters/ }).click();
const titles = () =>
  page
    .getByRole("article")
    .getByRole("heading")
    .elements()
    .map(({ textContent }) => textContent);

/**
 * Creates a server with four items. The signed-in customer has submitted the first item, voted for
 * the second, commented on the third and follows the fourth.
 */
function parts() {
  const items = [
    anItem({ id: 1, title: "Submitted", userId: user.id, follow: "off" }),
    anItem({ id: 2, title: "Voted", userId: null, hasVoted: true, votes: 1, follow: "off" }),
    anItem({ id: 3, title: "Commented", userId: null, follow: "off" }),
    anItem({ id: 4, title: "Followed", userId: null, follow: "status" }),
  ];
  const comments = [aComment({ feedbackId: 3, userId: user.id })];
  const data = acmeData({ user, items, comments });
  return { data, server: acmeServer(data) };
}

test("a signed-in user can filter the list by items that the user submitted, voted for, commented on or followed, and the URL contains the filter", async () => {
  const { server } = parts();
  const { address } = await openPage(server, "/feedback");
  await openMore();
  for (const [value, label] of [
    ["submitted", "Submitted"],
    ["voted", "Voted"],
    ["commented", "Commented"],
    ["followed", "Followed"],
  ] as const) {
    await filter().selectOptions(`${label} by me`);
    await expect.poll(titles).toEqual([label]);
    expect(address()).toBe(`/feedback?mine=${value}`);
  }
  await expectWellMade("a list of own items");
  await page.getByRole("button", { name: "Remove filter Followed by me" }).click();
  await expect.poll(titles).toHaveLength(4);
  expect(address()).toBe("/feedback");
});

test("the URL of a board with a 'My feedback' filter shows the filtered list of the board", async () => {
  const { server } = parts();
  await openPage(server, "/board/feature-requests?mine=voted&search=vote");
  await expect.poll(titles).toEqual(["Voted"]);
  await openMore();
  await expect.element(filter()).toHaveValue("voted");
});

test.each([
  ["submitted", "You have not submitted feedback yet", "Submit Feedback"],
  ["voted", "You have not voted yet", "Show everyone's feedback"],
  ["commented", "You have not commented yet", "Show everyone's feedback"],
  ["followed", "You do not follow anything yet", "Show everyone's feedback"],
])(
  "an empty list with the filter mine=%s shows a message and a button for the next step",
  async (mine, title, next) => {
    const data = acmeData({ user, items: [anItem({ userId: null })] });
    await openPage(acmeServer(data), `/feedback?mine=${mine}`);
    await expect.element(page.getByText(title)).toBeVisible();
    const step = page.getByRole("main").getByRole("button", { name: next }).last();
    await step.click();
    if (mine === "submitted") await expect.element(page.getByRole("dialog")).toBeVisible();
    else await expect.poll(titles).toHaveLength(1);
  },
);

test("a search without results among the user's own items shows 'No matching feedback'", async () => {
  const { server } = parts();
  await openPage(server, "/feedback?mine=voted&search=zzz");
  await expect.element(page.getByText("No matching feedback")).toBeVisible();
});

test("a signed-out visitor gets no 'My feedback' filter, and a URL with this filter shows all items", async () => {
  const { data, server } = parts();
  data.user = null;
  await openPage(server, "/feedback?mine=voted");
  await expect.poll(titles).toHaveLength(4);
  await server.settled();
  await openMore();
  await expect.element(page.getByRole("combobox", { name: "State" })).toBeVisible();
  await expect.element(filter()).not.toBeInTheDocument();
  expect(server.calls(feedbackApi.list)).toEqual([]);
});
