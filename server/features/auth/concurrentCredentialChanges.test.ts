import { Secret, TOTP } from "otpauth";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Session } from "#contract/sessions.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { askForHandOff, createHandOff, redirectPath } from "#server/checks/fixtures/handOff.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";

// These tests change an account's credentials during another request of the account. A request that
// started before the change must not open a session after the change.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.sql("delete from throttle"));

const NEW = "a password of my own";
const THEIRS = "a password of a thief";

const at = (user: { cookie: string } | null = null, host = "localhost") =>
  portal.visitor(host, user);
const logIn = ({ username }: TestUser, password: string, code?: string) =>
  at().post("/api/login", { username, password, ...(code !== undefined && { code }) });
const isSignedIn = async (reply: Reply, host = "localhost") =>
  reply.headers["set-cookie"] !== undefined &&
  (await at(cookieOf(reply), host).get("/api/user")).status === 200;
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

const setUpMfa = async (user: TestUser): Promise<string> =>
  (await at(user).post("/api/user/mfa/setup", { password: TEST_PASSWORD })).body.secret;

/** Creates a user with a second factor who is signed in with that factor. */
async function enrolled(): Promise<{ user: TestUser; secret: string }> {
  const user = await portal.user("user");
  const secret = await setUpMfa(user);
  const reply = await at(user).post("/api/user/mfa/confirm", { code: codeOf(secret, -1) });
  return { user: { ...user, ...cookieOf(reply) }, secret };
}

type Change = () => Promise<Reply>;

/** Mails a reset link, and returns a function that changes the password by this link. */
async function resetOf({ username }: TestUser): Promise<Change> {
  await at().post("/api/password-reset", { username });
  const link = (await runJobs(portal))
    .map(({ text }) => /\?token=(\S+)/.exec(text)?.[1])
    .find(Boolean);
  return () => at().post("/api/password-reset/confirm", { token: link, newPassword: NEW });
}

/** Returns a function that changes an account as a super admin. */
async function changedByProvider(
  act: (superAdmin: ReturnType<typeof at>, path: string) => Promise<Reply>,
  { id }: TestUser,
): Promise<Change> {
  const superAdmin = at(await portal.user("super_admin"));
  return () => act(superAdmin, `/api/admin/users/${String(id)}`);
}

const endedByProvider = (user: TestUser) =>
  changedByProvider((by, path) => by.delete(`${path}/sessions`), user);

async function waitersAre(count: number): Promise<void> {
  const text =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await vi.waitUntil(async () => (await portal.sql(text)).length >= count, {
    timeout: 15_000,
    interval: 10,
  });
}

/**
 * Makes a request wait for a lock, runs a change completely while the request waits, and returns
 * the request's response.
 */
async function during(
  lock: { text: string; values?: unknown[] },
  request: () => Promise<Reply>,
  change: Change,
): Promise<Reply> {
  let isChanged = false;
  const until = () => isChanged;
  return commitWhenBlocked(portal, { values: [], ...lock, waiting: 1, until }, async () => {
    const reply = request();
    await waitersAre(1);
    expect((await change()).status).toBeLessThan(300);
    isChanged = true;
    return reply;
  });
}

/** Makes both requests wait for a lock; `first` gets the lock before `second`. */
async function inSequence(
  lock: { text: string; values: unknown[] },
  first: () => Promise<Reply>,
  second: () => Promise<Reply>,
): Promise<[Reply, Reply]> {
  return commitWhenBlocked(portal, { ...lock, waiting: 2 }, async () => {
    const one = first();
    await waitersAre(1);
    return Promise.all([one, second()]);
  });
}

const accountOf = ({ id }: TestUser) => ({
  text: "select from user_account where id = $1 for update",
  values: [id],
});

