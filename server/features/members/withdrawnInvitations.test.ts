import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.sql("delete from throttle"));

const PERSON = { fullName: "Ines Invited", password: "marmalade sandwich 7" };
const memberPath = ({ id }: TestUser) => `/api/members/${String(id)}`;
const userPath = ({ id }: TestUser) => `/api/admin/users/${String(id)}`;

let serial = 0;
const newAddress = () => `second-address-${String((serial += 1))}@example.com`;

/** Invites an e-mail address as an admin and returns the token of the copied link. */
async function tokenFor(inviter: Visitor, username = newAddress()): Promise<string> {
  const body = { username, role: "company_admin", delivery: "link" };
  const { body: created } = await inviter.post("/api/invitations", body);
  return /token=([\w-]{43})/.exec(String(created.link))?.[1] ?? "";
}

const accept = (visitor: Visitor, token: string) =>
  visitor.post(`/api/invitations/${token}/accept`, PERSON);

const isOpen = async (visitor: Visitor, token: string) =>
  (await visitor.get(`/api/invitations/${token}/preview`)).status === 200;

async function logIn({ host }: TestCompany, { username }: TestUser): Promise<Visitor> {
  const credentials = { username, password: TEST_PASSWORD };
  return portal.visitor(host, cookieOf(await portal.visitor(host).post("/api/login", credentials)));
}

/** Creates a company with two admins. The second admin has invited another e-mail address. */
async function scene() {
  const cast = await newCast(portal);
  const leaver = await portal.user("company_admin", cast.company);
  const leaverVisitor = portal.visitor(cast.company.host, leaver);
  const username = newAddress();
  const token = await tokenFor(leaverVisitor, username);
  return { ...cast, leaver, leaverVisitor, username, token };
}

const withdrawal = ({ username: actor }: TestUser, subject: string) => ({
  actor,
  action: "invitation.delete",
  subject,
  details: { role: "company_admin" },
});

describe("the open invitation to an account that loses its rights", () => {
  test("an account that was promoted, demoted and removed cannot become an admin again by an older invitation", async () => {
    const { company, viewers, user, admin } = await newCast(portal);
    const token = await tokenFor(viewers.C, user.username);
    await viewers.C.patch(memberPath(user), { role: "company_admin" });
    await viewers.C.patch(memberPath(user), { role: "user" });
    await viewers.C.delete(memberPath(user));
    expect((await accept(await logIn(company, user), token)).status).toBe(404);
    expect(await auditOf(portal, company)).toContainEqual(withdrawal(admin, user.username));
  });

  test("removing a customer withdraws the open invitation to the customer's e-mail address and no other invitation", async () => {
    const { company, viewers, user } = await newCast(portal);
    const token = await tokenFor(viewers.C, user.username);
    const another = await tokenFor(viewers.C);
    await viewers.C.delete(memberPath(user));
    expect((await accept(await logIn(company, user), token)).status).toBe(404);
    expect(await isOpen(viewers.A, another)).toBe(true);
  });
});

describe("the open invitations of an admin who loses the rights of an admin", () => {
  test("a link that a removed admin has copied for another e-mail address no longer works", async () => {
    const { company, viewers, admin, leaver, username, token } = await scene();
    const colleagues = await tokenFor(viewers.C);
    await viewers.C.delete(memberPath(leaver));
    expect((await accept(viewers.A, token)).status).toBe(404);
    expect(await isOpen(viewers.A, colleagues)).toBe(true);
    expect(await auditOf(portal, company)).toContainEqual(withdrawal(admin, username));
  });

  test("a link that a demoted admin has copied for another e-mail address no longer works", async () => {
    const { viewers, leaver, token } = await scene();
    await viewers.C.patch(memberPath(leaver), { role: "user" });
    expect((await accept(viewers.A, token)).status).toBe(404);
  });

  test("a link that an admin has copied no longer works after another admin has renewed the invitation", async () => {
    const { viewers, leaver, username, token } = await scene();
    await viewers.C.post("/api/invitations", {
      username,
      role: "company_admin",
      delivery: "mail",
    });
    await viewers.C.delete(memberPath(leaver));
    expect((await accept(viewers.A, token)).status).toBe(404);
  });

  test("an invitation that an admin makes while the admin is being removed is refused", async () => {
    const { leaver, leaverVisitor } = await scene();
    const removal = {
      text: `with gone as (delete from session where user_id = $1)
             update user_account set role = 'user', home_company_id = null where id = $1`,
      values: [leaver.id],
      waiting: 1,
    };
    const body = { username: newAddress(), role: "company_admin", delivery: "link" };
    const reply = await commitWhenBlocked(portal, removal, () =>
      leaverVisitor.post("/api/invitations", body),
    );
    expect(reply.status).toBe(401);
  });
});

describe("invitations of accounts that the provider or the owner changes", () => {
  test.each([
    ["demotes", (path: string, provider: Visitor) => provider.patch(path, { role: "user" })],
    [
      "moves to another company",
      (path: string, provider: Visitor) =>
        provider.patch(path, { companyName: `Another Company ${newAddress()}` }),
    ],
    ["deactivates", (path: string, provider: Visitor) => provider.patch(path, { isActive: false })],
    ["deletes", (path: string, provider: Visitor) => provider.delete(path)],
  ])(
    "the invitations of an admin whom a super admin %s no longer work, and the company's audit log records this",
    async (_verb, change) => {
      const { company, viewers, superAdmin, leaver, username, token } = await scene();
      const reply = await change(userPath(leaver), viewers.S);
      expect(reply.status).toBeLessThan(300);
      expect((await accept(viewers.A, token)).status).toBe(404);
      expect(await auditOf(portal, company)).toContainEqual(withdrawal(superAdmin, username));
    },
  );

  test("a demotion by a super admin withdraws the open invitation to the account's e-mail address", async () => {
    const { company, viewers, user } = await newCast(portal);
    const token = await tokenFor(viewers.C, user.username);
    await viewers.S.patch(userPath(user), { role: "company_admin" });
    await viewers.S.patch(userPath(user), { role: "user" });
    expect((await accept(await logIn(company, user), token)).status).toBe(404);
  });

  test("the invitations that a demoted super admin has made in any company no longer work", async () => {
    const { company, viewers, superAdmin } = await newCast(portal);
    const second = await portal.user("super_admin");
    const token = await tokenFor(portal.visitor(company.host, second));
    await viewers.S.patch(userPath(second), { role: "user" });
    expect((await accept(viewers.A, token)).status).toBe(404);
    expect((await auditOf(portal, company)).at(-1)).toMatchObject({
      actor: superAdmin.username,
      action: "invitation.delete",
    });
  });

  test("a new name withdraws no invitation", async () => {
    const { viewers, leaver, token } = await scene();
    await viewers.S.patch(userPath(leaver), { fullName: "New Name" });
    expect(await isOpen(viewers.A, token)).toBe(true);
  });

  test("the invitations of an admin who deletes the own account no longer work", async () => {
    const { company, viewers, leaver, leaverVisitor, username, token } = await scene();
    await leaverVisitor.request("DELETE", "/api/user", { password: TEST_PASSWORD });
    expect((await accept(viewers.A, token)).status).toBe(404);
    const pseudonym = { username: `Deleted user #${String(leaver.id)}` };
    expect(await auditOf(portal, company)).toContainEqual(
      withdrawal({ ...leaver, ...pseudonym }, username),
    );
  });
});
