import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { LiveEvent } from "#contract/events.ts";
import { siteAuditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { itemPath } from "#server/checks/fixtures/liveScene.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";
import { createHandOff } from "#server/checks/fixtures/handOff.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { Change } from "#server/platform/changes/change.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.sql("delete from throttle"));

const remove = (user: TestUser, body: object = { password: TEST_PASSWORD }, host = "localhost") =>
  portal.visitor(host, user).request("DELETE", "/api/user", body);

const exists = async ({ id }: TestUser) =>
  (await portal.sql("select 1 from user_account where id = $1", [id])).length === 1;

/** Creates a customer of one company who also votes and comments in another company. */
async function scene() {
  const [company, other] = [await portal.company(), await portal.company()];
  const [user, voter] = [await portal.user("user", company), await portal.user("user", company)];
  const [board, otherBoard, secret] = [
    await portal.board(company),
    await portal.board(other),
    await portal.board(other, { isPrivate: true }),
  ];
  const own = await portal.item(board, { userId: user.id });
  const [theirs, hidden] = [await portal.item(otherBoard), await portal.item(secret)];
  await portal.sql("insert into user_vote (company_id, feedback_id, user_id) values ($1, $2, $3)", [
    other.id,
    hidden.id,
    user.id,
  ]);
  await portal.sql("update feedback_item set votes = 1 where id = $1", [hidden.id]);
  for (const who of [user, voter]) {
    for (const [{ host }, item] of [
      [company, own],
      [other, theirs],
    ] as const) {
      await portal.visitor(host, who).post(itemPath(item, "/vote"));
      await portal.visitor(host, who).post(itemPath(item, "/comments"), { content: "Well" });
    }
  }
  return { company, other, user, voter, board, otherBoard, secret, own, theirs, hidden };
}

/** Returns a list to which the changes that the portal publishes are added until the test ends. */
function listenForChanges(): Change[] {
  const changes: Change[] = [];
  onTestFinished(portal.changes.subscribe((change) => changes.push(change)));
  return changes;
}

describe("what remains after an account was deleted by its owner", () => {
  test("after an account is deleted, its comments and items in all companies are attributed to a deleted user", async () => {
    const { company, other, user, voter, own, theirs } = await scene();
    const reply = await remove(user);
    expect([reply.status, reply.text]).toEqual([204, ""]);
    for (const [{ host }, item] of [
      [company, own],
      [other, theirs],
    ] as const) {
      const { body } = await portal.visitor(host).get(itemPath(item, "/comments"));
      expect(body).toMatchObject([
        {
          content: "Well",
          userId: null,
          user: { username: "Deleted user", fullName: "Deleted user" },
        },
        { content: "Well", userId: voter.id, user: { fullName: voter.fullName } },
      ]);
    }
    expect((await portal.visitor(company.host).get(itemPath(own))).body).toMatchObject({
      userId: null,
      isAuthorDeleted: true,
    });
    expect((await portal.visitor(other.host).get(itemPath(theirs))).body).toMatchObject({
      userId: null,
      isAuthorDeleted: false,
    });
  });

  test("deleting an account removes its votes and updates the counts in all companies, including on private boards", async () => {
    const { own, theirs, hidden, user } = await scene();
    await remove(user);
    const rows = await portal.sql(
      `select f.id::int, f.votes, (select count(*)::int from user_vote v where v.feedback_id = f.id) as stored
       from feedback_item f where id = any ($1) order by id`,
      [[own.id, theirs.id, hidden.id]],
    );
    expect(rows).toEqual([
      { id: own.id, votes: 1, stored: 1 },
      { id: theirs.id, votes: 1, stored: 1 },
      { id: hidden.id, votes: 0, stored: 0 },
    ]);
  });

  test("deleting an account publishes changes of items and comments in each company, and publishes those of private boards and internal notes only to admins", async () => {
    const { company, other, user, board, otherBoard, secret, own, theirs, hidden } = await scene();
    await portal.comment(theirs, { userId: user.id, visibility: "internal" });
    const changes = listenForChanges();
    await remove(user);
    const published = (companyId: number, isPrivate: boolean): LiveEvent[] =>
      changes
        .filter((change) => change.companyId === companyId && change.isPrivate === isPrivate)
        .flatMap(({ events }) => events);
    expect(published(company.id, false)).toContainEqual({
      kind: "item",
      feedbackId: own.id,
      boardId: board.id,
    });
    expect(published(other.id, false)).toEqual([
      { kind: "item", feedbackId: theirs.id, boardId: otherBoard.id },
      { kind: "comment", feedbackId: theirs.id, boardId: otherBoard.id, commentsCount: null },
    ]);
    // An internal note is published to admins only.
    expect(published(other.id, true)).toEqual([
      { kind: "item", feedbackId: hidden.id, boardId: secret.id },
      { kind: "comment", feedbackId: theirs.id, boardId: otherBoard.id, commentsCount: null },
    ]);
  });

  test("deleting an account publishes the ids of its items that wait for approval to admins only", async () => {
    const { company, board, user } = await scene();
    const admin = await portal.user("company_admin", company);
    const admins = portal.visitor(company.host, admin);
    await admins.patch(`/api/company/${String(company.id)}`, { moderation: "all" });
    const author = portal.visitor(company.host, user);
    const body = { title: "Waiting", description: "Words", category: "feature", boardId: board.id };
    const { body: waiting } = await author.post("/api/feedback", body);
    expect(waiting.state).toBe("pending");
    const changes = listenForChanges();
    await remove(user);
    const ofItem = ({ events }: Change) =>
      events.some((event) => "feedbackId" in event && event.feedbackId === waiting.id);
    expect(changes.filter(ofItem).map(({ isPrivate }) => isPrivate)).toEqual([true]);
  });

  test("the cached data of an item shows the new vote count after the account of a voter is deleted", async () => {
    const { other, user, theirs } = await scene();
    const anonymous = portal.visitor(other.host);
    for (let n = 0; n < 3; n += 1)
      expect((await anonymous.get(itemPath(theirs))).body.votes).toBe(2);
    await remove(user);
    expect((await anonymous.get(itemPath(theirs))).body.votes).toBe(1);
  });

  test("deleting an account with 1,100 votes and comments leaves correct counts", async () => {
    const company = await portal.company();
    const [user, board] = [await portal.user("user", company), await portal.board(company)];
    await portal.sql(
      `with item as (
         insert into feedback_item (company_id, board_id, title, description, user_id, votes, comments_count)
         select $1, $2, 'Item ' || n, 'Words', $3, 1, 1 from generate_series(1, 1100) n returning company_id, id
       ), vote as (
         insert into user_vote (company_id, feedback_id, user_id) select company_id, id, $3 from item
       )
       insert into comment (company_id, feedback_id, user_id, content)
       select company_id, id, $3, 'Comment' from item`,
      [company.id, board.id, user.id],
    );
    expect((await remove(user)).status).toBe(204);
    expect(
      await portal.sql(
        `select votes, comments_count, user_id, is_author_deleted, count(*)::int from feedback_item
         where company_id = $1 group by 1, 2, 3, 4`,
        [company.id],
      ),
    ).toEqual([
      { votes: 0, comments_count: 1, user_id: null, is_author_deleted: true, count: 1100 },
    ]);
  });
});

describe("what is deleted with an account", () => {
  test("deleting an account deletes its sessions, known devices, reset links, hand-offs and second factor", async () => {
    const { company, user } = await scene();
    await portal.sql(
      `with device as (
         insert into known_device (user_id, token_hash) values ($1, decode(repeat('d4', 32), 'hex'))
       )
       insert into authenticator (user_id, secret, recovery_salt)
       values ($1, decode(repeat('a1', 20), 'hex'), decode(repeat('a2', 16), 'hex'))`,
      [user.id],
    );
    await portal.visitor("localhost").post("/api/password-reset", { username: user.username });
    await runJobs(portal);
    const { path, cookie } = await createHandOff(portal, company, user);
    const [session] = await portal.sql<{ id: string }>(
      "select id from session where user_id = $1",
      [user.id],
    );
    const stored = async () =>
      (
        await portal.sql<{ kind: string }>(
          `select 'session' as kind from session where user_id = $1
           union select 'device' from known_device where user_id = $1
           union select 'reset' from password_reset where user_id = $1
           union select 'hand-off' from handoff where session_id = $2
           union select 'second factor' from authenticator where user_id = $1
           order by kind`,
          [user.id, session?.id],
        )
      ).map(({ kind }) => kind);
    expect(await stored()).toEqual(["device", "hand-off", "reset", "second factor", "session"]);
    const reply = await remove(user);
    expect(String(reply.headers["set-cookie"])).toMatch(/^hearback_session=;.*Max-Age=0/);
    expect((await portal.visitor("localhost", user).get("/api/user")).status).toBe(401);
    expect(await stored()).toEqual([]);
    const late = await portal.visitor(company.host, { cookie }).get(path);
    expect(String(late.headers["set-cookie"])).not.toContain("hearback_session=");
  });

  test("the e-mail address of a deleted account can be registered again, and the new account gets no data of the deleted account", async () => {
    const { company, user, own } = await scene();
    await remove(user);
    const registered = await portal.visitor(company.host).post("/api/register", {
      username: user.username,
      password: "marmalade sandwich 7",
      fullName: "Some Body",
    });
    expect(registered.status).toBe(201);
    const cookie = String(registered.headers["set-cookie"]).split(";")[0] ?? "";
    const fresh = portal.visitor(company.host, { cookie });
    const { body: data } = await fresh.get("/api/user/data");
    expect(data).toMatchObject({ items: [], comments: [], votes: [], auditEntries: [] });
    expect((await fresh.get(itemPath(own))).body.hasVoted).toBe(false);
    expect((await fresh.patch(itemPath(own), { title: "Mine" })).status).toBe(403);
  });

  test("the owner of a deleted account gets a last mail at the account's address", async () => {
    const user = await portal.user("user");
    await runJobs(portal);
    await remove(user);
    expect(await runJobs(portal)).toMatchObject([
      {
        to: user.username,
        subject: expect.stringContaining("was deleted"),
        text: expect.stringContaining("Your account was deleted."),
      },
    ]);
  });
});

describe("who can delete their account", () => {
  test("deleting an account is refused with a wrong password, and after ten attempts with any password", async () => {
    const user = await portal.user("user");
    for (let n = 0; n < 10; n += 1) {
      const { status, body } = await remove(user, { password: "not the one" });
      expect([status, Object.keys(body.errors)]).toEqual([400, ["password"]]);
    }
    expect((await remove(user)).status).toBe(429);
    expect(await exists(user)).toBe(true);
  });

  test("deleting an account with a second factor requires a code besides the password", async () => {
    const user = await portal.user("user");
    await portal.sql(
      `insert into authenticator (user_id, secret, confirmed_at, recovery_salt)
       values ($1, decode(repeat('a1', 20), 'hex'), now(), decode(repeat('b2', 16), 'hex'))`,
      [user.id],
    );
    for (const code of [undefined, "000000"]) {
      const { status, body } = await remove(user, { password: TEST_PASSWORD, code });
      expect([status, Object.keys(body.errors)]).toEqual([400, ["code"]]);
    }
    expect(await exists(user)).toBe(true);
    const { body } = await remove(user, { password: "not the one", code: "000000" });
    expect(Object.keys(body.errors)).toEqual(["password"]);
  });

  test("the last admin of a company cannot delete their account until somebody else is an admin", async () => {
    const company = await portal.company();
    const [admin, inactive] = [
      await portal.user("company_admin", company),
      await portal.user("company_admin", company),
    ];
    await portal.sql("update user_account set is_active = false where id = $1", [inactive.id]);
    const { status, body } = await remove(admin);
    expect([status, body]).toEqual([
      409,
      {
        message:
          "You are the last admin of your company. Make somebody else an admin first, or ask the provider to delete the company.",
      },
    ]);
    expect(await exists(admin)).toBe(true);
    await portal.user("company_admin", company);
    expect((await remove(admin)).status).toBe(204);
  });

  test("a refused deletion of an account removes no vote", async () => {
    const { company, own } = await scene();
    const admin = await portal.user("company_admin", company);
    const visitor = portal.visitor(company.host, admin);
    await visitor.post(itemPath(own, "/vote"));
    expect((await remove(admin)).status).toBe(409);
    expect((await visitor.get(itemPath(own))).body).toMatchObject({ votes: 3, hasVoted: true });
  });

  test("if the last two admins of a company delete their accounts concurrently, one of the deletions is refused", async () => {
    for (let round = 0; round < 5; round += 1) {
      const company = await portal.company();
      const admins = [
        await portal.user("company_admin", company),
        await portal.user("company_admin", company),
      ];
      const replies = await Promise.all(admins.map((admin) => remove(admin)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    }
  });

  test("the last super admin cannot delete their account", async () => {
    const [one, two] = [await portal.user("super_admin"), await portal.user("super_admin")];
    await portal.sql("delete from user_account where role = 'super_admin' and id <> all ($1)", [
      [one.id, two.id],
    ]);
    const replies = await Promise.all([remove(one), remove(two)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toEqual({
      message: "You are the last super admin. Make somebody else a super admin first.",
    });
  });

  test("an account is not deleted if the session ends while the password is checked", async () => {
    const user = await portal.user("user");
    const ended = {
      text: `with gone as (delete from session where user_id = $1)
             select from user_account where id = $1 for update`,
      values: [user.id],
      waiting: 1,
    };
    expect((await commitWhenBlocked(portal, ended, () => remove(user))).status).toBe(401);
    expect(await exists(user)).toBe(true);
  });

  test("the audit log records the deletion of an admin's account, but not of a customer's account", async () => {
    const company = await portal.company();
    const [admin, customer] = [
      await portal.user("company_admin", company),
      await portal.user("user", company),
    ];
    await portal.user("company_admin", company);
    await remove(admin);
    await remove(customer);
    const pseudonym = `Deleted user #${String(admin.id)}`;
    expect((await siteAuditOf(portal)).at(-1)).toEqual({
      actor: pseudonym,
      action: "user.delete",
      subject: pseudonym,
      details: {},
    });
  });
});
