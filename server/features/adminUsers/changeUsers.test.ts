import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { siteAuditOf } from "#server/checks/fixtures/auditOf.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { createHandOff } from "#server/checks/fixtures/handOff.ts";
import {
  withOpenTransaction,
  waitForBlockedSessions,
} from "#server/checks/fixtures/openTransaction.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { Reply, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startProviderPortal } from "#server/checks/fixtures/startProviderPortal.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";

let portal: TestPortal;
let superAdmin: TestUser;
let provider: Visitor;
beforeAll(async () => {
  ({ portal, superAdmin, provider } = await startProviderPortal());
});
beforeEach(() => portal.sql("delete from throttle"));

const change = (user: { id: number }, changes: object): Promise<Reply> =>
  provider.patch(`/api/admin/users/${String(user.id)}`, changes);

const isSignedIn = async (user: { cookie: string }) =>
  (await portal.visitor("localhost", user).get("/api/user")).status === 200;

const logIn = ({ username }: { username: string }) =>
  portal.visitor("localhost").post("/api/login", { username, password: TEST_PASSWORD });

describe("changing an account in the admin console", () => {
  test("an update of an account changes only the sent fields, and a new full name does not end the account's sessions", async () => {
    const company = await portal.company("Stays Ltd");
    const user = await portal.user("company_admin", company);
    const renamed = await change(user, { fullName: "  New Name " });
    expect([renamed.status, renamed.body]).toEqual([
      200,
      {
        id: user.id,
        username: user.username,
        fullName: "New Name",
        pictureUrl: null,
        role: "company_admin",
        companyId: company.id,
        companyName: "Stays Ltd",
        isActive: true,
        mustChangePassword: false,
        hasMfa: false,
        confirmedAt: expect.any(String),
        createdAt: expect.any(String),
      },
    ]);
    expect((await change(user, { username: user.username })).status).toBe(200);
    expect(await isSignedIn(user)).toBe(true);
    const moved = { ...renamed.body, username: `new-${user.username}`, confirmedAt: null };
    expect((await change(user, { username: `new-${user.username}` })).body).toEqual(moved);
    expect((await change(user, {})).body).toEqual(moved);
    expect((await logIn(moved)).status).toBe(200);
    expect((await logIn(user)).status).toBe(401);
  });

  test.each([
    [
      "a username that is not an e-mail address",
      { username: "nobody" },
      "username",
      "Invalid email format",
    ],
    [
      "a full name of one character",
      { fullName: "x" },
      "fullName",
      "Full name must be at least 2 characters",
    ],
    [
      "a company name of one character",
      { companyName: "x" },
      "companyName",
      "Company name must be at least 2 characters",
    ],
    ["an unknown role", { role: "owner" }, "role", expect.any(String)],
    ["a text as the value of isActive", { isActive: "no" }, "isActive", expect.any(String)],
  ] as const)("an account cannot be given %s", async (_what, changes, field, message) => {
    const user = await portal.user("user");
    const reply = await change(user, { ...changes });
    expect([reply.status, reply.body]).toEqual([400, { message, errors: { [field]: [message] } }]);
  });

  test("an account cannot get the e-mail address of another account, ignoring case", async () => {
    const [user, other] = [await portal.user("user"), await portal.user("user")];
    for (const username of [other.username, other.username.toUpperCase()]) {
      const reply = await change(user, { username, fullName: "Never" });
      expect([reply.status, reply.body]).toEqual([409, { message: "Username already exists" }]);
    }
    expect((await change(user, { username: user.username.toUpperCase() })).status).toBe(200);
    expect(await portal.sql("select 1 from user_account where full_name = 'Never'")).toEqual([]);
  });

  test("moving an account to a company by name finds or creates the company, and signs the account out", async () => {
    const [home, other] = [await portal.company(), await portal.company("Other Company Ltd")];
    const user = await portal.user("company_admin", home);
    const moved = await change(user, { companyName: "OTHER company ltd" });
    expect(moved.body).toMatchObject({ companyId: other.id, companyName: "Other Company Ltd" });
    expect(await isSignedIn(user)).toBe(false);
    const fresh = await change(user, { companyName: "Quite New Ltd" });
    const [created] = await portal.sql<{ id: number }>(
      "select id::int from company where subdomain = 'quite-new-ltd'",
    );
    expect(fresh.body).toMatchObject({ companyId: created?.id, companyName: "Quite New Ltd" });
    const session = portal.visitor("localhost", cookieOf(await logIn(user)));
    const board = await session.post("/api/boards", { name: "First", slug: "first" });
    expect(board.body.companyId).toBe(created?.id);
  });

  test("sending the name of the account's own company does not move the account to an older company with that name", async () => {
    const [older, own] = [
      await portal.company("Namesake Ltd"),
      await portal.company("Namesake Ltd"),
    ];
    const user = await portal.user("company_admin", own);
    const { body } = await change(user, { fullName: "New Name", companyName: "namesake LTD" });
    expect(body).toMatchObject({ companyId: own.id, fullName: "New Name" });
    expect(body.companyId).not.toBe(older.id);
    expect(await isSignedIn(user)).toBe(true);
  });

  test("a change of role ends the account's sessions, and the next login has the new role", async () => {
    const company = await portal.company();
    const user = await portal.user("company_admin", company);
    expect((await change(user, { role: "user" })).body.role).toBe("user");
    expect(await isSignedIn(user)).toBe(false);
    const again = portal.visitor("localhost", cookieOf(await logIn(user)));
    expect((await again.post("/api/boards", { name: "N", slug: "n" })).status).toBe(403);
    expect((await change(user, { role: "super_admin" })).status).toBe(200);
    const raised = portal.visitor("localhost", cookieOf(await logIn(user)));
    expect((await raised.get("/api/admin/users")).status).toBe(200);
    await change(user, { role: "user" });
  });

  test("a deactivated account is signed out and cannot sign in until it is activated again", async () => {
    const user = await portal.user("user");
    expect((await change(user, { isActive: false })).body.isActive).toBe(false);
    expect(await isSignedIn(user)).toBe(false);
    const refused = await logIn(user);
    expect([refused.status, refused.body, refused.headers["set-cookie"]]).toEqual([
      401,
      { message: "This account has been deactivated" },
      undefined,
    ]);
    expect((await change(user, { isActive: true })).body.isActive).toBe(true);
    expect(await isSignedIn(user)).toBe(false);
    expect((await logIn(user)).status).toBe(200);
  });

  test("ending an account's sessions leaves other accounts signed in", async () => {
    const [user, other] = [await portal.user("user"), await portal.user("user")];
    const elsewhere = cookieOf(await logIn(user));
    const reply = await provider.delete(`/api/admin/users/${String(user.id)}/sessions`);
    expect([reply.status, reply.text]).toEqual([204, ""]);
    expect([await isSignedIn(user), await isSignedIn(elsewhere), await isSignedIn(other)]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await logIn(user)).status).toBe(200);
  });

  test("the installation's audit log records what was changed of an account, not what was only sent again", async () => {
    const user = await portal.user("user");
    const { username } = user;
    await change(user, { username, role: "user", fullName: "Audited Name", isActive: false });
    await change(user, { username: superAdmin.username });
    await provider.delete(`/api/admin/users/${String(user.id)}/sessions`);
    expect((await siteAuditOf(portal)).slice(-2)).toEqual([
      {
        actor: superAdmin.username,
        action: "user.update",
        subject: user.username,
        details: {
          fullName: { from: user.fullName, to: "Audited Name" },
          isActive: { from: true, to: false },
        },
      },
      {
        actor: superAdmin.username,
        action: "user.end-sessions",
        subject: user.username,
        details: {},
      },
    ]);
  });
});

