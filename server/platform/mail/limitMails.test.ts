import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { MailServer } from "#server/checks/fixtures/mailServer.ts";
import { startMailServer } from "#server/checks/fixtures/mailServer.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { enqueueAccountNotice } from "./enqueueAccountNotice.ts";
import type { MailBudget } from "./limitMails.ts";
import { limitMails, mailboxOf } from "./limitMails.ts";
import type { Mailer } from "./mailer.ts";
import { openMailer } from "./mailer.ts";

let server: MailServer;
let portal: TestPortal;
beforeAll(async () => {
  server = await startMailServer();
  portal = await startTestPortal({ SMTP_URL: server.url });
});
afterAll(() => server.close());
beforeEach(() => portal.sql("delete from throttle"));

const to = "stranger@example.com";
const mailTo = (address: string, budget: MailBudget = "account") => ({
  to: address,
  subject: "Hello",
  text: "World",
  budget,
});

/**
 * Creates a limited mailer that records the mails that it sends and the warnings that it logs about
 * dropped mails.
 */
function recordingMailer(send: (to: string) => void = () => undefined) {
  const sent: string[] = [];
  const logged: unknown[] = [];
  const unlimited: Mailer = {
    send: async (mail) => {
      send(mail.to);
      sent.push(mail.to);
    },
    close: () => undefined,
  };
  const logger = { warn: (...entry: unknown[]) => void logged.push(entry) };
  return { mailer: limitMails(unlimited, portal.database.system, logger), sent, logged };
}

describe("the limit of mails per recipient", () => {
  test.each([
    ["confirmed", "2026-01-01T00:00:00.000Z", 40],
    ["unconfirmed", null, 5],
  ])(
    "of forty notices about password changes to an %s address, those that its owner can cause are all mailed",
    async (_, confirmedAt, mailed) => {
      const { database, config } = portal;
      const cause = { origin: "http://localhost", hostCompany: null, site: { siteName: "Portal" } };
      const owner = { username: to, fullName: "Somebody", companyId: null, confirmedAt };
      for (let n = 0; n < 40; n += 1)
        await enqueueAccountNotice(database.system, cause, owner, "passwordChanged");
      const mailer = openMailer(config, { warn: () => undefined });
      await runJobs(portal, mailer);
      mailer.close();
      expect(server.mails.splice(0)).toHaveLength(mailed);
    },
  );

  test("invitations to a mailbox, under any of its addresses, do not use up its reset mails, notices and codes", async () => {
    const { mailer, sent } = recordingMailer();
    for (let n = 0; n < 20; n += 1)
      await mailer.send(mailTo(`stranger+${String(n)}@example.com`, "invitations"));
    expect(sent.splice(0)).toHaveLength(3);
    for (const budget of ["account", "notices", "strangers"] as const)
      await mailer.send(mailTo(to, budget));
    expect(sent).toEqual([to, to, to]);
  });

  test("when two processes send 20 mails to one address at the same time, only ten mails arrive", async () => {
    const [one, other] = [recordingMailer(), recordingMailer()];
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (n % 2 ? one : other).mailer.send(mailTo(to))),
    );
    expect([...one.sent, ...other.sent]).toHaveLength(10);
    expect([...one.logged, ...other.logged]).toHaveLength(10);
    expect(JSON.stringify(one.logged)).not.toContain(to);
  });

  test("one address gets ten more mails in each further hour, up to 30 mails within a day", async () => {
    const { mailer, sent } = recordingMailer();
    for (let hour = 0; hour < 4; hour += 1) {
      for (let n = 0; n < 12; n += 1) await mailer.send(mailTo(to));
      await portal.sql(
        "update throttle set window_started_at = window_started_at - interval '1 hour'",
      );
    }
    expect(sent).toHaveLength(30);
  });

  test("a mail that the mail server refuses does not count toward the limits", async () => {
    let isRefusing = true;
    const { mailer, sent } = recordingMailer(() => {
      if (isRefusing) throw new Error("451 try again later");
    });
    for (let n = 0; n < 15; n += 1)
      await expect(mailer.send(mailTo(to))).rejects.toThrow("try again later");
    isRefusing = false;
    for (let n = 0; n < 12; n += 1) await mailer.send(mailTo(to));
    expect(sent).toHaveLength(10);
  });

  test("all spellings of an e-mail address share one limit of mails", async () => {
    const { mailer, sent } = recordingMailer();
    for (let n = 0; n < 12; n += 1) await mailer.send(mailTo(`Stranger+${String(n)}@EXAMPLE.com`));
    expect(sent).toHaveLength(10);
    await mailer.send(mailTo("another@example.com"));
    expect(sent).toHaveLength(11);
  });
});

test.each([
  ["Ada@Example.COM", "ada@example.com"],
  ["ada+shop@example.com", "ada@example.com"],
  ["a.d.a+x@gmail.com", "ada@gmail.com"],
  ["a.d.a@googlemail.com", "ada@gmail.com"],
  ["a.d.a@example.com", "a.d.a@example.com"],
])("the mails to %s are counted as mails to %s", (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
