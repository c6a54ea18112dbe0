import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Member } from "#contract/members.ts";
import { blockedAccountsApi } from "#contract/blockedAccounts.ts";
import { membersApi } from "#contract/members.ts";
import type { Voter } from "#contract/recordedVotes.ts";
import { undoApi } from "#contract/undo.ts";
import { recordedVotesApi, UNKNOWN_PERSON } from "#contract/recordedVotes.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aCustomer, anAdmin, anItem, daysAgo } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const ITEM = "/feedback/31";

const grace: Member = {
  id: 51,
  username: "grace@acme.example",
  fullName: "Grace Hopper",
  pictureUrl: null,
  role: "user",
  isActive: true,
  confirmedAt: daysAgo(9),
  mustConfirmEmail: false,
  hasSignOn: false,
  createdAt: daysAgo(9),
};
const graceAsVoter: Voter = {
  userId: grace.id,
  user: { username: grace.username, fullName: grace.fullName, pictureUrl: null },
  recordedBy: { fullName: "Maya Lindqvist" },
  isAdmin: false,
  isBlocked: false,
  organisation: { name: "Initech", plan: "Pro", monthlySpend: 1490 },
  createdAt: daysAgo(1),
};
const ada: Voter = {
  userId: 52,
  user: { username: "a•••", fullName: "Ada Lovelace", pictureUrl: null },
  recordedBy: null,
  isAdmin: true,
  isBlocked: false,
  organisation: null,
  createdAt: daysAgo(2),
};

const voters = () => page.getByRole("region", { name: "Voters" });
const dialog = () => page.getByRole("dialog", { name: "Record a Vote" });
const customer = () => dialog().getByLabelText("Customer");

/**
 * Creates a server with an item that has two voters. An admin has recorded the vote of one voter.
 */
function voted(unnamedVotes = 0) {
  const item = anItem({ votes: 2 + unnamedVotes, unnamedVotes });
  const list = [graceAsVoter, ada];
  const server = acmeServer(acmeData({ user: anAdmin(), items: [item] }))
    .respond(membersApi.list, ({ query }) => ({
      items: grace.fullName?.toLowerCase().includes(String(query.search)) ? [grace] : [],
      total: 1,
      nextCursor: null,
    }))
    .respond(recordedVotesApi.list, () => ({
      items: list,
      total: list.length,
      nextCursor: null,
    }));
  return { server, list, item };
}

test("an admin records the vote of a member by keyboard and takes the vote back with 'Undo'", async () => {
  const { server } = voted();
  const { userId, user } = graceAsVoter;
  server
    .respond(recordedVotesApi.record, { userId, user, votes: 3, undoToken: "undo-vote" })
    .respond(undoApi.undo, { restored: 1, notRestored: [] });
  await openPage(server, ITEM);
  await pressKeys(voters().getByRole("button", { name: "Record a vote…" }), "{Enter}");
  await expect.element(customer()).toHaveFocus();
  await userEvent.keyboard("grace");
  await expect.element(dialog().getByRole("radio", { name: /Grace Hopper/ })).toBeVisible();
  await userEvent.keyboard("{Tab} {Enter}");
  await expect.element(shownToast()).toMatchTextContent("Vote of Grace Hopper recorded");
  await expect.element(dialog()).not.toBeInTheDocument();
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(shownToast()).toMatchTextContent("Undone");
  const bodies = server.calls(recordedVotesApi.record).map(({ body }) => body);
  expect(bodies).toEqual([{ userId: grace.id, notify: false }]);
  expect(server.calls(undoApi.undo)).toMatchObject([{ params: { token: "undo-vote" } }]);
});

test("recording a vote shows an error at the field for an unknown e-mail address and for a text that is not an address", async () => {
  const { server } = voted();
  server.refuse(recordedVotesApi.record, 400, UNKNOWN_PERSON);
  await openPage(server, ITEM);
  await voters().getByRole("button", { name: "Record a vote…" }).click();
  await customer().fill("somebody");
  await userEvent.keyboard("{Enter}");
  await expect
    .element(customer())
    .toHaveAccessibleDescription(/Choose a person or enter an address/);
  await customer().fill("nobody@example.com");
  await userEvent.keyboard("{Enter}");
  await expect.element(customer()).toHaveAccessibleDescription(/Nobody with this address/);
  expect(server.calls(recordedVotesApi.record).map(({ body }) => body)).toEqual([
    { username: "nobody@example.com", notify: false },
  ]);
});

test("the list of voters shows who recorded each recorded vote, and only recorded votes can be taken back, which can be undone", async () => {
  const { server, list } = voted();
  server
    .respond(recordedVotesApi.withdraw, () => {
      list.shift();
      return { undoToken: "undo-withdrawal" };
    })
    .respond(undoApi.undo, () => {
      list.unshift(graceAsVoter);
      return { restored: 1, notRestored: [] };
    });
  await openPage(server, ITEM);
  await voters().getByText("Show 2 voters").click();
  const rows = () => voters().getByRole("list", { name: "Voters" }).getByRole("listitem");
  await expect.element(rows().first()).toMatchTextContent("recorded by Maya Lindqvist");
  await expect.element(rows().nth(1)).toMatchTextContent("Ada Lovelace");
  await expect.element(voters().getByRole("button", { name: /^Take back/ })).toHaveLength(1);
  await voters().getByRole("button", { name: "Take back the vote of Grace Hopper" }).click();
  await expect.element(rows()).toHaveLength(1);
  await expect.element(shownToast()).toMatchTextContent("Vote taken back");
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(rows()).toHaveLength(2);
  await expect.element(shownToast()).toMatchTextContent("Undone");
});

test("an admin sees how many imported votes have no voter, can block a voter who is not an admin, and sees another user's new vote at once", async () => {
  const { server, list, item } = voted(12);
  server.respond(blockedAccountsApi.block, ({ params: { id } }) => {
    list[0] = { ...graceAsVoter, isBlocked: true };
    const { username, fullName } = grace;
    return { id, username, fullName, blockedBy: null, blockedAt: daysAgo(0), undoToken: null };
  });
  await openPage(server, ITEM, { isLive: true });
  await expect.element(voters().getByText("12 votes without names, from an import")).toBeVisible();
  await voters().getByText("Show 2 voters").click();
  const more = voters().getByRole("button", { name: /^More about/ });
  await expect.element(more).toHaveLength(1);
  await expect.element(voters().getByText("Initech · Pro · 1,490 a month")).toBeVisible();
  await more.click();
  await page.getByRole("menuitem", { name: "Block in this company…" }).click();
  const question = page.getByRole("alertdialog", { name: "Block Grace Hopper?" });
  await question.getByRole("button", { name: "Block" }).click();
  const rows = () => voters().getByRole("list", { name: "Voters" }).getByRole("listitem");
  await expect.element(rows().first()).toMatchTextContent("Grace Hopper Blocked");
  await expect.element(question).not.toBeInTheDocument();
  list.push({
    ...ada,
    userId: 53,
    user: { username: "e•••", fullName: "Edsger Dijkstra", pictureUrl: null },
  });
  server.publish({ kind: "vote", feedbackId: item.id, boardId: item.boardId, votes: 15 });
  await expect.element(rows().nth(2)).toMatchTextContent("Edsger Dijkstra");
});

test("customers see no list of voters on an item's page", async () => {
  await openPage(acmeServer(acmeData({ user: aCustomer(), items: [anItem({ votes: 2 })] })), ITEM);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.element(voters()).not.toBeInTheDocument();
});