describe("a login during a change of its account", () => {
  /**
   * Blocks the login when its attempt is counted. At this point the login has read the account but
   * has not yet created the session.
   */
  async function loginDuring(user: TestUser, change: Change): Promise<Reply> {
    await logIn(user, "not the password");
    const text = "select from throttle where key like 'login-account-ip:%' for update";
    return during({ text }, () => logIn(user, TEST_PASSWORD), change);
  }

  test("a login succeeds if its account does not change during the login", async () => {
    const user = await portal.user("user");
    const reply = await loginDuring(user, () => at(user).get("/api/user"));
    expect([reply.status, await isSignedIn(reply)]).toEqual([200, true]);
  });

  test.each<[string, (user: TestUser) => Promise<Change>]>([
    [
      "the password is changed",
      async (user) => () =>
        at(user).post("/api/user/password", { currentPassword: TEST_PASSWORD, newPassword: NEW }),
    ],
    ["the password is reset", resetOf],
    [
      "a second factor is turned on",
      async (user) => {
        const secret = await setUpMfa(user);
        return () => at(user).post("/api/user/mfa/confirm", { code: codeOf(secret) });
      },
    ],
    [
      "the account is deactivated",
      (user) => changedByProvider((by, path) => by.patch(path, { isActive: false }), user),
    ],
    [
      "the account gets another address",
      (user) =>
        changedByProvider((by, path) => by.patch(path, { username: `new-${user.username}` }), user),
    ],
  ])("a login to an account gets 'Invalid credentials' if meanwhile %s", async (_, changeOf) => {
    const user = await portal.user("user");
    const reply = await loginDuring(user, await changeOf(user));
    expect([reply.status, reply.body]).toEqual([401, { message: "Invalid credentials" }]);
    expect(reply.headers["set-cookie"]).toBeUndefined();
  });

  test("a login with a second factor is refused if the password is reset during the login", async () => {
    const { user, secret } = await enrolled();
    const text = "select from authenticator where user_id = $1 for update";
    const reply = await during(
      { text, values: [user.id] },
      () => logIn(user, TEST_PASSWORD, codeOf(secret)),
      await resetOf(user),
    );
    expect([reply.status, reply.body]).toEqual([401, { message: "Invalid credentials" }]);
  });
});

describe("requests whose session ends while they are pending", () => {
  test("a pending change of the password has no effect after the password is reset by a mailed link", async () => {
    const user = await portal.user("user");
    const change = { currentPassword: TEST_PASSWORD, newPassword: THEIRS };
    const [, reply] = await inSequence(accountOf(user), await resetOf(user), () =>
      at(user).post("/api/user/password", change),
    );
    expect(reply.status).toBe(401);
    expect((await logIn(user, THEIRS)).status).toBe(401);
    expect((await logIn(user, NEW)).status).toBe(200);
  });

  test.each([
    ["by a password reset", resetOf],
    ["by a super admin", endedByProvider],
  ])(
    "a pending setup of the second factor has no effect after the account's sessions were ended %s",
    async (_, endOf) => {
      const user = await portal.user("user");
      const secret = await setUpMfa(user);
      const [, reply] = await inSequence(accountOf(user), await endOf(user), () =>
        at(user).post("/api/user/mfa/confirm", { code: codeOf(secret) }),
      );
      expect([reply.status, await isSignedIn(reply)]).toEqual([401, false]);
      const found = await portal.sql(
        "select 1 from authenticator where user_id = $1 and confirmed_at is not null",
        [user.id],
      );
      expect(found).toEqual([]);
    },
  );

  test.each(["turn-off", "recovery-codes"])(
    "a pending request to /api/user/mfa/%s has no effect after the account's sessions were ended",
    async (call) => {
      const { user, secret } = await enrolled();
      const codes = () =>
        portal.sql("select code_hash from recovery_code where user_id = $1 order by 1", [user.id]);
      const before = await codes();
      const text = "select from authenticator where user_id = $1 for update";
      const reply = await during(
        { text, values: [user.id] },
        () =>
          at(user).post(`/api/user/mfa/${call}`, { password: TEST_PASSWORD, code: codeOf(secret) }),
        await resetOf(user),
      );
      expect(reply.status).toBe(401);
      expect(before).toHaveLength(10);
      expect(await codes()).toEqual(before);
    },
  );

  test("a pending request to end all other sessions gets 401 after a super admin ended the account's sessions", async () => {
    const user = await portal.user("user");
    const [, reply] = await inSequence(accountOf(user), await endedByProvider(user), () =>
      at(user).delete("/api/user/sessions"),
    );
    expect(reply.status).toBe(401);
  });
});

