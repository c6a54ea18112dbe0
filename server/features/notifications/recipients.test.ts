import { beforeAll, describe, expect, test } from "vitest";
import type { Notification } from "#contract/notifications.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { itemPath } from "#server/checks/fixtures/liveScene.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ NOTIFY_DELAY: "600", REQUIRE_CONFIRMED_EMAIL: "1" });
});

/** Creates a company with an item of an author, and functions that act as the company's users. */
async function scene() {
  const company = await portal.company();
  const [board, secret, admin, author, voter] = await Promise.all([
    portal.board(company),
    portal.board(company, { isPrivate: true }),
    portal.user("company_admin", company),
    portal.user("user", company),
    portal.user("user", company),
  ]);
  const item = await portal.item(board, { userId: author.id });
  const as = (user?: TestUser) => portal.visitor(company.host, user);
  await as(voter).post(itemPath(item, "/vote"));
  return {
    company,
    board,
    secret,
    admin,
    author,
    voter,
    item,
    as,
    plan: (note?: string) => as(admin).patch(itemPath(item), { status: "planned", note }),
    comment: (user: TestUser) => as(user).post(itemPath(item, "/comments"), { content: "Well" }),
    follow: (user: TestUser, level: string, on: { id: number } = item) =>
      portal.sql(
        "insert into follow (company_id, feedback_id, user_id, level) values ($1, $2, $3, $4)",
        [company.id, on.id, user.id, level],
      ),
    /** Runs the jobs, and returns the notifications of each of the users, oldest first. */
    notified: async (...users: TestUser[]) => {
      await runJobs(portal);
      return Promise.all(users.map((user) => kindsOf(as(user))));
    },
    /**
     * Runs the jobs, and returns the state, pace and delay in seconds of the mail for each of the
     * account's notifications.
     */
    mailOf: async (user: TestUser) => {
      await runJobs(portal);
      return portal.sql<{ mail: string; mail_pace: string | null; after: number | null }>(
        `select n.mail, n.mail_pace,
           extract(epoch from n.mail_due_at - a.created_at)::integer as after
         from notification n join activity a on a.id = n.activity_id where n.user_id = $1`,
        [user.id],
      );
    },
  };
}

async function kindsOf(visitor: ReturnType<TestPortal["visitor"]>): Promise<string[]> {
  const { status, body } = await visitor.get("/api/notifications");
  expect(status).toBe(200);
  return (body as Notification[]).map(({ kind, reason }) => `${kind} ${reason}`).toReversed();
}

const setAccount = ({ id }: TestUser, change: string) =>
  portal.sql(`update user_account set ${change} where id = $1`, [id]);

const NOTHING: string[] = [];
const STATUS_AS_VOTER = ["status_changed voted"];

describe("who is notified of a merge", () => {
  test("followers who came to an item by an earlier merge are notified when the item is merged", async () => {
    const { company, board, item, admin, author, voter, as, notified } = await scene();
    const [middle, target] = [await portal.item(board), await portal.item(board)];
    const merge = async (from: { id: number }, into: { id: number }) =>
      expect((await as(admin).post(itemPath(from, "/merge"), { targetId: into.id })).status).toBe(
        200,
      );
    await merge(item, middle);
    expect(await notified(author, voter)).toEqual([["item_merged author"], ["item_merged voted"]]);
    await merge(middle, target);
    await runJobs(portal);
    const told = await portal.sql(
      "select user_id::int, reason from notification where company_id = $1 and feedback_id = $2",
      [company.id, middle.id],
    );
    expect(told).toHaveLength(2);
    expect(told).toEqual(
      expect.arrayContaining([
        { user_id: author.id, reason: "followed" },
        { user_id: voter.id, reason: "voted" },
      ]),
    );
  });
});

