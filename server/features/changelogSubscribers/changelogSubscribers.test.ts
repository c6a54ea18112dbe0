import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ NOTIFY_DELAY: "0" });
});
beforeEach(() => portal.sql("delete from throttle"));

const SUBSCRIPTION = "/api/changelog/subscription";
const SUBSCRIBERS = "/api/changelog/subscribers";
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const ONE_CLICK = "List-Unsubscribe=One-Click";

type Cast = Awaited<ReturnType<typeof newCast>>;

let serial = 0;
const newAddress = () => `reader-${String((serial += 1))}@example.com`;
const linkIn = (text: string | undefined) =>
  /\/subscription\/[\w-]{36}/.exec(text ?? "")?.[0] ?? "";

const request = (visitor: Visitor, email: string) => visitor.post(SUBSCRIBERS, { email });

/** Subscribes an address and returns the path of its link. */
async function subscribed(visitor: Visitor, email: string): Promise<string> {
  await request(visitor, email);
  const link = linkIn((await runJobs(portal)).find(({ to }) => to === email)?.text);
  await visitor.post(link, "action=subscribe", FORM);
  return link;
}

/** Publishes an entry, tells its followers and subscribers, and returns the entry's path in the API. */
async function published(viewers: Cast["viewers"], itemIds: number[] = []): Promise<string> {
  const entry = { title: "Dark mode", body: "It is dark.", itemIds };
  const { body } = await viewers.C.post("/api/changelog", entry);
  const path = `/api/changelog/${String(body.id)}`;
  const told = { tell: ["followers", "subscribers"] };
  expect((await viewers.C.post(`${path}/publish`, told)).status).toBe(200);
  return path;
}

/** Delivers the mails that are due, and returns them. */
async function delivered() {
  await runJobs(portal);
  await portal.sql("select graphile_worker.add_job('deliverMails')");
  return runJobs(portal);
}

const listed = async (admin: Visitor) =>
  ((await admin.get(SUBSCRIBERS)).body as { email: string }[]).map(({ email }) => email);

describe("subscribing an address", () => {
  test("an address is subscribed after the button behind the mailed link was pressed, and opening the link alone changes nothing", async () => {
    const { viewers, company } = await newCast(portal);
    const email = newAddress();
    expect((await request(viewers.A, email)).status).toBe(204);
    const mails = await runJobs(portal);
    expect(mails.map(({ to }) => to)).toEqual([email]);
    expect(mails[0]?.text).toContain(company.host);
    const link = linkIn(mails[0]?.text);
    const page = await viewers.A.get(link);
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining("Confirm subscription"),
    ]);
    expect(page.headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    expect(await listed(viewers.C)).toEqual([]);
    const confirmed = await viewers.A.post(link, "action=subscribe", FORM);
    expect(confirmed.text).toContain("one mail for each new entry");
    expect(await listed(viewers.C)).toEqual([email]);
  });

  test("the response to a known address is the same as to an unknown one, and a subscribed address gets no mail", async () => {
    const { viewers } = await newCast(portal);
    const email = newAddress();
    await subscribed(viewers.A, email);
    const known = await request(viewers.A, email.toUpperCase());
    const unknown = await request(viewers.A, newAddress());
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect((await runJobs(portal)).map(({ to }) => to)).not.toContain(email);
  });

  test("a second request for the same address within ten minutes sends no second mail", async () => {
    const { viewers } = await newCast(portal);
    const email = newAddress();
    await request(viewers.A, email);
    await request(viewers.A, email);
    expect(await runJobs(portal)).toHaveLength(1);
  });

  test("an invalid address is refused beside the field", async () => {
    const { viewers } = await newCast(portal);
    const { status, body } = await request(viewers.A, "nobody");
    expect([status, body.errors]).toEqual([400, { email: ["Invalid email format"] }]);
  });

  test("an address that nobody confirms is deleted after a week, and its link then gets 404", async () => {
    const { viewers } = await newCast(portal);
    const email = newAddress();
    await request(viewers.A, email);
    const link = linkIn((await runJobs(portal))[0]?.text);
    await portal.sql(
      "update changelog_subscriber set changed_at = now() - interval '8 days' where address = $1",
      [email],
    );
    await portal.sql("select graphile_worker.add_job('cleanUp')");
    await runJobs(portal);
    expect((await viewers.A.get(link)).status).toBe(404);
    expect((await viewers.A.post(link, ONE_CLICK, FORM)).status).toBe(404);
  });

  test("one click in the mail unsubscribes, also from another origin and repeatedly, and the page offers to subscribe again", async () => {
    const { viewers } = await newCast(portal);
    const email = newAddress();
    const link = await subscribed(viewers.A, email);
    const foreign = { ...FORM, origin: "https://mail.example", "sec-fetch-site": "cross-site" };
    for (let time = 0; time < 2; time += 1)
      expect(await viewers.A.post(link, ONE_CLICK, foreign)).toMatchObject({
        status: 200,
        text: "Unsubscribed.\n",
      });
    expect(await listed(viewers.C)).toEqual([]);
    expect((await viewers.A.get(link)).text).toContain("Subscribe again");
  });

  test("a bounce is shown to admins, and no longer suppresses an address that is subscribed again by its link", async () => {
    const { viewers } = await newCast(portal);
    const email = newAddress();
    const link = await subscribed(viewers.A, email);
    await portal.sql(
      "insert into mail_suppression (address, reason, detail) values ($1, 'bounced', '550')",
      [email],
    );
    const isSuppressed = async () => (await viewers.C.get(SUBSCRIBERS)).body[0].isSuppressed;
    expect(await isSuppressed()).toBe(true);
    await viewers.A.post(link, ONE_CLICK, FORM);
    await viewers.A.post(link, "action=subscribe", FORM);
    expect(await isSuppressed()).toBe(false);
  });
});

