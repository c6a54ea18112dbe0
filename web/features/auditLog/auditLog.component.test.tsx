import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { AuditEntry } from "#contract/auditLog.ts";
import { auditLogApi } from "#contract/auditLog.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { anAuditEntry } from "#web/testing/consoleFixtures.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { acme, anAdmin, daysAgo } from "#web/testing/fixtures.ts";
import { includes, pageFrom } from "#web/testing/lists.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { tableRows } from "#web/testing/tableRows.ts";

const SITE_PATH = "/admin/audit-log";
const COMPANY_PATH = "/company/audit-log";

const rows = () => tableRows("Audit log");
const toolbar = () => page.getByRole("search", { name: "Audit log" });
const count = () => toolbar().getByRole("status");
const search = () => toolbar().getByRole("searchbox", { name: "Search audit log" });
const action = () => page.getByRole("combobox", { name: "Action" });
const noMatches = () => page.getByText("No entries match your filters");
const exportLink = () => page.getByRole("link", { name: "Export CSV" });
const columns = () =>
  page
    .getByRole("columnheader")
    .elements()
    .map(({ textContent }) => textContent);

/**
 * Creates a server with the installation's log, which has one entry of the installation and one
 * entry of each of two companies.
 */
function siteLog() {
  const provider = { actorUsername: "super@example.com" };
  const globex = { companyId: 2, companyName: "Globex" };
  const installation = { companyId: null, companyName: null };
  const auditEntries = [
    anAuditEntry({
      id: "3",
      action: "faq.create",
      subject: "Logged?",
      ...provider,
      ...installation,
    }),
    anAuditEntry({ id: "2", action: "board.create", subject: "Logged board" }),
    anAuditEntry({ id: "1", action: "company.create", subject: "Globex", ...provider, ...globex }),
  ];
  return consoleServer(consoleData({ auditEntries }));
}

/**
 * Creates a server with Acme's log and a signed-in admin of Acme. The server filters the log by
 * text, action and last day.
 */
function companyLog() {
  const entries: AuditEntry[] = [
    anAuditEntry({ id: "3", action: "category.create", subject: "Ideas" }),
    anAuditEntry({
      id: "2",
      action: "board.update",
      subject: "Bugs",
      details: { isPrivate: true },
    }),
    anAuditEntry({ id: "1", action: "board.create", subject: "Ideas", createdAt: daysAgo(3) }),
  ];
  return acmeServer(acmeData({ user: anAdmin() })).respond(
    auditLogApi.listOfCompany,
    ({ query: { search: text, action: chosen = "", to, ...query } }) =>
      pageFrom(
        entries.filter(
          (entry) =>
            includes(entry.subject, text) &&
            entry.action.startsWith(chosen) &&
            (!to || entry.createdAt.slice(0, 10) <= to),
        ),
        query,
      ),
  );
}

test("a company's audit log shows user, action, subject, details and IP address of each entry", async () => {
  const server = companyLog();
  await openPage(server, COMPANY_PATH);
  await expect.element(page.getByRole("heading", { level: 2 })).toHaveTextContent("Audit log");
  expect(columns()).toEqual(["Time", "Who", "Action", "Subject", "Details", "IP address"]);
  await expect.element(rows()).toHaveLength(3);
  await expect
    .element(rows().nth(0))
    .toMatchTextContent(/admin@acme\.example.*Created a category.*Ideas.*192\.0\.2\.1/);
  await expect.element(rows().nth(1)).toMatchTextContent(/Changed a board.*Bugs/);
  await expect.element(rows().nth(2)).toMatchTextContent(/Created a board.*Ideas/);
  await expect.element(count()).toHaveTextContent("3 entries");
  const details = rows().nth(1).getByRole("definition");
  await expect.element(details).not.toBeInTheDocument();
  await rows().nth(1).getByText(/^Show/).click();
  await expect.element(details).toHaveTextContent("yes");
  await expect.element(rows().nth(1).getByRole("term")).toHaveTextContent("Is private");
});

test("usernames and IP addresses in the audit log wrap only after an @ or a colon", async () => {
  await page.viewport(1280, 900);
  const actorUsername = "maximiliane.mustermann@feedback.example.com";
  const ip = "2001:db8:85a3:8d3:1319:8a2e:370:7348";
  const auditEntries = [anAuditEntry({ actorUsername, ip })];
  await openPage(consoleServer(consoleData({ auditEntries })), SITE_PATH);
  await expect.element(rows()).toMatchTextContent(ip);
  const texts = document.createTreeWalker(rows().element(), NodeFilter.SHOW_TEXT);
  const parts = new Set([...actorUsername.split("@"), ...ip.split(":")]);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!parts.delete(text.textContent ?? "")) continue;
    range.selectNodeContents(text);
    expect(range.getClientRects(), text.textContent ?? "").toHaveLength(1);
  }
  expect([...parts]).toEqual([]);
});

test("the filters of a company's audit log are stored in the URL, survive a reload and can be cleared", async () => {
  const server = companyLog();
  const { address, reload } = await openPage(server, COMPANY_PATH);
  await search().fill("ideas");
  await expect.element(count()).toHaveTextContent("2 entries");
  await action().selectOptions("Created a board");
  await expect.element(count()).toHaveTextContent("1 entry");
  expect(address()).toBe(`${COMPANY_PATH}?search=ideas&action=board.create`);
  expect(server.calls(auditLogApi.listOfCompany).at(-1)).toMatchObject({
    params: { companyId: acme.id },
    query: { search: "ideas", action: "board.create" },
  });
  await reload();
  await expect.element(rows()).toHaveLength(1);
  await expect.element(rows()).toMatchTextContent(/Created a board.*Ideas/);

  await page.getByLabelText("To date").fill("2020-01-01");
  await expect.element(noMatches()).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.element(rows()).toHaveLength(3);
  expect(address()).toBe(COMPANY_PATH);
});