describe("who is notified of a change of status", () => {
  test("an item's author, its voters and its followers are notified of its new status", async () => {
    const { company, author, voter, plan, follow, notified } = await scene();
    const [all, status] = [await portal.user("user", company), await portal.user("user", company)];
    await follow(all, "all");
    await follow(status, "status");
    await plan();
    expect(await notified(author, voter, all, status)).toEqual([
      ["status_changed author"],
      STATUS_AS_VOTER,
      ["status_changed followed"],
      ["status_changed followed"],
    ]);
  });

  test("an account of another company that voted on a public item is notified of the item's new status", async () => {
    const { item, as, plan, notified } = await scene();
    const stranger = await portal.user("user", await portal.company());
    await as(stranger).post(itemPath(item, "/vote"));
    await plan();
    expect(await notified(stranger)).toEqual([STATUS_AS_VOTER]);
  });

  test("a change of status notifies neither the admin who made it nor an admin who does not follow the item", async () => {
    const { company, item, admin, as, plan, notified } = await scene();
    const colleague = await portal.user("company_admin", company);
    await as(admin).post(itemPath(item, "/vote"));
    await plan();
    expect(await notified(admin, colleague)).toEqual([NOTHING, NOTHING]);
  });

  test("an author and a voter who turned off notifications about an item are not notified of its new status", async () => {
    const { author, voter, plan, follow, notified } = await scene();
    await follow(author, "off");
    await follow(voter, "off");
    await plan();
    expect(await notified(author, voter)).toEqual([NOTHING, NOTHING]);
  });

  test("nobody is notified of a change of status for which the admin turned off notifications", async () => {
    const { company, item, admin, author, voter, as, notified } = await scene();
    const { status } = await as(admin).patch(itemPath(item), { status: "planned", notify: false });
    expect(status).toBe(200);
    expect(await notified(author, voter)).toEqual([NOTHING, NOTHING]);
    expect(await portal.sql("select 1 from activity where company_id = $1", [company.id])).toEqual(
      [],
    );
  });

  test("two changes of status create two notifications, and repeating the work creates none", async () => {
    const { company, item, admin, voter, as, plan, notified } = await scene();
    await plan();
    await as(admin).patch(itemPath(item), { status: "complete" });
    await runJobs(portal);
    await portal.sql(
      `update activity set pending = '{"notifyFollowers": null}' where company_id = $1`,
      [company.id],
    );
    expect(await notified(voter)).toEqual([[...STATUS_AS_VOTER, ...STATUS_AS_VOTER]]);
  });
});

describe("who is notified of a comment", () => {
  test("a customer's comment notifies the item's author and the followers with the level 'all', but neither voters nor the commenter", async () => {
    const { company, author, voter, comment, follow, notified } = await scene();
    const [all, status, customer] = [
      await portal.user("user", company),
      await portal.user("user", company),
      await portal.user("user", company),
    ];
    await follow(all, "all");
    await follow(status, "status");
    await comment(customer);
    expect(await notified(author, voter, all, status, customer)).toEqual([
      ["comment_added author"],
      NOTHING,
      ["comment_added followed"],
      NOTHING,
      NOTHING,
    ]);
  });

  test("a user who has commented is notified of other users' later comments", async () => {
    const { company, comment, notified } = await scene();
    const [first, second] = [
      await portal.user("user", company),
      await portal.user("user", company),
    ];
    await comment(first);
    await runJobs(portal);
    await comment(second);
    expect(await notified(first, second)).toEqual([["comment_added followed"], NOTHING]);
  });

  test("an admin's comment notifies the author, voters and followers with the level 'status'", async () => {
    const { company, admin, author, voter, comment, follow, notified } = await scene();
    const status = await portal.user("user", company);
    await follow(status, "status");
    await comment(admin);
    expect(await notified(author, voter, status)).toEqual([
      ["comment_added author"],
      ["comment_added voted"],
      ["comment_added followed"],
    ]);
  });

  test("a comment by an admin of another company does not notify voters", async () => {
    const { voter, comment, notified } = await scene();
    await comment(await portal.user("company_admin", await portal.company()));
    expect(await notified(voter)).toEqual([NOTHING]);
  });

  test("a comment that a merge moved to a private item before the jobs ran notifies admins only", async () => {
    const { company, secret, item, admin, author, voter, as, comment, notified } = await scene();
    const colleague = await portal.user("company_admin", company);
    await comment(voter);
    const { id: targetId } = await portal.item(secret);
    expect((await as(admin).post(itemPath(item, "/merge"), { targetId })).status).toBe(200);
    const [ofAuthor, ofColleague] = await notified(author, colleague);
    expect(ofAuthor).toEqual(["item_merged author"]);
    expect(ofColleague).toEqual(["comment_added admin"]);
  });

  test("a comment that was deleted before the jobs ran notifies nobody", async () => {
    const { item, admin, author, as, comment, notified } = await scene();
    const { body } = await comment(admin);
    await as(admin).delete(itemPath(item, `/comments/${String(body.id)}`));
    expect(await notified(author)).toEqual([NOTHING]);
  });
});

