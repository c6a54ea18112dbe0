import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  addDueNotification,
  composeIds,
  deliverDue,
} from "#server/checks/fixtures/deliveryScene.ts";
import { itemScene } from "#server/checks/fixtures/itemScene.ts";
import type { MailServer } from "#server/checks/fixtures/mailServer.ts";
import { startMailServer } from "#server/checks/fixtures/mailServer.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { Database } from "#server/platform/db/database.ts";
import { OverloadError } from "#server/platform/fairness/overloadError.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { openMailer } from "#server/platform/mail/mailer.ts";
import type { ComposeMail } from "./deliverMail.ts";
import { deleteOldDeliveries } from "./deliverMails.ts";
import { finishDelivery, listCompaniesWithMail } from "./mailDelivery.queries.ts";

let server: MailServer;
let portal: TestPortal;
let mailer: Mailer;
beforeAll(async () => {
  server = await startMailServer();
  portal = await startTestPortal({
    SMTP_URL: server.url,
    MAIL_FROM: "Hearback <portal@mail.example>",
  });
  mailer = openMailer(portal.config, { warn: () => undefined });
});
afterEach(async () => {
  server.mails.length = 0;
  server.received.length = 0;
  server.refusals.clear();
  await portal.sql("delete from throttle");
  await portal.sql("delete from notification");
  await portal.sql("delete from mail_delivery");
  await portal.sql("delete from mail_suppression");
});
afterAll(async () => {
  mailer.close();
  await server.close();
});

const scene = async () => {
  const { company, item, customer } = await itemScene(portal);
  return { company, item, user: customer };
};
const composed: ComposeMail = (db, delivery) => composeIds(portal)(db, delivery);
const deliver = (options?: Parameters<typeof deliverDue>[2]) => deliverDue(portal, mailer, options);
const deliveries = () =>
  portal.sql<{ state: string; attempts: number; response: string | null; minutes: number | null }>(
    `select state, attempts, response,
       round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes
     from mail_delivery order by id`,
  );
/** Makes every unfinished delivery due, by ending its lease or its wait for the next attempt. */
const endWaits = () =>
  portal.sql(
    "update mail_delivery set next_attempt_at = now() - interval '1 second' where next_attempt_at is not null",
  );

describe("gathering notifications into mails", () => {
  test("all notifications for an account about one item become one mail, even notifications that are not due yet", async () => {
    const due = await scene();
    const first = await addDueNotification(portal, due);
    const second = await addDueNotification(portal, { ...due, dueIn: 200 });
    expect(await deliver()).toEqual([]);
    expect(server.mails.map(({ text }) => text?.trim())).toEqual([
      `${String(first)} ${String(second)}`,
    ]);
    expect(await deliveries()).toMatchObject([{ state: "sent", attempts: 1 }]);
    await deliver();
    expect(server.mails).toHaveLength(1);
  });

  test("a mail contains no change of the last minute, which can still be undone, unless the notification itself is due", async () => {
    const due = await scene();
    const first = await addDueNotification(portal, due);
    await addDueNotification(portal, { ...due, dueIn: 200, age: 50 });
    await addDueNotification(portal, { ...due, pace: "daily", age: 50 });
    const digested = await addDueNotification(portal, { ...due, pace: "daily", age: 70 });
    await deliver();
    expect(server.mails.map(({ text }) => text?.trim())).toEqual([String(first), String(digested)]);
    const waiting = await portal.sql("select mail from notification where mail = 'due'");
    expect(waiting).toHaveLength(2);
  });

  test("nothing is mailed before the first notification of an item is due", async () => {
    const due = await scene();
    await addDueNotification(portal, { ...due, dueIn: 60 });
    await deliver();
    expect(await deliveries()).toEqual([]);
  });

  test("a digest is one mail that contains the account's due notifications about all items of the company", async () => {
    const due = await scene();
    const board = await portal.board(due.company);
    const ids = [
      await addDueNotification(portal, { ...due, pace: "daily" }),
      await addDueNotification(portal, {
        ...due,
        item: await portal.item(board),
        pace: "daily",
      }),
    ];
    await addDueNotification(portal, { ...due, pace: "daily", dueIn: 3600 });
    await addDueNotification(portal, { ...due, pace: "weekly", dueIn: 3600 });
    await deliver();
    expect(server.mails.map(({ text }) => text?.trim())).toEqual([ids.join(" ")]);
    expect(await portal.sql("select kind, feedback_id from mail_delivery")).toEqual([
      { kind: "daily", feedback_id: null },
    ]);
  });

  test("three processes that deliver at the same time send each mail once", async () => {
    const { company, item } = await scene();
    for (let n = 0; n < 12; n += 1) {
      const user = await portal.user("user", company);
      for (let m = 0; m < 2; m += 1) await addDueNotification(portal, { company, item, user });
    }
    await Promise.all([deliver(), deliver(), deliver()]);
    await deliver();
    const texts = server.mails.map(({ text }) => text?.trim() ?? "");
    expect(texts).toHaveLength(12);
    expect(new Set(texts.flatMap((text) => text.split(" "))).size).toBe(24);
  });

  test("companies take turns, so that many mails of one company do not delay the mails of another", async () => {
    const busy = await scene();
    const other = await scene();
    for (let n = 0; n < 30; n += 1)
      await addDueNotification(portal, { ...busy, user: await portal.user("user", busy.company) });
    await addDueNotification(portal, other);
    await deliver();
    const place = server.received.findIndex(({ to }) => to[0] === other.user.username);
    expect(server.received).toHaveLength(31);
    // Several connections send at the same time, so the position varies by a few mails.
    expect(place).toBeLessThan(15);
  });

  test("no mails of a read-only company are sent until the company is writable again", async () => {
    const due = await scene();
    await addDueNotification(portal, due);
    await portal.sql("update company set read_only_since = now() where id = $1", [due.company.id]);
    await deliver();
    expect(server.mails).toHaveLength(0);
    await portal.sql("update company set read_only_since = null where id = $1", [due.company.id]);
    await deliver();
    expect(server.mails).toHaveLength(1);
  });
});

