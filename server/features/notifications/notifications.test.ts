import { beforeAll, describe, expect, test } from "vitest";
import type { Notification } from "#contract/notifications.ts";
import { itemPath } from "#server/checks/fixtures/liveScene.ts";
import { nextOf, readPages } from "#server/checks/fixtures/readPages.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const LIST = "/api/notifications";
const UNREAD = "/api/notifications/unread";
const READ = "/api/notifications/read";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** Creates a company with an admin and an item for which a customer has voted. */
async function scene() {
  const company = await portal.company();
  const [board, secret, admin, voter] = await Promise.all([
    portal.board(company),
    portal.board(company, { isPrivate: true }),
    portal.user("company_admin", company),
    portal.user("user", company),
  ]);
  const item = await portal.item(board, { title: "Recurring tasks" });
  const asAdmin = portal.visitor(company.host, admin);
  const asVoter = portal.visitor(company.host, voter);
  await asVoter.post(itemPath(item, "/vote"));
  return {
    company,
    board,
    secret,
    admin,
    voter,
    item,
    asAdmin,
    asVoter,
    setStatus: async (status: string, note?: string) => {
      await asAdmin.patch(itemPath(item), { status, note });
      await runJobs(portal);
    },
    /** Inserts `count` activities, each with a notification for the voter. */
    insert: (count: number) =>
      portal.sql(
        `with added as (
           insert into activity (company_id, feedback_id, kind, data, origin)
           select $1, $2, 'status_changed', '{"toStatus":"planned"}', 'http://localhost'
           from generate_series(1, $4) returning id
         )
         insert into notification (company_id, user_id, activity_id, feedback_id, reason, mail)
         select $1, $3, id, $2, 'voted', 'off' from added`,
        [company.id, item.id, voter.id, count],
      ),
  };
}