describe("what the admins of a company are notified of", () => {
  test("admins are notified of new items and comments, and customers are not notified of new items", async () => {
    const { company, board, admin, voter, as, comment, follow, notified } = await scene();
    const follower = await portal.user("user", company);
    const item = { title: "New", description: "Item", boardId: board.id };
    await follow(follower, "all", (await as(voter).post("/api/feedback", item)).body);
    await comment(voter);
    expect(await notified(admin, voter, follower)).toEqual([
      ["item_submitted admin", "comment_added admin"],
      NOTHING,
      NOTHING,
    ]);
  });

  test("admins are notified of an anonymous visitor's item", async () => {
    const { board, admin, as, notified } = await scene();
    await portal.site({ allowPublicFeedback: true });
    const item = { title: "New", description: "Item", boardId: board.id };
    expect((await as().post("/api/feedback", item)).status).toBe(201);
    expect(await notified(admin)).toEqual([["item_submitted admin"]]);
  });

  test("an admin's own item or comment notifies neither that admin nor admins of other companies", async () => {
    const { board, admin, as, comment, notified } = await scene();
    const stranger = await portal.user("company_admin", await portal.company());
    await as(admin).post("/api/feedback", { title: "N", description: "I", boardId: board.id });
    await comment(admin);
    expect(await notified(admin, stranger)).toEqual([NOTHING, NOTHING]);
  });

  test("an admin who turned off notifications about new feedback is notified of a comment only if the admin follows the item", async () => {
    const { company, voter, comment, follow, notified } = await scene();
    const [off, follower] = [
      await portal.user("company_admin", company),
      await portal.user("company_admin", company),
    ];
    await setAccount(off, "new_feedback_pace = 'off'");
    await setAccount(follower, "new_feedback_pace = 'off'");
    await follow(follower, "all");
    await comment(voter);
    expect(await notified(off, follower)).toEqual([NOTHING, ["comment_added followed"]]);
  });

  test("an admin who chose no notifications or only changes of status of an item is not notified of a customer's comment, and an admin who follows everything is notified once", async () => {
    const { company, admin, voter, comment, follow, notified } = await scene();
    const [ofStatus, follower] = [
      await portal.user("company_admin", company),
      await portal.user("company_admin", company),
    ];
    await follow(admin, "off");
    await follow(ofStatus, "status");
    await follow(follower, "all");
    await comment(voter);
    expect(await notified(admin, ofStatus, follower)).toEqual([
      NOTHING,
      NOTHING,
      ["comment_added followed"],
    ]);
  });

  test("an admin's mail about new feedback has the pace that the admin chose for new feedback", async () => {
    const { admin, voter, comment, mailOf } = await scene();
    await setAccount(admin, "email_pace = 'weekly', new_feedback_pace = 'immediate'");
    await comment(voter);
    expect(await mailOf(admin)).toMatchObject([{ mail: "due", mail_pace: "immediate" }]);
  });
});