describe("the content of a mail", () => {
  test("a notification mail has the company as its sender, a Message-ID of the delivery, and the headers for unsubscribing", async () => {
    const due = await scene();
    await addDueNotification(portal, due);
    await deliver();
    const [mail] = server.mails;
    expect(mail?.from).toEqual({ name: due.company.name, address: "portal@mail.example" });
    expect(mail?.messageId).toMatch(
      new RegExp(String.raw`^<delivery\.${String(due.company.id)}\.\d+\.\w+@mail\.example>$`),
    );
    expect(mail?.inReplyTo).toBe(
      `<item.${String(due.company.id)}.${String(due.item.id)}@mail.example>`,
    );
    const headers = Object.fromEntries(mail?.headers.map(({ key, value }) => [key, value]) ?? []);
    expect(headers).toMatchObject({
      "auto-submitted": "auto-generated",
      "list-unsubscribe": "<http://localhost/unsubscribe/4c8e>",
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    });
    expect(mail?.html).toContain("<p>Hello</p>");
  });

  test.each([
    ['Evil\r\nBcc: all@example.com, "x" <y@example.com>'],
    ["Ärger & Söhne „GmbH“ <boss@example.com>"],
    ["\u202Emoc.elpmaxe\u202C 評判"],
  ])("the company name %j reaches neither other headers nor the envelope", async (name) => {
    const company = await portal.company(name);
    const item = await portal.item(await portal.board(company));
    const user = await portal.user("user", company);
    await addDueNotification(portal, { company, item, user });
    await deliver();
    const [received] = server.received;
    expect(received).toMatchObject({ from: "portal@mail.example", to: [user.username] });
    const [mail] = server.mails;
    expect(mail?.from?.address).toBe("portal@mail.example");
    expect(mail?.headers.map(({ key }) => key)).not.toContain("bcc");
    const head = received?.raw.toString("latin1").split("\r\n\r\n", 1)[0] ?? "";
    expect(head).toMatch(/^[\x20-\x7E\r\n\t]*$/);
  });
});