describe("the list of notifications", () => {
  test("the notification of a change of status contains the item, the admin's name, the new status and the note", async () => {
    const { admin, item, asVoter, setStatus } = await scene();
    await setStatus("planned", "We start in June");
    const { status, headers, body } = await asVoter.get(LIST);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "x-total-count": "1", "cache-control": "no-store" });
    expect(body).toEqual([
      {
        id: expect.any(Number),
        kind: "status_changed",
        feedbackId: item.id,
        title: "Recurring tasks",
        reason: "voted",
        actorName: admin.fullName,
        actorPictureUrl: null,
        toStatus: "planned",
        closeReason: null,
        commentId: null,
        excerpt: "We start in June",
        changelogEntry: null,
        isRead: false,
        createdAt: expect.stringMatching(/^20.+Z$/),
      },
    ]);
  });

  test("the notification of a comment contains the comment's id and first 300 characters, and no text after the comment was deleted", async () => {
    const { item, asAdmin, asVoter } = await scene();
    const content = `${"x".repeat(300)}y`;
    const { body: comment } = await asAdmin.post(itemPath(item, "/comments"), { content });
    await runJobs(portal);
    const listed = { kind: "comment_added", toStatus: null, commentId: comment.id };
    expect((await asVoter.get(LIST)).body).toMatchObject([{ ...listed, excerpt: "x".repeat(300) }]);
    await asAdmin.delete(itemPath(item, `/comments/${String(comment.id)}`));
    expect((await asVoter.get(LIST)).body).toMatchObject([{ ...listed, excerpt: null }]);
  });

  test("the notification of a comment contains no text for a viewer who cannot see the item to which a merge moved the comment", async () => {
    const { company, item, secret, asAdmin, asVoter } = await scene();
    await asVoter.request("PUT", itemPath(item, "/follow"), { level: "all" });
    const colleague = portal.visitor(company.host, await portal.user("company_admin", company));
    await colleague.request("PUT", itemPath(item, "/follow"), { level: "all" });
    await asAdmin.post(itemPath(item, "/comments"), { content: "Words" });
    await runJobs(portal);
    const excerpts = async (viewer: typeof asVoter) =>
      ((await viewer.get(LIST)).body as Notification[]).map(({ excerpt }) => excerpt);
    expect(await excerpts(asVoter)).toEqual(["Words"]);
    const { id: targetId } = await portal.item(secret);
    expect((await asAdmin.post(itemPath(item, "/merge"), { targetId })).status).toBe(200);
    expect(await excerpts(asVoter)).toEqual([null]);
    expect(await excerpts(colleague)).toEqual(["Words"]);
  });

  test("the list of notifications contains no e-mail address, not even for an actor without a name", async () => {
    const { admin, asVoter, setStatus } = await scene();
    await portal.sql("update user_account set full_name = null where id = $1", [admin.id]);
    await setStatus("planned");
    const { body, text } = await asVoter.get(LIST);
    expect(body).toMatchObject([{ actorName: null }]);
    expect(text).not.toContain("@");
  });

  test("the pages of the list contain every notification once, and begin with the newest notification", async () => {
    const { asVoter, insert } = await scene();
    await insert(45);
    const { items, totals } = await readPages<Notification>(asVoter, LIST);
    const ids = items.map(({ id }) => id);
    expect([ids.length, totals]).toEqual([45, [45, 45, 45]]);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
  });

  test("a cursor from the list of another account's notifications is refused", async () => {
    const { company, asVoter, insert } = await scene();
    await insert(2);
    const next = nextOf(await asVoter.get(`${LIST}?limit=1`)) ?? "";
    expect((await asVoter.get(next)).status).toBe(200);
    const other = portal.visitor(company.host, await portal.user("user", company));
    expect((await other.get(next)).status).toBe(400);
  });

  test("notifications of a company are listed on the company's host and the product's own host, but not on another company's host", async () => {
    const { voter, asVoter, setStatus } = await scene();
    await setStatus("planned");
    const elsewhere = portal.visitor((await portal.company()).host, voter);
    const ownHost = portal.visitor("localhost", voter);
    expect([
      (await asVoter.get(LIST)).body.length,
      (await ownHost.get(LIST)).body.length,
      (await elsewhere.get(LIST)).body.length,
      (await elsewhere.get(UNREAD)).body.count,
    ]).toEqual([1, 1, 0, 0]);
  });

  test("on the product's own host, an account without a company has no notifications", async () => {
    const provider = portal.visitor("localhost", await portal.user("super_admin"));
    expect((await provider.get(LIST)).body).toEqual([]);
    expect((await provider.get(UNREAD)).body).toEqual({ count: 0 });
    expect((await provider.post(READ, { all: true })).status).toBe(204);
  });

  test("anonymous visitors get 401 when they list, count or mark notifications", async () => {
    const visitor = portal.visitor((await scene()).company.host);
    const replies = [
      await visitor.get(LIST),
      await visitor.get(UNREAD),
      await visitor.post(READ, { all: true }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});

describe("notifications about an item that the viewer can no longer see", () => {
  test("while a board is private, notifications about its items are listed and counted for admins but not for customers", async () => {
    const { company, board, item, asAdmin, asVoter, setStatus } = await scene();
    const colleague = portal.visitor(company.host, await portal.user("company_admin", company));
    await colleague.post(itemPath(item, "/vote"));
    await setStatus("planned", "A secret");
    const hide = (isPrivate: boolean) =>
      asAdmin.patch(`/api/boards/${String(board.id)}`, { isPrivate });
    await hide(true);
    const hidden = await asVoter.get(LIST);
    expect([hidden.text, hidden.headers["x-total-count"]]).toEqual(["[]", "0"]);
    expect((await asVoter.get(UNREAD)).body).toEqual({ count: 0 });
    expect((await colleague.get(LIST)).body).toMatchObject([{ excerpt: "A secret" }]);
    expect((await colleague.get(UNREAD)).body).toEqual({ count: 1 });
    await hide(false);
    expect((await asVoter.get(UNREAD)).body).toEqual({ count: 1 });
  });

  test("notifications about an item are hidden after the item was moved to a private board, and deleted together with the item", async () => {
    const { item, secret, asAdmin, asVoter, setStatus } = await scene();
    await setStatus("planned");
    await asAdmin.patch(itemPath(item), { boardId: secret.id });
    expect((await asVoter.get(LIST)).body).toEqual([]);
    await asAdmin.delete(itemPath(item));
    expect(
      await portal.sql("select 1 from notification where feedback_id = $1", [item.id]),
    ).toEqual([]);
  });
});

describe("marking notifications as read", () => {
  test("unread notifications are counted up to 100, and one request marks more than 2,000 notifications as read", async () => {
    const { asVoter, insert } = await scene();
    await insert(2100);
    expect((await asVoter.get(UNREAD)).body).toEqual({ count: 100 });
    expect(await asVoter.post(READ, { all: true })).toMatchObject({ status: 204, text: "" });
    expect((await asVoter.get(UNREAD)).body).toEqual({ count: 0 });
    expect((await asVoter.get(LIST)).body[0]).toMatchObject({ isRead: true });
  });

  test("single notifications can be marked as read, and repeating the request changes nothing", async () => {
    const { asVoter, insert, voter } = await scene();
    await insert(3);
    const [first, second, third] = (await asVoter.get(LIST)).body as { id: number }[];
    const readAt = () =>
      portal.sql("select id::integer, read_at from notification where user_id = $1 order by id", [
        voter.id,
      ]);
    for (let round = 0; round < 2; round += 1)
      expect((await asVoter.post(READ, { ids: [first?.id, third?.id] })).status).toBe(204);
    const rows = await readAt();
    await asVoter.post(READ, { ids: [first?.id] });
    expect(await readAt()).toEqual(rows);
    expect((await asVoter.get(LIST)).body).toMatchObject([
      { ...first, isRead: true },
      { ...second, isRead: false },
      { ...third, isRead: true },
    ]);
  });

  test("a user can neither mark another user's notifications as read nor find out whether they exist", async () => {
    const { company, asVoter, asAdmin, insert } = await scene();
    await insert(1);
    const [{ id }] = (await asVoter.get(LIST)).body;
    const other = await scene();
    for (const visitor of [
      asAdmin,
      portal.visitor(company.host, await portal.user("user", company)),
      other.asAdmin,
    ]) {
      const replies = [
        await visitor.post(READ, { ids: [id] }),
        await visitor.post(READ, { ids: [999_999_999] }),
        await visitor.post(READ, { all: true }),
      ];
      expect(replies.map(({ status, text }) => [status, text])).toEqual(
        replies.map(() => [204, ""]),
      );
    }
    expect((await asVoter.get(UNREAD)).body).toEqual({ count: 1 });
  });

  test.each([{}, { ids: [] }, { ids: ["x"] }, { all: false }, { ids: 5 }])(
    "the call that marks notifications as read refuses the body %j",
    async (body) => {
      const { asVoter } = await scene();
      expect((await asVoter.post(READ, body)).status).toBe(400);
    },
  );
});