describe("subscribing an account", () => {
  test("an account subscribes and unsubscribes with one call, and repeated calls succeed", async () => {
    const { viewers } = await newCast(portal);
    const isSubscribed = async () => (await viewers.U.get(SUBSCRIPTION)).body.isSubscribed;
    expect(await isSubscribed()).toBe(false);
    for (let time = 0; time < 2; time += 1)
      expect(await viewers.U.request("PUT", SUBSCRIPTION)).toMatchObject({
        status: 200,
        body: { isSubscribed: true },
      });
    expect(await isSubscribed()).toBe(true);
    for (let time = 0; time < 2; time += 1)
      expect((await viewers.U.delete(SUBSCRIPTION)).status).toBe(204);
    expect(await isSubscribed()).toBe(false);
  });
});

describe("telling subscribers of an entry", () => {
  test("an address and an account get one mail each, with the entry's link and one-click headers", async () => {
    const { viewers, company, user } = await newCast(portal);
    const email = newAddress();
    const link = await subscribed(viewers.A, email);
    await viewers.U.request("PUT", SUBSCRIPTION);
    const path = await published(viewers);
    expect((await viewers.C.get(`${path}/audience`)).body).toEqual({
      followers: 0,
      subscribers: 2,
    });
    const mails = await delivered();
    expect(mails.map(({ to }) => to).toSorted()).toEqual([email, user.username].toSorted());
    const mail = mails.find(({ to }) => to === email);
    expect(mail).toMatchObject({
      subject: expect.stringContaining("Dark mode"),
      headers: {
        "List-Unsubscribe": `<http://${company.host}${link}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    });
    expect(mail?.text).toContain(`http://${company.host}/changelog/dark-mode`);
    expect(await delivered()).toEqual([]);
  });

  test("whoever subscribed both the account and its address gets one mail", async () => {
    const { viewers, user } = await newCast(portal);
    await subscribed(viewers.A, user.username.toLowerCase());
    await viewers.U.request("PUT", SUBSCRIPTION);
    await published(viewers);
    expect(await delivered()).toHaveLength(1);
  });

  test("a follower of one of the entry's items, who is told as a follower, gets no second mail as a subscriber", async () => {
    const { viewers, company, user } = await newCast(portal);
    const item = await portal.item(await portal.board(company));
    await viewers.U.post(`/api/feedback/${String(item.id)}/vote`);
    await viewers.U.request("PUT", SUBSCRIPTION);
    await subscribed(viewers.A, user.username.toLowerCase());
    const path = await published(viewers, [item.id]);
    expect((await viewers.C.get(`${path}/audience`)).body).toEqual({
      followers: 1,
      subscribers: 0,
    });
    expect((await delivered()).map(({ to }) => to)).toEqual([user.username]);
  });

  test("nobody gets a mail of an entry that was taken back before its mails were sent, nor after unsubscribing", async () => {
    const { viewers } = await newCast(portal);
    const gone = await subscribed(viewers.A, newAddress());
    await viewers.U.request("PUT", SUBSCRIPTION);
    await published(viewers);
    await portal.sql("update mail_delivery set next_attempt_at = now() + interval '1 hour'");
    await viewers.A.post(gone, ONE_CLICK, FORM);
    await viewers.U.delete(SUBSCRIPTION);
    const email = newAddress();
    await subscribed(viewers.A, email);
    const path = await published(viewers);
    await viewers.C.post(`${path}/unpublish`);
    await portal.sql("update mail_delivery set next_attempt_at = now() where state = 'waiting'");
    expect(await delivered()).toEqual([]);
  });

  test("the daily digest of an account contains the entry", async () => {
    const { viewers, company, user } = await newCast(portal);
    await portal.sql("update user_account set email_pace = 'daily' where id = $1", [user.id]);
    await viewers.U.request("PUT", SUBSCRIPTION);
    await published(viewers);
    expect(await delivered()).toEqual([]);
    await portal.sql(
      `update notification set mail_due_at = now(), created_at = now() - interval '1 hour'
       where company_id = $1`,
      [company.id],
    );
    const [mail] = await delivered();
    expect(mail?.subject).toMatch(/1 changelog entry today$/);
    expect(mail?.text).toContain("Dark mode");
  });

  test("2,500 subscribers are told in slices, and each address gets one mail", async () => {
    const { viewers, company } = await newCast(portal);
    await portal.sql(
      `insert into changelog_subscriber (company_id, address, state)
       select $1, format('many-%s-%s@example.com', $1::bigint, n), 'subscribed'
       from generate_series(1, 2500) n`,
      [company.id],
    );
    await published(viewers);
    await runJobs(portal);
    const [counted] = await portal.sql(
      `select count(*)::integer as mails, count(distinct subscriber_id)::integer as subscribers
       from mail_delivery where company_id = $1`,
      [company.id],
    );
    expect(counted).toEqual({ mails: 2500, subscribers: 2500 });
  });
});

describe("managing subscribers", () => {
  test("an admin finds, downloads and removes subscribers, and the removal is in the audit log", async () => {
    const { viewers, company } = await newCast(portal);
    const [first, second] = [newAddress(), newAddress()];
    await subscribed(viewers.A, first);
    await subscribed(viewers.A, second);
    const found = await viewers.C.get(`${SUBSCRIBERS}?search=${first}`);
    expect(found.body).toEqual([
      {
        id: expect.any(Number),
        userId: null,
        fullName: null,
        email: first,
        isSuppressed: false,
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
    const csv = await viewers.C.get(`${SUBSCRIBERS}.csv`);
    expect(csv.text.split("\r\n").slice(0, 3)).toEqual([
      '\uFEFF"Address","Name","Since (UTC)"',
      expect.stringContaining(`"${second}",`),
      expect.stringContaining(`"${first}",`),
    ]);
    const path = `${SUBSCRIBERS}/${String(found.body[0].id)}`;
    expect((await viewers.C.delete(path)).status).toBe(204);
    expect((await viewers.C.delete(path)).status).toBe(404);
    expect(await listed(viewers.C)).toEqual([second]);
    expect(await auditOf(portal, company)).toContainEqual(
      expect.objectContaining({ action: "subscriber.remove", subject: first }),
    );
  });
});