describe("mails that the mail server refuses", () => {
  const deliverTo = async (refusal: string) => {
    const due = await scene();
    server.refusals.set(due.user.username, refusal);
    await addDueNotification(portal, due);
    await deliver();
    return due;
  };
  const suppressed = () => portal.sql("select address, reason, detail from mail_suppression");

  test.each([
    ["550 5.1.1 No such user"],
    ["550 No such user"],
    ["550 5.2.1 Mailbox disabled"],
    ["550 5.0.0 Unknown mailbox"],
  ])("an e-mail address that the mail server refuses with %s is suppressed", async (refusal) => {
    const { user, ...due } = await deliverTo(refusal);
    expect(await deliveries()).toMatchObject([{ state: "failed", response: refusal }]);
    expect(await suppressed()).toEqual([
      { address: user.username, reason: "refused", detail: refusal },
    ]);
    server.refusals.clear();
    await addDueNotification(portal, { ...due, user });
    await deliver();
    expect(server.mails).toHaveLength(0);
    expect(await deliveries()).toMatchObject([{ state: "failed" }, { state: "suppressed" }]);
  });

  test.each([
    ["554 5.7.1 Relay access denied"],
    ["550 relay not permitted"],
    ["554 5.7.1 Client host blocked by a list"],
    ["550 5.1.8 Sender address rejected"],
    ["552 5.2.2 Mailbox full"],
  ])("a mail refused with %s is marked as failed, and suppresses no address", async (refusal) => {
    await deliverTo(refusal);
    expect(await deliveries()).toMatchObject([{ state: "failed", response: refusal }]);
    expect(await suppressed()).toEqual([]);
  });

  test("a mail whose content is refused by the mail server is marked as failed, and no e-mail address is suppressed", async () => {
    server.contentRefusal = "554 5.6.0 No";
    const due = await scene();
    await addDueNotification(portal, due);
    await deliver();
    server.contentRefusal = undefined;
    expect(await deliveries()).toMatchObject([{ state: "failed", response: "554 5.6.0 No" }]);
    expect(await suppressed()).toEqual([]);
  });

  test("a temporarily refused mail is retried with growing gaps, and is marked as failed after a day", async () => {
    const { user } = await deliverTo("451 4.2.1 Later");
    const minutes: unknown[] = [];
    for (let attempt = 1; attempt < 7; attempt += 1) {
      const [delivery] = await deliveries();
      expect(delivery).toMatchObject({ state: "deferred", response: "451 4.2.1 Later" });
      minutes.push(delivery?.minutes);
      await endWaits();
      await deliver();
    }
    expect(minutes).toEqual([1, 5, 15, 60, 60, 60]);
    await endWaits();
    await portal.sql("update mail_delivery set created_at = now() - interval '1 day'");
    await deliver();
    expect(await deliveries()).toMatchObject([{ state: "failed" }]);
    expect(await suppressed()).toEqual([]);
    server.refusals.delete(user.username);
    await deliver();
    expect(server.mails).toHaveLength(0);
  });

  test("one refused recipient does not delay mails to other recipients", async () => {
    const { company, item } = await deliverTo("451 4.2.1 Later");
    for (let n = 0; n < 3; n += 1)
      await addDueNotification(portal, { company, item, user: await portal.user("user", company) });
    await deliver();
    expect(server.mails).toHaveLength(3);
  });
});

