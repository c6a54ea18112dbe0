import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { auditLogApi } from "#contract/auditLog.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { anAdminCompany, anAdminUser, anAuditEntry } from "#web/testing/consoleFixtures.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { aCustomer, anItem } from "#web/testing/fixtures.ts";
import { pageFrom } from "#web/testing/lists.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { settingsData, settingsServer } from "#web/testing/settingsServer.ts";

/**
 * The tests of this file press a control that is then removed, and expect the focus on a useful
 * element.
 */

const button = (name: string | RegExp) => page.getByRole("button", { name });
const press = (name: string | RegExp) => pressKeys(button(name).first(), "{Enter}");
const searchbox = () => page.getByLabelText(/^Search [a-z]/);
const cards = () => page.getByRole("article");
const rows = () => page.getByRole("rowgroup").last().getByRole("row");

const FILTERED = "/feedback?status=planned&category=improvement";

/** Creates a server for a customer, with two items of the same status and category. */
function twoItems() {
  const same = { status: "planned", category: "improvement" } as const;
  const items = [
    anItem({ id: 31, title: "First", ...same }),
    anItem({ id: 32, title: "Second", ...same }),
  ];
  return acmeServer(acmeData({ user: aCustomer(), items }));
}

const many = <Entity,>(count: number, make: (number: number) => Entity): Entity[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

test("removing a filter focuses the next filter, and removing the last filter focuses the search field", async () => {
  const server = twoItems();
  await openPage(server, FILTERED);
  await press("Remove filter Improvement");
  await expect.element(button("Remove filter Improvement")).not.toBeInTheDocument();
  await expect.element(button("Remove filter Planned")).toHaveFocus();
  const { address } = await openPage(server, FILTERED);
  await press("Remove filter Planned");
  await expect.element(button("Remove filter Planned")).not.toBeInTheDocument();
  await expect.element(button("Remove filter Improvement")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(address).toBe("/feedback");
  await expect.element(searchbox()).toHaveFocus();
});

test("clearing all filters focuses the search field", async () => {
  const server = twoItems();
  for (const [path, label] of [
    ["/feedback?status=planned", "Clear all"],
    ["/feedback?search=zzz-not-there", "Show all feedback"],
  ] as const) {
    await openPage(server, path);
    await press(label);
    await expect.element(button(label)).not.toBeInTheDocument();
    await expect.element(cards()).toHaveLength(2);
    await expect.element(searchbox()).toHaveFocus();
  }
});

test("cancelling a logo upload focuses the file field", async () => {
  await openPage(settingsServer(settingsData()), "/company/settings/logo");
  const file = page.getByLabelText("Logo", { exact: true });
  await file.upload(new File(["a picture"], "logo.png", { type: "image/png" }));
  await press("Cancel");
  await expect.element(button("Cancel")).not.toBeInTheDocument();
  await expect.element(file).toHaveFocus();
});

test("clearing the filters of the audit log focuses the log's search field", async () => {
  const server = consoleServer(consoleData({ auditEntries: [anAuditEntry()] }));
  await openPage(server, "/admin/audit-log?companyId=1");
  await press(/Show all companies/);
  await expect.element(button(/Show all companies/)).not.toBeInTheDocument();
  await expect.element(searchbox()).toHaveFocus();
  await openPage(server, "/admin/audit-log?search=zzz-not-there");
  await press("Clear filters");
  await expect.element(rows().first()).toBeVisible();
  await expect.element(searchbox()).toHaveFocus();
});

test("clearing a search in the admin console focuses the search field and preserves the sort order", async () => {
  const server = consoleServer(
    consoleData({ companies: [anAdminCompany()], users: [anAdminUser()] }),
  );
  for (const path of ["/admin/companies?sort=date", "/admin/users"]) {
    const search = `${path.includes("?") ? "&" : "?"}search=zzz-not-there`;
    const { address } = await openPage(server, path + search);
    await pressKeys(page.getByText("Clear search"), "{Enter}");
    await expect.element(rows().first()).toBeVisible();
    await expect.element(searchbox()).toHaveFocus();
    expect(address()).toBe(path);
  }
});

test("the button Load more of a table focuses the first new row, even if no further page exists and the button disappears", async () => {
  const entries = many(21, (number) =>
    anAuditEntry({ id: String(number), subject: `Category ${String(number)}` }),
  );
  const ofCompany = settingsServer(settingsData()).respond(auditLogApi.listOfCompany, ({ query }) =>
    pageFrom(entries, query),
  );
  await openPage(ofCompany, "/company/audit-log");
  await expect.element(rows()).toHaveLength(20);
  await press("Load more");
  await expect.element(rows()).toHaveLength(21);
  await expect.element(button("Load more")).not.toBeInTheDocument();
  await expect.element(rows().nth(20)).toHaveFocus();

  const users = many(45, (number) =>
    anAdminUser({ id: number, username: `user-${String(number)}@example.com` }),
  );
  await openPage(consoleServer(consoleData({ users })), "/admin/users");
  await press("Load more");
  await expect.element(rows().nth(20)).toHaveFocus();
  await expect.element(rows()).toHaveLength(40);
});

test("pressing Tab after a vote focuses the link of the same item", async () => {
  await openPage(twoItems(), "/feedback");
  const card = cards().first();
  const vote = card.getByRole("button", { name: /^Vote for/ });
  await pressKeys(vote, "{Enter}");
  await expect.element(vote).toBeDisabled();
  await userEvent.keyboard("{Tab}");
  await expect.element(card.getByRole("link").first()).toHaveFocus();
});

test("a refused vote focuses the vote button again, unless the user has moved the focus", async () => {
  const server = twoItems().refuse(feedbackApi.vote, 503, "Too busy");
  await openPage(server, "/feedback");
  const card = cards().first();
  const vote = card.getByRole("button", { name: /^Vote for/ });
  for (const goesOn of [false, true]) {
    const refuse = server.holdRequest(feedbackApi.vote);
    await pressKeys(vote, "{Enter}");
    await expect.element(vote).toBeDisabled();
    await expect.element(vote).not.toHaveFocus();
    if (goesOn) await userEvent.keyboard("{Tab}");
    refuse();
    await expect.element(vote).toBeEnabled();
    await expect.element(goesOn ? card.getByRole("link").first() : vote).toHaveFocus();
  }
});
