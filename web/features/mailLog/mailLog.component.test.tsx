import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { MailDelivery } from "#contract/mailDeliveries.ts";
import { mailDeliveriesApi } from "#contract/mailDeliveries.ts";
import type { MailSuppression } from "#contract/mailSuppressions.ts";
import { mailSuppressionsApi } from "#contract/mailSuppressions.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { acme, anAdmin, daysAgo, pageOf } from "#web/testing/fixtures.ts";
import { includes, pageFrom } from "#web/testing/lists.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";
import { tableRows } from "#web/testing/tableRows.ts";

const COMPANY_PATH = "/company/mail";
const SITE_PATH = "/admin/mail";

const mails = () => tableRows("Mails");
const suppressed = () => tableRows("Suppressed addresses");
const toolbar = () => page.getByRole("search", { name: "Mails" });
const count = () => toolbar().getByRole("status");
const state = () => page.getByRole("combobox", { name: "State" });

const aMail = (changes: Partial<MailDelivery> = {}): MailDelivery => ({
  id: 1,
  companyId: acme.id,
  companyName: acme.name,
  recipient: { fullName: "Robin Tester", username: "robin@example.com" },
  kind: "immediate",
  feedbackId: 31,
  title: "Dark mode",
  state: "sent",
  attempts: 1,
  response: "250 OK",
  createdAt: daysAgo(1),
  finishedAt: daysAgo(1),
  ...changes,
});

const aSuppression = (changes: Partial<MailSuppression> = {}): MailSuppression => ({
  userId: 11,
  fullName: "Robin Tester",
  username: "robin@example.com",
  companyId: acme.id,
  companyName: acme.name,
  reason: "bounced",
  detail: "550 5.1.1 No such user",
  createdAt: daysAgo(2),
  ...changes,
});

/** Returns a scripted response that filters the mails by search text and state. */
function listed(all: readonly MailDelivery[]) {
  return ({
    query,
  }: {
    query: { search?: string | undefined; state?: string | undefined; limit: number };
  }) =>
    pageFrom(
      all.filter(
        (mail) =>
          includes(mail.recipient.username + (mail.title ?? ""), query.search) &&
          (query.state === undefined || mail.state === query.state),
      ),
      query,
    );
}

/**
 * Creates a server of Acme with these mails and suppressed e-mail addresses, and a signed-in admin.
 */
const companyMail = (all: MailDelivery[], suppressions: MailSuppression[] = []) =>
  acmeServer(acmeData({ user: anAdmin() }))
    .respond(mailDeliveriesApi.listOfCompany, listed(all))
    .respond(mailSuppressionsApi.list, () => pageOf([...suppressions]));

test("the list of a company's mails shows recipient, item, state, attempts and the mail server's response", async () => {
  const answer = "451 Try later";
  const server = companyMail([
    aMail({ id: 3 }),
    aMail({ id: 2, state: "deferred", attempts: 3, response: answer, finishedAt: null }),
    aMail({ id: 1, kind: "weekly", feedbackId: null, title: null, state: "dropped" }),
  ]);
  await openPage(server, COMPANY_PATH);
  await expect.element(count()).toHaveTextContent("3 mails");
  await expect
    .element(mails().nth(0))
    .toMatchTextContent(/Robin Tester.*robin@example\.com.*Dark mode.*Sent.*250 OK/);
  await expect
    .element(mails().nth(0).getByRole("link", { name: "Dark mode" }))
    .toHaveAttribute("href", "/feedback/31");
  await expect
    .element(mails().nth(1))
    .toMatchTextContent(/Waiting to try again.*3 attempts.*451 Try later/);
  await expect.element(mails().nth(2)).toMatchTextContent(/Weekly digest.*No longer allowed/);
  await expectWellMade("the mails of a company");
});