describe("outages of the mail server", () => {
  const fillQueue = async () => {
    const { company, item } = await scene();
    for (let n = 0; n < 12; n += 1)
      await addDueNotification(portal, { company, item, user: await portal.user("user", company) });
  };
  const addedScene = async () => {
    const added = await scene();
    await addDueNotification(portal, added);
    return added;
  };
  const attempted = async () =>
    (await deliveries()).reduce((sum, { attempts }) => sum + attempts, 0);

  test.each([
    ["refuses the sender", { senderRefusal: "550 5.7.1 Not you" }],
    ["refuses everything for now", { isRefusing: true }],
    ["closes connections before it has received a mail", { behaviour: "dies" }],
    ["answers every mail with 421", { contentRefusal: "421 4.3.2 Shutting down" }],
  ] as const)(
    "while the mail server %s, at most three mails are tried, and all mails arrive after the outage",
    async (_, fault) => {
      await fillQueue();
      Object.assign(server, fault);
      try {
        await deliver();
      } finally {
        Object.assign(server, {
          senderRefusal: undefined,
          isRefusing: false,
          contentRefusal: undefined,
          behaviour: "answers",
        });
      }
      expect(await attempted()).toBeLessThanOrEqual(3);
      expect((await deliveries()).map(({ state }) => state)).not.toContain("failed");
      expect(await portal.sql("select from mail_suppression")).toEqual([]);
      await endWaits();
      await deliver();
      expect(server.mails).toHaveLength(12);
    },
  );

  test.each([
    ["closes the connection", "diesAfter"],
    ["does not respond", "hangs"],
  ] as const)(
    "if the mail server receives a mail at each attempt and then %s, the mail is sent twice with the same Message-ID and then marked as failed",
    async (_, behaviour) => {
      const { user } = await addedScene();
      server.behaviour = behaviour;
      const impatient: Mailer = {
        ...mailer,
        send: async (mail) => {
          const attempt = new AbortController();
          const before = server.mails.length;
          const sending = mailer.send(mail, attempt.signal);
          if (behaviour === "hangs") {
            await vi.waitUntil(() => server.mails.length > before, { timeout: 60_000 });
            attempt.abort();
          }
          return sending;
        },
      };
      try {
        for (let attempt = 0; attempt < 5; attempt += 1) {
          await deliverDue(portal, impatient);
          await endWaits();
        }
      } finally {
        server.behaviour = "answers";
      }
      expect(server.received.map(({ to }) => to)).toEqual([[user.username], [user.username]]);
      expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(1);
      expect(await deliveries()).toMatchObject([
        { state: "failed", attempts: 2, response: expect.stringContaining("may have arrived") },
      ]);
      expect(await portal.sql("select from mail_suppression")).toEqual([]);
    },
  );

  test.each(["421 4.3.2 Closing the connection", "diesDuring", "diesAfter"] as const)(
    "a mail to which the mail server reacts with '%s' is retried alone, and the mails of other companies are not delayed",
    async (reaction) => {
      const poisoned = await addedScene();
      await fillQueue();
      // The HTML part is so long that the connection cannot take all of the mail at once.
      const html = reaction === "diesDuring" ? "<p>long</p>".repeat(1_000_000) : "";
      const compose: typeof composed = async (db, delivery) => {
        const mail = await composed(db, delivery);
        return mail && { ...mail, ...(delivery.userId === poisoned.user.id && { html }) };
      };
      server.reactionTo = (address) => (address === poisoned.user.username ? reaction : undefined);
      try {
        await deliver({ compose });
      } finally {
        server.reactionTo = () => undefined;
      }
      const left = (await deliveries()).filter(({ state }) => state !== "sent");
      expect(left).toMatchObject([{ state: "deferred", attempts: 1, minutes: 1 }]);
      expect(await deliveries()).toHaveLength(13);
      await endWaits();
      await deliver();
      expect((await deliveries()).every(({ state }) => state === "sent")).toBe(true);
    },
  );

  test("a mail that the mail server received without responding is sent exactly once more, even if an outage occurs before the second attempt", async () => {
    await addedScene();
    server.behaviour = "diesAfter";
    await deliver();
    server.behaviour = "answers";
    server.isRefusing = true;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await endWaits();
      await deliver();
    }
    server.isRefusing = false;
    await endWaits();
    await deliver();
    expect(server.received).toHaveLength(2);
    expect(await deliveries()).toMatchObject([{ state: "sent", attempts: 5 }]);
  });

  test("a mail that the mail server received without responding is marked as failed if the process of its second attempt is killed", async () => {
    await addedScene();
    server.behaviour = "diesAfter";
    await deliver();
    server.behaviour = "answers";
    await portal.sql("update mail_delivery set state = 'sending'");
    await endWaits();
    await deliver();
    expect(server.received).toHaveLength(1);
    const response = "The portal was stopped while it sent the mail. The mail may have arrived";
    expect(await deliveries()).toMatchObject([{ state: "failed", attempts: 2, response }]);
  });

  test("a process that found the mail server unreachable sends no mail until the server is reachable", async () => {
    await fillQueue();
    const away = openMailer(
      { ...portal.config, smtpUrl: "smtp://127.0.0.1:1" },
      { warn: () => undefined },
    );
    let isAway = true;
    const changing: Mailer = {
      ...away,
      send: (mail) => (isAway ? away : mailer).send(mail),
      verify: async () => (isAway ? away : mailer).verify?.(),
    };
    const { createMailDelivery } = await import("./deliverMails.ts");
    const errors: unknown[] = [];
    const delivery = createMailDelivery({
      database: portal.database,
      mailer: changing,
      mailFrom: portal.config.mailFrom,
      mailsPerMinute: 600,
      compose: composeIds(portal),
      onError: (error) => errors.push(error),
    });
    const { signal } = new AbortController();
    for (let minute = 0; minute < 4; minute += 1) {
      await delivery.run({}, signal);
      await endWaits();
    }
    expect(await attempted()).toBeLessThanOrEqual(3);
    expect(errors).toHaveLength(3);
    isAway = false;
    await delivery.run({}, signal);
    expect(server.mails).toHaveLength(12);
  });

  test("a mail of a killed process is sent again with the same Message-ID after the mail's lease has ended", async () => {
    const due = await scene();
    await addDueNotification(portal, due);
    await deliver();
    // The process was killed before it recorded that the mail was sent.
    await portal.sql(
      "update mail_delivery set state = 'sending', next_attempt_at = now() + interval '20 seconds'",
    );
    await deliver();
    expect(server.mails).toHaveLength(1);
    await endWaits();
    await deliver();
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(1);
    expect(server.mails).toHaveLength(2);
  });

  test("a mail is marked as failed after a day if every process that tries to send it is killed", async () => {
    await addDueNotification(portal, await scene());
    await deliver({ compose: async () => null });
    await portal.sql(
      `update mail_delivery set state = 'sending', finished_at = null,
         next_attempt_at = now() - interval '1 second'`,
    );
    const killed = { send: () => Promise.reject(new Error("No connection")) };
    await deliverDue(portal, killed);
    expect(await deliveries()).toMatchObject([{ state: "deferred", attempts: 2 }]);
    await endWaits();
    await portal.sql(
      "update mail_delivery set state = 'sending', created_at = now() - interval '1 day'",
    );
    await deliver();
    expect(await deliveries()).toMatchObject([{ state: "failed", attempts: 3 }]);
    expect(server.received).toEqual([]);
  });

  test("if the database is overloaded for one company, the mails of other companies are not delayed", async () => {
    const [overloaded, other] = [await scene(), await scene()];
    for (let n = 0; n < 2; n += 1) await addDueNotification(portal, overloaded);
    await addDueNotification(portal, other);
    const failing = { ...portal.database.system, first: () => Promise.reject(new OverloadError()) };
    const database: Database = {
      ...portal.database,
      inTurnsOf: (owner) =>
        owner === overloaded.company.id
          ? { ...portal.database, system: failing }
          : portal.database.inTurnsOf(owner),
    };
    const errors = await deliverDue({ ...portal, database }, mailer);
    expect(errors[0]).toBeInstanceOf(OverloadError);
    // Each of the three parallel workers tries the company at most once.
    expect(errors.length).toBeLessThanOrEqual(3);
    expect(server.received.map(({ to }) => to)).toEqual([[other.user.username]]);
  });

  test("a mail that the mail server has accepted is recorded as sent even if the database is overloaded when this is first recorded", async () => {
    await addDueNotification(portal, await scene());
    let failures = 0;
    const { system } = portal.database;
    const failingOnce: typeof system = {
      ...system,
      all: (statement, ...rest) => {
        if (statement.name === finishDelivery.name && failures === 0) {
          failures += 1;
          return Promise.reject(new OverloadError());
        }
        return system.all(statement, ...rest);
      },
    };
    const database: Database = {
      ...portal.database,
      system: failingOnce,
      inTurnsOf: () => ({
        ...portal.database,
        system: {
          ...system,
          all: (statement, ...rest) =>
            statement.name === finishDelivery.name
              ? Promise.reject(new OverloadError())
              : system.all(statement, ...rest),
        },
      }),
    };
    expect(await deliverDue({ ...portal, database }, mailer)).toEqual([]);
    expect(failures).toBe(1);
    expect(await deliveries()).toMatchObject([{ state: "sent", attempts: 1 }]);
  });

  test("a mail that cannot be composed is retried and does not delay other mails", async () => {
    const broken = await scene();
    await addDueNotification(portal, broken);
    await addDueNotification(portal, await scene());
    const compose: ReturnType<typeof composeIds> = (db, delivery) => {
      if (delivery.userId === broken.user.id) throw new Error("A mistake");
      return composeIds(portal)(db, delivery);
    };
    expect(await deliver({ compose })).toHaveLength(1);
    expect(server.mails).toHaveLength(1);
    const states = (await deliveries()).map(({ state }) => state);
    expect(states.toSorted()).toEqual(["deferred", "sent"]);
  });

  test("a mail without any notification that may still be sent is recorded as dropped and not sent", async () => {
    await addDueNotification(portal, await scene());
    await deliver({ compose: async () => null });
    expect(await deliveries()).toMatchObject([{ state: "dropped", attempts: 0 }]);
    expect(server.received).toEqual([]);
  });
});