describe("changing an account's e-mail address", () => {
  const ask = (username: string) =>
    portal.visitor("localhost").post("/api/password-reset", { username });

  /** Runs the queued jobs and returns the tokens of all mailed reset links. */
  const mailedTokens = async () =>
    (await runJobs(portal)).flatMap(
      ({ text }) => /reset-password\?token=(\S+)/.exec(text)?.[1] ?? [],
    );

  const useLink = async (token: string | undefined) =>
    (
      await portal.visitor("localhost").post("/api/password-reset/confirm", {
        token,
        newPassword: "whoever reads the old mailbox",
      })
    ).status;

  test("a new e-mail address invalidates only the reset link that was sent to the old address", async () => {
    const [user, other] = [await portal.user("user"), await portal.user("user")];
    await ask(user.username);
    const [old] = await mailedTokens();
    await ask(other.username);
    const [others] = await mailedTokens();
    expect((await change(user, { username: `new-${user.username}` })).status).toBe(200);
    expect(await useLink(old)).toBe(400);
    expect(await useLink(others)).toBe(204);
    await ask(`new-${user.username}`);
    const [fresh] = await mailedTokens();
    expect((await change(user, { fullName: "New Name" })).status).toBe(200);
    expect(await useLink(fresh)).toBe(204);
  });

  test("no reset link is sent to the old address if the address changes while the link is created", async () => {
    const user = await portal.user("user");
    await ask(user.username);
    const rename = "update user_account set username = 'new-' || username where id = $1";
    const tokens = await commitWhenBlocked(
      portal,
      { text: rename, values: [user.id], waiting: 1 },
      mailedTokens,
    );
    expect(tokens).toEqual([]);
    expect(await portal.sql("select 1 from password_reset where user_id = $1", [user.id])).toEqual(
      [],
    );
  });

  test("changing an account's e-mail address ends all sessions and hand-offs of the account, but no session of another account", async () => {
    const company = await portal.company();
    const [user, other] = [await portal.user("user", company), await portal.user("user")];
    const elsewhere = cookieOf(await logIn(user));
    const { path, cookie } = await createHandOff(portal, company, user);
    await change(user, { username: `new-${user.username}` });
    expect([await isSignedIn(user), await isSignedIn(elsewhere), await isSignedIn(other)]).toEqual([
      false,
      false,
      true,
    ]);
    const entered = await portal.visitor(company.host, { cookie }).get(path);
    expect(entered.headers["set-cookie"]).toBeUndefined();
  });

  test("a super admin who changes their own e-mail address keeps the current session and loses all other sessions", async () => {
    const other = await portal.user("super_admin");
    const elsewhere = cookieOf(await logIn(other));
    const changed = await portal
      .visitor("localhost", other)
      .patch(`/api/admin/users/${String(other.id)}`, { username: `new-${other.username}` });
    expect(changed.status).toBe(200);
    expect([await isSignedIn(other), await isSignedIn(elsewhere)]).toEqual([true, false]);
    await change(other, { role: "user" });
  });
});

