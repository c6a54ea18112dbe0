import { beforeAll, describe, expect, test } from "vitest";
import { notificationRows } from "#server/checks/fixtures/notificationRows.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
let rows: ReturnType<typeof notificationRows>;
beforeAll(async () => {
  portal = await startTestPortal();
  rows = notificationRows(portal);
});

/** Creates a company with an item by one of its users. */
async function scene({ isPrivate = false } = {}) {
  const cast = await newCast(portal);
  const board = await portal.board(cast.company, { isPrivate });
  const author = await portal.user("user", cast.company);
  const item = await portal.item(board, { userId: author.id });
  const path = `/api/feedback/${String(item.id)}`;
  const { C: admin } = cast.viewers;
  const audience = async (visitor: Visitor = admin) =>
    (await visitor.get(`${path}/audience`)).body as unknown;
  const follow = (user: { id: number }, level: string) =>
    portal.sql(
      "insert into follow (company_id, feedback_id, user_id, level) values ($1, $2, $3, $4)",
      [cast.company.id, item.id, user.id, level],
    );
  const vote = (user: { id: number }) =>
    portal.sql("insert into user_vote (company_id, feedback_id, user_id) values ($1, $2, $3)", [
      cast.company.id,
      item.id,
      user.id,
    ]);
  return { ...cast, author, item, path, audience, follow, vote };
}

const counted = (total: number, byEmail = total) => ({ total, byEmail, isCapped: false });

describe("the number of people whom a change of status would notify", () => {
  test("the author, voters and followers of an item are counted once each as people whom a change of status would notify", async () => {
    const { author, user, company, audience, follow, vote } = await scene();
    expect(await audience()).toEqual(counted(1));
    const follower = await portal.user("user", company);
    for (const person of [author, user]) await vote(person);
    await follow(user, "all");
    await follow(follower, "status");
    expect(await audience()).toEqual(counted(3));
  });

  test("an author, a voter and a follower who turned off notifications about an item are not counted as people whom a change of status would notify", async () => {
    const { author, user, company, audience, follow, vote } = await scene();
    await vote(user);
    for (const person of [author, user, await portal.user("user", company)])
      await follow(person, "off");
    expect(await audience()).toEqual(counted(0));
  });

  test("neither the admin who sends the request nor deactivated accounts are counted as people whom a change of status would notify", async () => {
    const { author, user, admin, viewers, audience, follow, vote } = await scene();
    await follow(admin, "all");
    await vote(user);
    await portal.sql("update user_account set is_active = false where id = $1", [author.id]);
    expect(await audience()).toEqual(counted(1));
    expect(await audience(viewers.T)).toEqual(counted(2));
  });

  test("on a private board, only admins of the company and super admins are counted as people whom a change of status would notify", async () => {
    const { user, stranger, superAdmin, superOfA, company, audience, follow, vote } = await scene({
      isPrivate: true,
    });
    for (const person of [user, stranger, superAdmin, superOfA]) await vote(person);
    await follow(await portal.user("company_admin", company), "all");
    expect(await audience()).toEqual(counted(3));
  });

  test("people who get no mails, because of the pace 'off' or a suppressed e-mail address, are counted as notified people but not as recipients of mails", async () => {
    const { author, user, company, audience, vote } = await scene();
    const suppressed = await portal.user("user", company);
    const weekly = await portal.user("user", company);
    for (const person of [user, suppressed, weekly]) await vote(person);
    await portal.sql("update user_account set email_pace = 'off' where id = $1", [user.id]);
    await portal.sql("update user_account set email_pace = 'weekly' where id = $1", [weekly.id]);
    await portal.sql("update user_account set username = upper(username) where id = $1", [
      suppressed.id,
    ]);
    await rows.suppress(suppressed);
    expect(await audience()).toEqual(counted(4, 2));
    await rows.suppress(author);
    expect(await audience()).toEqual(counted(4, 1));
  });

  test("people with unconfirmed e-mail addresses are counted among those who get a mail only if the installation does not require confirmed addresses", async () => {
    const { author, admin, company, path, audience } = await scene();
    await portal.sql("update user_account set confirmed_at = null where id = $1", [author.id]);
    expect(await audience()).toEqual(counted(1));
    const strict = await portal.anotherApp({ REQUIRE_CONFIRMED_EMAIL: "1" });
    const { body } = await strict.visitor(company.host, admin).get(`${path}/audience`);
    expect(body).toEqual(counted(1, 0));
  });

  test("if a change of status would notify more than 10,000 people, 10,000 people are counted", async () => {
    const { company, item, audience } = await scene();
    await portal.sql(
      `with voter as (
         insert into user_account (username, password_hash, full_name, role, confirmed_at)
         select 'crowd-' || n || '@example.com', 'none', 'Crowd', 'user', now()
         from generate_series(1, 10000) n returning id
       )
       insert into user_vote (company_id, feedback_id, user_id) select $1, $2, id from voter`,
      [company.id, item.id],
    );
    expect(await audience()).toEqual({ total: 10_000, byEmail: 10_000, isCapped: true });
  });
});