describe("limits of mail delivery", () => {
  test("the number of notification mails sent in a minute stays within the installation's limit", async () => {
    const { company, item } = await scene();
    for (let n = 0; n < 6; n += 1)
      await addDueNotification(portal, { company, item, user: await portal.user("user", company) });
    await Promise.all([deliver({ mailsPerMinute: 4 }), deliver({ mailsPerMinute: 4 })]);
    expect(server.mails).toHaveLength(4);
    await portal.sql(
      "update throttle set window_started_at = window_started_at - interval '1 minute'",
    );
    await deliver({ mailsPerMinute: 4 });
    expect(server.mails).toHaveLength(6);
  });

  test("notifications above the limit of a mailbox are postponed by an hour and then become one digest", async () => {
    const { company, user } = await scene();
    const board = await portal.board(company);
    for (let n = 0; n < 30; n += 1)
      await addDueNotification(portal, { company, item: await portal.item(board), user });
    await deliver();
    expect(server.mails).toHaveLength(7);
    const waiting = await portal.sql<{ minutes: number }>(
      `select round(extract(epoch from mail_due_at - now()) / 60)::int as minutes
       from notification where mail = 'due'`,
    );
    expect(waiting.map(({ minutes }) => minutes)).toEqual(Array.from({ length: 23 }, () => 60));
    await portal.sql(
      "update throttle set window_started_at = window_started_at - interval '1 hour'",
    );
    await portal.sql("update notification set mail_due_at = mail_due_at - interval '1 hour'");
    await deliver();
    expect(server.mails.slice(7).map(({ text }) => text?.trim().split(" ").length)).toEqual([23]);
    expect(await portal.database.system.all(listCompaniesWithMail, {})).toEqual([]);
  });
});