describe("hand-offs whose session ends while they are created or used", () => {
  const elsewhereOf = async (user: TestUser) => at(cookieOf(await logIn(user, TEST_PASSWORD)));
  const ends: [string, (user: TestUser) => Promise<Change>][] = [
    ["a password reset", resetOf],
    ["a super admin", endedByProvider],
    [
      "the owner in another browser",
      async (user) => {
        const elsewhere = await elsewhereOf(user);
        return () => elsewhere.delete("/api/user/sessions");
      },
    ],
  ];
  const endsOfOne: [string, (user: TestUser) => Promise<Change>][] = [
    ["a logout", (user) => Promise.resolve(() => at(user).post("/api/logout"))],
    [
      "another login in the same browser",
      ({ cookie, username }) =>
        Promise.resolve(() =>
          at({ cookie }).post("/api/login", { username, password: TEST_PASSWORD }),
        ),
    ],
    [
      "the owner's list of sessions",
      async (user) => {
        const elsewhere = await elsewhereOf(user);
        const sessions = (await elsewhere.get("/api/user/sessions")).body as Session[];
        const other = sessions.find(({ isCurrent }) => !isCurrent);
        return () => elsewhere.delete(`/api/user/sessions/${String(other?.id)}`);
      },
    ],
  ];
  const scene = async () => {
    const company = await portal.company();
    return { company, user: await portal.user("user", company) };
  };

  test.each(ends)(
    "a hand-off that is used while %s ends all sessions signs nobody in",
    async (_, endOf) => {
      const { company, user } = await scene();
      const end = await endOf(user);
      const { path, cookie } = await createHandOff(portal, company, user);
      const lock = { text: "lock table known_device in access exclusive mode", values: [] };
      const [entered, ended] = await inSequence(
        lock,
        () => at({ cookie }, company.host).get(path),
        end,
      );
      expect([entered.status, ended.status < 300]).toEqual([302, true]);
      expect(await isSignedIn(entered, company.host)).toBe(false);
    },
  );

  test.each([...ends, ...endsOfOne])(
    "a hand-off signs nobody in if %s ends the requesting session while the hand-off is created",
    async (_, endOf) => {
      const { company, user } = await scene();
      const end = await endOf(user);
      const { path, cookie } = await askForHandOff(portal, company);
      let isReached = false;
      const lock = {
        text: "select from company where id = $1 for update",
        values: [company.id],
        waiting: 1,
      };
      const [led, ended] = await commitWhenBlocked(
        portal,
        { ...lock, until: () => isReached },
        async () => {
          const leading = at(user).get(path);
          await waitersAre(1);
          const ending = end();
          await Promise.race([ending, waitersAre(2)]);
          isReached = true;
          return Promise.all([leading, ending]);
        },
      );
      expect(ended.status).toBeLessThan(300);
      const entered = await at({ cookie }, company.host).get(redirectPath(led));
      expect(await isSignedIn(entered, company.host)).toBe(false);
    },
  );

  test.each([...ends, ...endsOfOne])(
    "no hand-off is created after %s has ended the requesting session",
    async (_, endOf) => {
      const { company, user } = await scene();
      const end = await endOf(user);
      const { path } = await askForHandOff(portal, company);
      const lock = { text: "select from session where user_id = $1 for update", values: [user.id] };
      const [, led] = await inSequence(lock, end, () => at(user).get(path));
      expect(led.headers.location).toMatch(/^\/login\?from=/);
    },
  );
});