describe("users who cannot see the item", () => {
  const turns: [how: string, turn: (set: Awaited<ReturnType<typeof scene>>) => Promise<Reply>][] = [
    [
      "the board turned private",
      ({ as, admin, board }) =>
        as(admin).patch(`/api/boards/${String(board.id)}`, { isPrivate: true }),
    ],
    [
      "the item was moved to a private board",
      ({ as, admin, item, secret }) => as(admin).patch(itemPath(item), { boardId: secret.id }),
    ],
  ];
  test.each(turns)(
    "when %s before the jobs ran, only admins of the company and super admins are notified",
    async (_, turn) => {
      const set = await scene();
      const { company, author, voter, plan, follow, notified } = set;
      const [colleague, provider, stranger] = [
        await portal.user("company_admin", company),
        await portal.user("super_admin"),
        await portal.user("company_admin", await portal.company()),
      ];
      for (const user of [colleague, provider, stranger]) await follow(user, "all");
      await plan();
      expect((await turn(set)).status).toBe(200);
      await runJobs(portal);
      // The test reads the table, because the list of notifications hides items that the account
      // is not allowed to see.
      const rows = await portal.sql<{ user_id: string }>(
        "select user_id from notification where company_id = $1",
        [company.id],
      );
      expect(rows.map(({ user_id }) => Number(user_id)).toSorted((a, b) => a - b)).toEqual(
        [colleague.id, provider.id].toSorted((a, b) => a - b),
      );
      expect(await notified(author, voter, colleague)).toEqual([
        NOTHING,
        NOTHING,
        ["status_changed followed"],
      ]);
    },
  );

  test("nobody is notified about an item that was deleted before the jobs ran", async () => {
    const { item, admin, voter, as, plan, notified } = await scene();
    await plan();
    await as(admin).delete(itemPath(item));
    expect(await notified(voter)).toEqual([NOTHING]);
  });

  test("a deactivated and a deleted account are not notified, and the other voters are notified", async () => {
    const { company, item, voter, as, plan, notified } = await scene();
    const [blocked, deleted] = [
      await portal.user("user", company),
      await portal.user("user", company),
    ];
    for (const user of [blocked, deleted]) await as(user).post(itemPath(item, "/vote"));
    await plan();
    await setAccount(blocked, "is_active = false");
    await portal.sql("delete from user_account where id = $1", [deleted.id]);
    expect(await notified(voter)).toEqual([STATUS_AS_VOTER]);
    expect(
      await portal.sql("select 1 from notification where user_id = any ($1)", [
        [blocked.id, deleted.id],
      ]),
    ).toEqual([]);
  });

  test("a company that is being deleted notifies nobody", async () => {
    const { company, plan } = await scene();
    await plan();
    await portal.sql("update company set closed_at = now() where id = $1", [company.id]);
    await runJobs(portal);
    for (const rows of ["notification where", "activity where pending <> '{}' and"])
      expect(await portal.sql(`select 1 from ${rows} company_id = $1`, [company.id])).toEqual([]);
  });
});

describe("how a notification is mailed", () => {
  test("an immediate mail is due after the configured delay of 600 seconds", async () => {
    const { voter, plan, mailOf } = await scene();
    await plan();
    expect(await mailOf(voter)).toEqual([{ mail: "due", mail_pace: "immediate", after: 600 }]);
  });

  test("a daily mail is due at eight o'clock in the account's time zone", async () => {
    const { voter, plan, mailOf } = await scene();
    await setAccount(voter, "email_pace = 'daily', time_zone = 'Asia/Tokyo'");
    await plan();
    expect(await mailOf(voter)).toMatchObject([{ mail: "due", mail_pace: "daily" }]);
    const [due] = await portal.sql<{ at: string }>(
      "select (mail_due_at at time zone 'Asia/Tokyo')::time::text as at from notification where user_id = $1",
      [voter.id],
    );
    expect(due?.at).toBe("08:00:00");
  });

  test("accounts that turned off mails or have not confirmed their e-mail address get notifications only in the portal", async () => {
    const { company, item, author, voter, as, plan, notified, mailOf } = await scene();
    const other = await portal.user("user", company);
    await as(other).post(itemPath(item, "/vote"));
    await setAccount(voter, "email_pace = 'off'");
    await setAccount(author, "confirmed_at = null");
    await plan();
    const off = [{ mail: "off", mail_pace: null, after: null }];
    expect([await mailOf(voter), await mailOf(author)]).toEqual([off, off]);
    expect(await notified(voter, author)).toEqual([STATUS_AS_VOTER, ["status_changed author"]]);
    expect(await mailOf(other)).toMatchObject([{ mail: "due" }]);
  });

  test("an account with a suppressed e-mail address in any letter case gets notifications only in the portal", async () => {
    const { voter, plan, notified, mailOf } = await scene();
    await setAccount(voter, `username = 'Big.${voter.username}'`);
    await portal.sql(
      "insert into mail_suppression (address, reason, detail) values ($1, 'bounced', 'gone')",
      [`big.${voter.username}`],
    );
    await plan();
    expect(await mailOf(voter)).toEqual([
      { mail: "suppressed", mail_pace: "immediate", after: null },
    ]);
    expect(await notified(voter)).toEqual([STATUS_AS_VOTER]);
  });
});