describe("changes of status without notifications", () => {
  test("a change of status without notifications stores no activity, and admins see that the change notified nobody", async () => {
    const { viewers, path, item } = await scene();
    const reply = await viewers.C.patch(path, { status: "planned", notify: false });
    expect([reply.status, reply.body.status]).toEqual([200, "planned"]);
    const stored = await portal.sql("select 1 from activity where feedback_id = $1", [item.id]);
    expect(stored).toEqual([]);
    const [change] = (await viewers.A.get(`${path}/history`)).body;
    expect((await viewers.C.get(`${path}/notified`)).body).toEqual([
      { id: change.id, isSilent: true, isPending: false, total: 0, isCapped: false },
    ]);
    expect(Object.keys(change)).not.toContain("isSilent");
  });

  test("a change of status is not stored as silent unless the admin turns notifications off", async () => {
    const { viewers, item, path } = await scene();
    await viewers.C.patch(path, { status: "planned" });
    await viewers.C.patch(path, { status: "complete", notify: true });
    const changes = "select is_silent from status_change where feedback_id = $1";
    expect(await portal.sql(changes, [item.id])).toEqual([
      { is_silent: false },
      { is_silent: false },
    ]);
  });

  test.each([
    [{ notify: false }, "notify goes with a change of status"],
    [{ notify: true, title: "Another" }, "notify goes with a change of status"],
    [{ status: "planned", notify: "no" }, "notify must be true or false"],
  ])("the change %j gets 400 with an error for the field notify", async (body, message) => {
    const { viewers, path } = await scene();
    const reply = await viewers.C.patch(path, body);
    expect([reply.status, reply.body.errors]).toEqual([400, { notify: [message] }]);
  });

  test("the author of an item gets 403 for turning off the notifications of a change of status", async () => {
    const { company, author, path } = await scene();
    const visitor = portal.visitor(company.host, author);
    const reply = await visitor.patch(path, { status: "new", notify: false });
    expect(reply.status).toBe(403);
  });
});

describe("who was notified of a change of status", () => {
  test("the notifications of a change of status are counted by outcome, without notifications of other changes", async () => {
    const { company, viewers, item, path } = await scene();
    const { activityId, changeId } = await rows.notifiedChange(item);
    const later = await rows.notifiedChange(item);
    const person = () => portal.user("user", company);
    const delivered = async (state: string) => {
      const user = await person();
      const deliveryId = await rows.mailDelivery(company, user, { state, item });
      await rows.notification(activityId, user, { mail: "mailed", pace: "immediate", deliveryId });
    };
    for (const state of ["sent", "sent", "sending", "deferred", "failed", "suppressed", "dropped"])
      await delivered(state);
    for (const pace of ["immediate", "daily", "weekly"])
      await rows.notification(activityId, await person(), { mail: "due", pace });
    for (const mail of ["off", "suppressed", "dropped", "mailed"])
      await rows.notification(activityId, await person(), { mail });
    await rows.notification(later.activityId, await person(), { mail: "off" });
    const reply = await viewers.C.get(`${path}/history/${String(changeId)}/notified`);
    expect(reply.body).toEqual({
      mailed: 3,
      waiting: 3,
      digest: 2,
      off: 1,
      suppressed: 2,
      failed: 1,
      dropped: 2,
    });
    expect((await viewers.C.get(`${path}/notified`)).body).toMatchObject([
      { id: later.changeId, total: 1, isPending: false },
      { id: changeId, total: 14, isCapped: false },
    ]);
  });

  test("a change of status is marked as pending while its followers are being notified", async () => {
    const { company, viewers, item, path } = await scene();
    const { activityId } = await rows.notifiedChange(item);
    await portal.sql(
      `update activity set pending = '{"a": null}' where company_id = $1 and id = $2`,
      [company.id, activityId],
    );
    expect((await viewers.C.get(`${path}/notified`)).body).toMatchObject([
      { isPending: true, total: 0 },
    ]);
  });

  test("the number of notified people is not shown for a change of status whose activity was deleted", async () => {
    const { viewers, item, path } = await scene();
    const { activityId } = await rows.notifiedChange(item);
    expect((await viewers.C.get(`${path}/notified`)).body).toHaveLength(1);
    await portal.sql("delete from activity where id = $1", [activityId]);
    expect((await viewers.C.get(`${path}/notified`)).body).toEqual([]);
  });

  test("a request for the notifications of a status change gets 404 if the change belongs to another item than the one in the URL", async () => {
    const { viewers, item, path } = await scene();
    const other = await scene();
    const { changeId } = await rows.notifiedChange(item);
    const address = `/history/${String(changeId)}/notified`;
    expect((await viewers.C.get(path + address)).status).toBe(200);
    expect((await viewers.C.get(other.path + address)).status).toBe(404);
    expect((await other.viewers.C.get(other.path + address)).status).toBe(404);
  });
});
