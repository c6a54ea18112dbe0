import { beforeAll, describe, expect, test } from "vitest";
import type { ChangelogEntry } from "#contract/changelog.ts";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ NOTIFY_DELAY: "0" });
});

const LIST = "/api/changelog";
const pathOf = ({ id }: { id: number }, rest = "") => `${LIST}/${String(id)}${rest}`;
/** Runs the jobs until nothing is left to be sent, and returns the mails. */
async function sentMails() {
  const mails = await runJobs(portal);
  await portal.sql("update notification set mail_due_at = now() where mail = 'due'");
  await portal.sql("select graphile_worker.add_job('deliverMails')");
  return [...mails, ...(await runJobs(portal))];
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** Creates a company with a draft that links two items with followers. */
async function scene() {
  const company = await portal.company();
  const [board, admin, author, voter] = await Promise.all([
    portal.board(company),
    portal.user("company_admin", company),
    portal.user("user", company),
    portal.user("user", company),
  ]);
  const one = await portal.item(board, { title: "Dark mode", userId: author.id });
  const other = await portal.item(board, { title: "Themes", status: "complete" });
  const as = (user?: TestUser) => portal.visitor(company.host, user);
  for (const { id } of [one, other]) await as(voter).post(`/api/feedback/${String(id)}/vote`);
  const C = as(admin);
  const entry = (
    await C.post(LIST, {
      title: "Dark mode is here",
      body: "It follows your device.",
      itemIds: [one.id, other.id],
    })
  ).body as ChangelogEntry;
  return {
    company,
    one,
    entry,
    admin,
    author,
    voter,
    as,
    C,
    publish: (body: object = { tell: ["followers"], completeItems: true }) =>
      C.post(pathOf(entry, "/publish"), body),
    notifications: async (user: TestUser) => (await as(user).get("/api/notifications")).body,
    itemStatus: async () => (await C.get(`/api/feedback/${String(one.id)}`)).body.status,
    /** Makes the scheduled entry due, and runs the job that the schedule starts every minute. */
    runDue: async () => {
      await portal.sql(
        "update changelog_entry set publish_at = now() - interval '1 second' where company_id = $1 and state = 'scheduled'",
        [company.id],
      );
      await portal.sql("select graphile_worker.add_job('publishDueEntries')");
      return runJobs(portal);
    },
  };
}

describe("publishing a changelog entry", () => {
  test("completes the linked items and tells each follower once, with the entry", async () => {
    const { entry, publish, author, voter, admin, notifications, itemStatus, as } = await scene();
    const published = await publish();
    expect(published.body).toMatchObject({
      state: "published",
      publishAt: expect.stringMatching(/Z$/),
      editing: { wasPublished: true },
    });
    const mails = await sentMails();
    expect(await itemStatus()).toBe("complete");
    for (const user of [author, voter]) {
      expect(await notifications(user)).toMatchObject([
        {
          kind: "changelog_published",
          changelogEntry: { title: "Dark mode is here", slug: entry.slug },
        },
      ]);
      expect((await as(user).get("/api/notifications/unread")).body).toEqual({ count: 1 });
    }
    expect(await notifications(admin)).toEqual([]);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      [author.username, voter.username].toSorted(),
    );
    for (const { subject, text } of mails) {
      expect(subject).toBe("In the changelog: Dark mode is here");
      expect(text).toContain("It follows your device.");
      expect(text).toContain(`/changelog/${entry.slug}`);
    }
  });

  test("tells nobody if the admin tells nobody, and then never again", async () => {
    const { C, entry, publish, voter, notifications, itemStatus } = await scene();
    await publish({ tell: [] });
    expect(await sentMails()).toEqual([]);
    expect(await itemStatus()).toBe("new");
    await C.post(pathOf(entry, "/unpublish"));
    await publish();
    expect(await sentMails()).toEqual([]);
    expect(await notifications(voter)).toEqual([]);
  });

  test("can be taken back, which removes it and its notifications everywhere", async () => {
    const { C, as, entry, one, publish, voter, notifications, company } = await scene();
    await publish();
    await portal.sql("update user_account set email_pace = 'daily' where id = $1", [voter.id]);
    await runJobs(portal);
    expect((await as().get(`${LIST}/slug/${entry.slug}`)).status).toBe(200);
    const taken = await C.post(pathOf(entry, "/unpublish"));
    expect(taken.body).toMatchObject({ state: "draft", publishAt: null });
    expect((await as().get(LIST)).body).toEqual([]);
    expect((await as().get(`${LIST}/slug/${entry.slug}`)).status).toBe(404);
    expect((await as().get(`/api/feedback/${String(one.id)}`)).body.changelogEntry).toBeNull();
    expect(await notifications(voter)).toEqual([]);
    expect((await as(voter).get("/api/notifications/unread")).body).toEqual({ count: 0 });
    expect((await C.post(pathOf(entry, "/unpublish"))).status).toBe(409);
    expect((await auditOf(portal, company)).map(({ action }) => action)).toEqual([
      "changelog.create",
      "changelog.publish",
      "changelog.unpublish",
    ]);
  });

  test("before its mails are sent, taking it back sends none of them", async () => {
    const { C, entry, publish } = await scene();
    await publish();
    await C.post(pathOf(entry, "/unpublish"));
    expect(await sentMails()).toEqual([]);
  });

  test("at a later time happens once, by whichever process runs the job", async () => {
    const { as, C, entry, publish, author, voter, admin, runDue, itemStatus, company } =
      await scene();
    const at = inMinutes(60);
    const scheduled = await publish({ at, tell: ["followers"], completeItems: true });
    expect(scheduled.body).toMatchObject({
      state: "scheduled",
      publishAt: at,
      editing: { tell: ["followers"], completeItems: true },
    });
    expect((await as().get(LIST)).body).toEqual([]);
    await runDue();
    const mailed = await sentMails();
    expect(mailed.map(({ to }) => to).toSorted()).toEqual(
      [author.username, voter.username].toSorted(),
    );
    expect((await as().get(LIST)).body).toMatchObject([{ id: entry.id, state: "published" }]);
    expect(await itemStatus()).toBe("complete");
    await runDue();
    expect(await sentMails()).toEqual([]);
    expect((await C.post(pathOf(entry, "/publish"), {})).status).toBe(409);
    const audited = await auditOf(portal, company);
    expect(audited.map(({ action, actor }) => [action, actor])).toEqual([
      ["changelog.create", admin.username],
      ["changelog.schedule", admin.username],
      ["changelog.publish", admin.username],
    ]);
  });

  test("at a later time can be changed, taken back or be done at once", async () => {
    const { C, entry, publish, runDue, as } = await scene();
    await publish({ at: inMinutes(60) });
    const later = inMinutes(120);
    expect((await publish({ at: later })).body).toMatchObject({ publishAt: later });
    await C.post(pathOf(entry, "/unpublish"));
    await runDue();
    expect((await as().get(LIST)).body).toEqual([]);
    await publish({ at: later });
    expect((await publish({})).body.state).toBe("published");
  });

  test.each([
    ["a time that has passed", { at: inMinutes(-1) }, "at"],
    ["a time in more than a year", { at: inMinutes(60 * 24 * 400) }, "at"],
    ["no time", { at: "tomorrow" }, "at"],
    ["an unknown audience", { tell: ["everybody"] }, "tell"],
  ])("with %s is refused and changes nothing", async (_what, body, field) => {
    const { C, entry, publish } = await scene();
    const { status, body: refusal } = await publish(body);
    expect([status, Object.keys(refusal.errors).map((name) => name.split(".")[0])]).toEqual([
      400,
      [field],
    ]);
    expect((await C.get(pathOf(entry))).body).toEqual(entry);
  });

  test("the dialog's numbers count each follower once, without who would publish", async () => {
    const { C, entry, admin, voter, one } = await scene();
    const count = async () => (await C.get(pathOf(entry, "/audience"))).body;
    expect(await count()).toEqual({ followers: 2, subscribers: 0 });
    const [company] = await portal.sql<{ id: number }>(
      "select company_id as id from feedback_item where id = $1",
      [one.id],
    );
    await portal.sql(
      `insert into follow (company_id, feedback_id, user_id, level)
       values ($1, $2, $3, 'off'), ($1, $2, $4, 'all')`,
      [company?.id, one.id, voter.id, admin.id],
    );
    // The voter still follows the other item.
    expect(await count()).toEqual({ followers: 2, subscribers: 0 });
  });
});