test("by keyboard, an admin chooses a day of the audit log in a calendar, and Escape closes the calendar without a change", async () => {
  const { address } = await openPage(companyLog(), `${COMPANY_PATH}?from=2020-01-15`);
  const from = page.getByLabelText("From date");
  const calendar = page.getByRole("dialog", { name: "Calendar" });
  const chosen = calendar.getByRole("button", { name: "Wednesday, January 15, 2020, chosen" });
  await pressKeys(from, "{Alt>}{ArrowDown}{/Alt}");
  await expect.element(chosen).toHaveFocus();
  await expectWellMade("a calendar");
  await userEvent.keyboard("{ArrowDown}{Escape}");
  await expect.element(calendar).not.toBeInTheDocument();
  await expect.element(from).toHaveFocus();
  await expect.element(from).toHaveValue("2020-01-15");
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await expect.element(chosen).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{ArrowRight}{Enter}");
  await expect.element(from).toHaveValue("2020-01-23");
  await expect.element(from).toHaveFocus();
  await expect.poll(address).toBe(`${COMPANY_PATH}?from=2020-01-23`);
});

test("the export link of a company's audit log contains the filters in the page's URL", async () => {
  await openPage(companyLog(), `${COMPANY_PATH}?search=ideas&action=category`);
  await expect
    .element(exportLink())
    .toHaveAttribute("href", "/api/company/1/audit-log.csv?search=ideas&action=category");
  await expect.element(exportLink()).toHaveAttribute("download", "audit-log.csv");
});

test("the installation's audit log shows the entries of all companies, and its search text and its action filter are stored in the URL", async () => {
  const server = siteLog();
  const { address } = await openPage(server, SITE_PATH);
  expect(columns()).toContain("Company");
  await search().fill("logged");
  await expect.poll(address).toBe(`${SITE_PATH}?search=logged`);
  await expect.element(rows()).toHaveLength(2);
  await expect
    .element(rows().nth(0))
    .toMatchTextContent(/super@example\.com.*Created an FAQ.*Logged\?.*Installation/);
  await expect
    .element(rows().nth(1))
    .toMatchTextContent(/admin@acme\.example.*Created a board.*Logged board.*Acme/);
  await action().selectOptions("Boards: everything");
  await expect.poll(address).toBe(`${SITE_PATH}?search=logged&action=board`);
  await server.settled();
  expect(server.calls(auditLogApi.list).at(-1)?.query).toMatchObject({
    search: "logged",
    action: "board",
  });
  await expect
    .element(exportLink())
    .toHaveAttribute("href", "/api/admin/audit-log.csv?search=logged&action=board");
});

test("if the installation's audit log is filtered by a company, a button with the company's name removes this filter", async () => {
  const { address } = await openPage(siteLog(), `${SITE_PATH}?companyId=2`);
  await expect.element(rows()).toHaveLength(1);
  await expect.element(rows()).toMatchTextContent("Created the company");
  await page.getByRole("button", { name: /^Globex.*Show all companies/ }).click();
  await expect.element(rows()).toHaveLength(3);
  await expect.poll(address).toBe(SITE_PATH);
});

test("the first and the last day of an audit log's filter are stored in the URL and sent to the server unchanged", async () => {
  const server = siteLog().respond(auditLogApi.list, ({ query: { to } }, before) =>
    to === "2020-01-31" ? { items: [], total: 0, nextCursor: null } : before(),
  );
  const { address } = await openPage(server, SITE_PATH);
  await page.getByLabelText("From date").fill("2019-12-31");
  await expect.poll(address).toBe(`${SITE_PATH}?from=2019-12-31`);
  await page.getByLabelText("To date").fill("2020-01-31");
  await expect.element(noMatches()).toBeVisible();
  expect(server.calls(auditLogApi.list).at(-1)?.query).toMatchObject({
    from: "2019-12-31",
    to: "2020-01-31",
  });
});

/**
 * Sets a field's value with the setter of the field's prototype. The field itself has a setter that
 * React has added. A value set with React's setter would cause no change event in React.
 */
function setValue(field: HTMLInputElement | HTMLSelectElement, value: string, event: string): void {
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(event, { bubbles: true }));
}

test("audit log filters that are set in quick succession are all stored in the URL", async () => {
  const { address } = await openPage(siteLog(), SITE_PATH);
  const [from, to] = [page.getByLabelText("From date"), page.getByLabelText("To date")];
  const fields = [await from.findElement(), await to.findElement(), await action().findElement()];
  const [fromField, toField, actionField] = fields as [
    HTMLInputElement,
    HTMLInputElement,
    HTMLSelectElement,
  ];
  // The three values are set in one task, so that the page cannot be rendered in between.
  setValue(fromField, "2020-01-31", "input");
  setValue(toField, "2100-12-31", "input");
  setValue(actionField, "board", "change");
  await expect.poll(address).toBe(`${SITE_PATH}?action=board&from=2020-01-31&to=2100-12-31`);
});