describe("locking an account that is changed", () => {
  test.each([{ fullName: "New Name" }, { role: "company_admin" }, { isActive: false }])(
    "the change %o waits for a lock on the changed account and does not lock the account of another super admin",
    async (changes) => {
      const user = await portal.user("user", await portal.company());
      const colleague = await portal.user("super_admin");
      const lock = { text: "select from user_account where id = $1 for update", values: [user.id] };
      let changing: Promise<Reply> | undefined;
      const replies = await withOpenTransaction(portal, lock, async () => {
        changing = change(user, changes);
        await waitForBlockedSessions(portal, 1);
        // A request that waited for the lock would get 503.
        return Promise.all([
          logIn(colleague),
          portal
            .visitor("localhost", colleague)
            .post("/api/admin/companies", { name: "Meanwhile" }),
        ]);
      });
      expect(replies.map(({ status }) => status)).toEqual([200, 201]);
      expect((await changing)?.body).toMatchObject(changes);
      await portal.sql("delete from user_account where id = $1", [colleague.id]);
    },
  );

  test("changing an account does not wait for a super admin who is signing in", async () => {
    const user = await portal.user("user", await portal.company());
    const lock = {
      text: "select from user_account where id = $1 for share",
      values: [superAdmin.id],
    };
    // If the change waited for the lock, it would get 503.
    const reply = await withOpenTransaction(portal, lock, () =>
      change(user, { fullName: "At Once" }),
    );
    expect(reply.status).toBe(200);
  });
});

describe("the last active super admin", () => {
  const LAST = { message: "The last super admin must stay one" };

  async function supers(): Promise<number> {
    const found = await portal.sql(
      "select 1 from user_account where role = 'super_admin' and is_active",
    );
    return found.length;
  }

  test("the last super admin cannot be demoted or deactivated, but their other fields can be changed", async () => {
    expect(await supers()).toBe(1);
    for (const changes of [
      { role: "user" },
      { role: "company_admin" },
      { isActive: false },
    ] as const) {
      const reply = await change(superAdmin, { ...changes, fullName: "Never" });
      expect([changes, reply.status, reply.body]).toEqual([changes, 409, LAST]);
    }
    const reply = await change(superAdmin, {
      fullName: "Still here",
      role: "super_admin",
      isActive: true,
    });
    expect(reply.body).toMatchObject({ fullName: "Still here", role: "super_admin" });
    expect(await isSignedIn(superAdmin)).toBe(true);
  });

  test("the last active super admin cannot be demoted even if a deactivated super admin exists", async () => {
    const other = await portal.user("super_admin");
    expect((await change(other, { isActive: false })).status).toBe(200);
    expect((await change(superAdmin, { role: "user" })).body).toEqual(LAST);
    await change(other, { role: "user" });
  });

  test("if two super admins demote each other concurrently, exactly one stays super admin", async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [await portal.user("super_admin"), await portal.user("super_admin")];
      await portal.sql("update user_account set is_active = false where id = $1", [superAdmin.id]);
      const demote = (by: TestUser, whom: TestUser) =>
        portal
          .visitor("localhost", by)
          .patch(`/api/admin/users/${String(whom.id)}`, { role: "user" });
      const replies = await Promise.all([demote(one, two), demote(two, one)]);
      expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
      expect(await supers()).toBe(1);
      await portal.sql(
        "update user_account set is_active = (id = $1), role = case when id = $1 then role else 'user' end",
        [superAdmin.id],
      );
    }
  });
});