test("the mail page says that the portal sends no mails only if no mail server is set", async () => {
  const notice = page.getByText(/^This portal sends no mails: SMTP_URL is not set/);
  const data = acmeData({ user: anAdmin() });
  const server = acmeServer(data)
    .respond(mailDeliveriesApi.listOfCompany, listed([aMail()]))
    .respond(mailSuppressionsApi.list, () => pageOf([]));
  await openPage(server, COMPANY_PATH);
  await expect.element(mails()).toHaveLength(1);
  await expect.element(notice).not.toBeInTheDocument();
  data.portal.sendsMail = false;
  await openPage(server, COMPANY_PATH);
  await expect.element(notice).toBeVisible();
});

test("the filters of a company's mails are stored in the URL and can be cleared", async () => {
  const other = { fullName: null, username: "sam@example.com" };
  const server = companyMail([
    aMail({ id: 2 }),
    aMail({ id: 1, state: "failed", recipient: other }),
  ]);
  const { address, reload } = await openPage(server, COMPANY_PATH);
  await state().selectOptions("Failed");
  await expect.element(count()).toHaveTextContent("1 mail");
  await toolbar().getByRole("searchbox", { name: "Search mails" }).fill("sam");
  await expect.poll(address).toBe(`${COMPANY_PATH}?state=failed&search=sam`);
  await reload();
  await expect.element(mails()).toMatchTextContent("sam@example.com");
  await state().selectOptions("Sent");
  await expect.element(page.getByText("No mails match your filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.element(mails()).toHaveLength(2);
  expect(address()).toBe(COMPANY_PATH);
});

test("the mail page of a company without mails or suppressed e-mail addresses shows an empty state for each list", async () => {
  await openPage(companyMail([]), COMPANY_PATH);
  await expect.element(page.getByText("No mails yet")).toBeVisible();
  await expect.element(page.getByText("No address is suppressed.")).toBeVisible();
});

test("if the mails fail to load, the mail page shows an error with a button that loads the mails again", async () => {
  const server = companyMail([aMail()]);
  server.refuse(mailDeliveriesApi.listOfCompany, 500, "Something went wrong");
  await openPage(server, COMPANY_PATH);
  await expect.element(page.getByText("Failed to fetch mails")).toBeVisible();
  server.restore(mailDeliveriesApi.listOfCompany);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(mails()).toHaveLength(1);
});

test("an admin can lift the suppression of an e-mail address, and the focus then moves to the heading 'Suppressed addresses'", async () => {
  const suppressions = [aSuppression()];
  const server = companyMail([], suppressions).respond(mailSuppressionsApi.remove, () => {
    suppressions.pop();
  });
  await openPage(server, COMPANY_PATH);
  await expect
    .element(suppressed())
    .toMatchTextContent(/Robin Tester.*A mail came back.*550 5\.1\.1 No such user/);
  await page.getByRole("button", { name: "Send mails again to robin@example.com" }).click();
  await expect.element(shownToast()).toMatchTextContent("This address gets mails again");
  await expect.element(page.getByText("No address is suppressed.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Suppressed addresses" })).toHaveFocus();
  expect(server.calls(mailSuppressionsApi.remove)[0]?.params).toEqual({ userId: 11 });
});

test("a super admin sees the mails and suppressed e-mail addresses of all companies and can filter the mails by company", async () => {
  const globex = { companyId: 2, companyName: "Globex" };
  const all = [aMail({ id: 2 }), aMail({ id: 1, ...globex })];
  const server = consoleServer(consoleData())
    .respond(mailDeliveriesApi.list, ({ query: { companyId, ...query } }) =>
      pageFrom(
        all.filter((mail) => companyId === undefined || mail.companyId === companyId),
        query,
      ),
    )
    .respond(mailSuppressionsApi.list, pageOf([aSuppression(globex)]));
  const { address } = await openPage(server, SITE_PATH);
  await expect.element(mails()).toHaveLength(2);
  await expect.element(suppressed()).toMatchTextContent("Globex");
  await expectWellMade("the mails of all companies");
  await mails().nth(1).getByRole("link", { name: "Globex" }).click();
  await expect.poll(address).toBe(`${SITE_PATH}?companyId=2`);
  await expect.element(mails()).toHaveLength(1);
  await page.getByRole("button", { name: /^Globex.*Show all companies/ }).click();
  await expect.element(mails()).toHaveLength(2);
});
