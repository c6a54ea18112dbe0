import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { readPages } from "#server/checks/fixtures/readPages.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";
import type { Change } from "#server/platform/changes/change.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ QUOTA_MEMBERS: "3" });
});
beforeEach(() => portal.sql("delete from throttle"));

const MEMBERS = "/api/members";
const LAST_ADMIN = "The last admin of a company must stay one. Make somebody else an admin first.";
const pathOf = ({ id }: { id: number }) => `${MEMBERS}/${String(id)}`;

async function idsOf(visitor: Visitor, query = ""): Promise<number[]> {
  const { items } = await readPages<{ id: number }>(visitor, `${MEMBERS}?limit=2${query}`);
  return items.map(({ id }) => id);
}

/** Logs an account in on a company's host. */
async function logIn({ host }: TestCompany, { username }: TestUser): Promise<Visitor> {
  const credentials = { username, password: TEST_PASSWORD };
  return portal.visitor(host, cookieOf(await portal.visitor(host).post("/api/login", credentials)));
}

async function accountOf({ id }: TestUser) {
  const [row] = await portal.sql(
    "select role, home_company_id::int as company from user_account where id = $1",
    [id],
  );
  return row;
}

describe("the list of members", () => {
  test("an admin sees the company's admins and then its customers, with name, e-mail address, role and state", async () => {
    const { company, viewers, user, admin } = await newCast(portal);
    const second = await portal.user("company_admin", company);
    await portal.sql("update user_account set is_active = false where id = $1", [user.id]);
    const reply = await viewers.C.get(MEMBERS);
    expect(reply.headers["x-total-count"]).toBe("3");
    expect(reply.body.map(({ id }: TestUser) => id)).toEqual([admin.id, second.id, user.id]);
    expect(reply.body.at(-1)).toEqual({
      id: user.id,
      username: user.username,
      fullName: user.fullName,
      pictureUrl: null,
      role: "user",
      isActive: false,
      confirmedAt: expect.stringMatching(/Z$/),
      mustConfirmEmail: false,
      hasSignOn: false,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await idsOf(viewers.W)).toEqual([admin.id, second.id, user.id]);
  });

  test("members can be filtered by role and searched by a literal part of the name or the e-mail address", async () => {
    const { company, viewers, user, admin } = await newCast(portal);
    const named = await portal.user("user", company);
    await portal.sql("update user_account set full_name = 'Per_Cent 100%' where id = $1", [
      named.id,
    ]);
    expect(await idsOf(viewers.C, "&role=user")).toEqual([user.id, named.id]);
    expect(await idsOf(viewers.C, "&role=company_admin")).toEqual([admin.id]);
    expect(await idsOf(viewers.C, "&search=R_cENT")).toEqual([named.id]);
    expect(await idsOf(viewers.C, "&search=%25")).toEqual([named.id]);
    expect(await idsOf(viewers.C, `&search=${user.username.toUpperCase()}`)).toEqual([user.id]);
    expect(await idsOf(viewers.C, `&search=${user.username}&role=company_admin`)).toEqual([]);
    for (const role of ["super_admin", "x"])
      expect((await viewers.C.get(`${MEMBERS}?role=${role}`)).status).toBe(400);
  });
});

describe("changing the role of a member", () => {
  test("an admin can make a customer an admin and an admin a customer, which ends the account's sessions", async () => {
    const { company, viewers, user, admin } = await newCast(portal);
    const promoted = await viewers.C.patch(pathOf(user), { role: "company_admin" });
    expect([promoted.status, promoted.body]).toMatchObject([
      200,
      { id: user.id, role: "company_admin" },
    ]);
    expect((await viewers.U.get("/api/user")).status).toBe(401);
    const again = await logIn(company, user);
    expect((await again.patch(pathOf(admin), { role: "user" })).status).toBe(200);
    expect((await viewers.C.get(MEMBERS)).status).toBe(401);
    const demoted = await logIn(company, admin);
    expect((await demoted.get(MEMBERS)).status).toBe(403);
    const role = { from: "user", to: "company_admin" };
    expect(await auditOf(portal, company)).toMatchObject([
      { actor: admin.username, action: "member.update", subject: user.username, details: { role } },
      { actor: user.username, action: "member.update", subject: admin.username },
    ]);
  });

  test("setting the role that a member already has changes nothing and ends no session", async () => {
    const { company, viewers, user } = await newCast(portal);
    expect((await viewers.C.patch(pathOf(user), { role: "user" })).status).toBe(200);
    expect((await viewers.U.get("/api/user")).status).toBe(200);
    expect(await auditOf(portal, company)).toEqual([]);
  });

  test("an admin's request cannot make a member a super admin, change other fields of a member, or change the role of another company's account", async () => {
    const { company, viewers, user, other, stranger } = await newCast(portal);
    expect((await viewers.C.patch(pathOf(user), { role: "super_admin" })).status).toBe(400);
    const body = { role: "user", companyId: other.id, username: "x@example.com", isActive: false };
    expect((await viewers.C.patch(pathOf(user), body)).body).toMatchObject({
      username: user.username,
      isActive: true,
    });
    expect((await viewers.C.patch(pathOf(stranger), { role: "user" })).status).toBe(404);
    expect(await accountOf(stranger)).toEqual({ role: "company_admin", company: other.id });
    expect(await accountOf(user)).toEqual({ role: "user", company: company.id });
  });

  test("a super admin whose account belongs to a company cannot be changed or removed by the company's admins", async () => {
    const { viewers, superOfA } = await newCast(portal);
    expect((await viewers.C.patch(pathOf(superOfA), { role: "user" })).status).toBe(404);
    expect((await viewers.C.delete(pathOf(superOfA))).status).toBe(404);
  });

  test("a company that has reached its quota of members gets no further admins, even from parallel requests", async () => {
    const { company, viewers, user } = await newCast(portal);
    await portal.user("company_admin", company);
    const second = await portal.user("user", company);
    const replies = await Promise.all(
      [user, second].map((member) => viewers.C.patch(pathOf(member), { role: "company_admin" })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toEqual({
      message: "A company can have at most 3 members",
    });
  });
});

describe("removing a member", () => {
  test("a removed admin immediately loses all rights in the company, but can still log in, and the admin's content stays", async () => {
    const { company, viewers } = await newCast(portal);
    const removed = await portal.user("company_admin", company);
    const visitor = portal.visitor(company.host, removed);
    const board = await portal.board(company);
    const item = await portal.item(board, { userId: removed.id });
    await visitor.post(`/api/feedback/${String(item.id)}/vote`);
    expect((await viewers.C.delete(pathOf(removed))).status).toBe(204);
    expect((await visitor.get(MEMBERS)).status).toBe(401);
    const again = await logIn(company, removed);
    expect((await again.get("/api/user")).body).toMatchObject({ role: "user", companyId: null });
    expect((await again.get(MEMBERS)).status).toBe(403);
    expect((await again.get(`/api/feedback/${String(item.id)}`)).body).toMatchObject({
      userId: removed.id,
      hasVoted: true,
    });
    expect(await idsOf(viewers.C)).not.toContain(removed.id);
    expect((await auditOf(portal, company)).at(-1)).toMatchObject({
      action: "member.delete",
      subject: removed.username,
      details: { role: "company_admin" },
    });
  });

  test("an admin can leave the company unless nobody else is an active admin", async () => {
    const { company, viewers, admin } = await newCast(portal);
    const inactive = await portal.user("company_admin", company);
    await portal.sql("update user_account set is_active = false where id = $1", [inactive.id]);
    for (const refused of [
      await viewers.C.delete(pathOf(admin)),
      await viewers.C.patch(pathOf(admin), { role: "user" }),
      await viewers.W.delete(pathOf(admin)),
    ])
      expect([refused.status, refused.body]).toEqual([409, { message: LAST_ADMIN }]);
    await portal.sql("update user_account set is_active = true where id = $1", [inactive.id]);
    expect((await viewers.C.delete(pathOf(admin))).status).toBe(204);
    expect((await viewers.C.get("/api/user")).status).toBe(401);
  });

  test("if two admins remove or demote each other at the same time, one of them stays an admin", async () => {
    for (let round = 0; round < 5; round += 1) {
      const company = await portal.company();
      const [one, two] = [
        await portal.user("company_admin", company),
        await portal.user("company_admin", company),
      ];
      const replies = await Promise.all([
        portal.visitor(company.host, one).delete(pathOf(two)),
        portal.visitor(company.host, two).patch(pathOf(one), { role: "user" }),
      ]);
      // The second admin gets 409, or 401 or 403 if the first change has already taken effect.
      const refusals = replies.map(({ status }) => status).filter((status) => status >= 400);
      expect(refusals).toHaveLength(1);
      expect([401, 403, 409]).toContain(refusals[0]);
      const admins = await portal.sql(
        "select from user_account where home_company_id = $1 and role = 'company_admin'",
        [company.id],
      );
      expect(admins).toHaveLength(1);
    }
  });

  test("an admin cannot remove an account of another company", async () => {
    const { viewers, other, stranger } = await newCast(portal);
    expect((await viewers.C.delete(pathOf(stranger))).status).toBe(404);
    expect(await accountOf(stranger)).toEqual({ role: "company_admin", company: other.id });
  });
});

test("changes of members are published to the company's admins, and all open pages of the company are told to reload their data", async () => {
  const { company, viewers, user } = await newCast(portal);
  const changes: Change[] = [];
  onTestFinished(portal.changes.subscribe((change) => changes.push(change)));
  await viewers.C.patch(pathOf(user), { role: "company_admin" });
  await viewers.C.delete(pathOf(user));
  const published = { companyId: company.id, isPrivate: true, events: [{ kind: "members" }] };
  const refreshed = { ...published, isPrivate: false, events: [{ kind: "anything" }] };
  expect(changes).toMatchObject([published, refreshed, published, refreshed]);
});
