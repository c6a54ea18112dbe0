import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverDue } from "#server/checks/fixtures/deliveryScene.ts";
import { itemScene } from "#server/checks/fixtures/itemScene.ts";
import type { MailServer } from "#server/checks/fixtures/mailServer.ts";
import { startMailServer } from "#server/checks/fixtures/mailServer.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { composeNotificationMail } from "#server/features/notificationMails/composeNotificationMail.ts";
import { openMailer } from "#server/platform/mail/mailer.ts";

// An end-to-end test of docs/product-decisions.md "Following and notifications". It covers a vote,
// a change of status, the job queue, the mail server, and the request with which a mail program
// unsubscribes.

let server: MailServer;
let portal: TestPortal;
beforeAll(async () => {
  server = await startMailServer();
  portal = await startTestPortal({ SMTP_URL: server.url, NOTIFY_DELAY: "0" });
});
afterAll(() => server.close());

/**
 * Runs the jobs that notify followers, and sends all mails that are due. Returns the received
 * mails.
 */
async function deliver() {
  const mailer = openMailer(portal.config, { warn: () => undefined });
  await runJobs(portal, mailer);
  const errors = await deliverDue(portal, mailer, {
    compose: (db, delivery) => composeNotificationMail(db, delivery, portal.config),
  });
  mailer.close();
  expect(errors).toEqual([]);
  return server.mails.splice(0);
}

test("a voter gets a mail when an admin plans the item, and gets no other mail after unsubscribing with one click", async () => {
  const { company, item, path } = await itemScene(portal);
  const [customer, admin] = [
    await portal.user("user", company),
    await portal.user("company_admin", company),
  ];
  await portal.sql("update user_account set confirmed_at = now() where id = any ($1)", [
    [customer.id, admin.id],
  ]);
  await portal.sql("update feedback_item set title = 'Recurring tasks' where id = $1", [item.id]);
  const [voter, team] = [
    portal.visitor(company.host, customer),
    portal.visitor(company.host, admin),
  ];
  expect((await voter.post(`${path}/vote`)).status).toBe(200);
  const note = "We start in June.\nIt will repeat weekly or monthly.";
  expect((await team.patch(path, { status: "planned", note })).status).toBe(200);

  const [mail, ...others] = await deliver();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: [{ address: customer.username }],
    from: { name: company.name },
    subject: "Planned: Recurring tasks",
  });
  expect(mail?.text).toContain("It will repeat weekly or monthly.");
  expect(mail?.html).toContain("It will repeat weekly or monthly.");
  expect((await voter.get("/api/notifications/unread")).body).toEqual({ count: 1 });

  const header = mail?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "";
  const { pathname } = new URL(header.slice(1, -1));
  const mailProgram = portal.visitor(company.host);
  expect((await mailProgram.get(pathname)).status).toBe(200);
  const oneClick = await mailProgram.request("POST", pathname, "List-Unsubscribe=One-Click", {
    "content-type": "application/x-www-form-urlencoded",
  });
  expect(oneClick.status).toBe(200);

  expect((await team.patch(path, { status: "complete" })).status).toBe(200);
  expect(await deliver()).toEqual([]);
  expect((await voter.get("/api/notifications/unread")).body).toEqual({ count: 2 });
});