test("sent deliveries are deleted after 30 days and other finished deliveries after 90 days, but their notifications stay", async () => {
  const ages = [
    ["sent", 29],
    ["sent", 31],
    ["failed", 31],
    ["failed", 89],
    ["failed", 91],
    ["deferred", 91],
  ] as const;
  for (let n = 0; n < ages.length; n += 1) await addDueNotification(portal, await scene());
  await deliver();
  const ids = await portal.sql<{ id: string }>("select id from mail_delivery order by id");
  for (const [index, [state, days]] of ages.entries())
    await portal.sql(
      `update mail_delivery set state = $2, created_at = now() - make_interval(days => $3),
         next_attempt_at = case when $2 = 'deferred' then now() end
       where id = $1`,
      [ids[index]?.id, state, days],
    );
  await deleteOldDeliveries(portal.database);
  expect(
    await portal.sql(
      `select state, (now()::date - created_at::date) as days,
         (select count(*)::int from notification n where n.delivery_id = d.id) as notifications
       from mail_delivery d order by id`,
    ),
  ).toEqual([
    { state: "sent", days: 29, notifications: 1 },
    { state: "failed", days: 31, notifications: 1 },
    { state: "failed", days: 89, notifications: 1 },
    { state: "deferred", days: 91, notifications: 1 },
  ]);
  expect(
    await portal.sql("select from notification where mail = 'mailed' and delivery_id is null"),
  ).toHaveLength(2);
});
