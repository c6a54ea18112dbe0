import { Secret, TOTP } from "otpauth";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Session } from "#contract/sessions.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";

// What is under way while its account is secured anew must not open what has just been shut.

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

/** Someone with a second factor, signed in by it. */
async function enrolled(): Promise<{ user: TestUser; secret: string }> {
  const user = await portal.user("user");
  const secret = await setUpMfa(user);
  const reply = await at(user).post("/api/user/mfa/confirm", { code: codeOf(secret, -1) });
  return { user: { ...user, ...cookieOf(reply) }, secret };
}

type Change = () => Promise<Reply>;

/** Changes the password by a link that has been mailed by now. */
async function resetOf({ username }: TestUser): Promise<Change> {
  await at().post("/api/password-reset", { username });
  const link = (await runJobs(portal))
    .map(({ text }) => /\?token=(\S+)/.exec(text)?.[1])
    .find(Boolean);
  return () => at().post("/api/password-reset/confirm", { token: link, newPassword: NEW });
}

/** What a super admin does to an account. */
async function byProvider(
  act: (superAdmin: ReturnType<typeof at>, path: string) => Promise<Reply>,
  { id }: TestUser,
): Promise<Change> {
  const superAdmin = at(await portal.user("super_admin"));
  return () => act(superAdmin, `/api/admin/users/${String(id)}`);
}

const endedByProvider = (user: TestUser) =>
  byProvider((by, path) => by.delete(`${path}/sessions`), user);

async function waitersAre(count: number): Promise<void> {
  const text =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await vi.waitUntil(async () => (await portal.sql(text)).length >= count, {
    timeout: 15_000,
    interval: 10,
  });
}

/** Somebody's request waits for what is held, while something else is done from beginning to end. */
async function during(
  held: { text: string; values?: unknown[] },
  request: () => Promise<Reply>,
  change: Change,
): Promise<Reply> {
  let isChanged = false;
  const until = () => isChanged;
  return commitWhenBlocked(portal, { values: [], ...held, waiting: 1, until }, async () => {
    const reply = request();
    await waitersAre(1);
    expect((await change()).status).toBeLessThan(300);
    isChanged = true;
    return reply;
  });
}

/** Both wait for what is held, and go on in this order. */
async function semaphore(
  held: { text: string; values: unknown[] },
  first: () => Promise<Reply>,
  second: () => Promise<Reply>,
): Promise<[Reply, Reply]> {
  return commitWhenBlocked(portal, { ...held, waiting: 2 }, async () => {
    const one = first();
    await waitersAre(1);
    return Promise.all([one, second()]);
  });
}

const accountOf = ({ id }: TestUser) => ({
  text: "select from user_account where id = $1 for update",
  values: [id],
});

describe("a login that has looked at its account, while", () => {
  /** It waits to be counted, as it may wait for its turn to hash: the account has been read, and no session is there. */
  async function loginDuring(user: TestUser, change: Change): Promise<Reply> {
    await logIn(user, "not the password");
    const text = "select from throttle where key like 'login-account-ip:%' for update";
    return during({ text }, () => logIn(user, TEST_PASSWORD), change);
  }

  test("nothing of it changes, succeeds", async () => {
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
      "it is deactivated",
      (user) => byProvider((by, path) => by.patch(path, { isActive: false }), user),
    ],
    [
      "it gets another address",
      (user) =>
        byProvider((by, path) => by.patch(path, { username: `new-${user.username}` }), user),
    ],
  ])("%s, is refused as one with a wrong password", async (_, changeOf) => {
    const user = await portal.user("user");
    const reply = await loginDuring(user, await changeOf(user));
    expect([reply.status, reply.body]).toEqual([401, { message: "Invalid credentials" }]);
    expect(reply.headers["set-cookie"]).toBeUndefined();
  });

  test("the password is reset, is refused with its second factor, too", async () => {
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

describe("who is signed out everywhere", () => {
  test("by a link, does not set the password back by a change that was under way", async () => {
    const user = await portal.user("user");
    const change = { currentPassword: TEST_PASSWORD, newPassword: THEIRS };
    const [, reply] = await semaphore(accountOf(user), await resetOf(user), () =>
      at(user).post("/api/user/password", change),
    );
    expect(reply.status).toBe(401);
    expect((await logIn(user, THEIRS)).status).toBe(401);
    expect((await logIn(user, NEW)).status).toBe(200);
  });

  test.each([
    ["by a link", resetOf],
    ["by the provider", endedByProvider],
  ])("%s, turns no second factor on that was under way", async (_, endOf) => {
    const user = await portal.user("user");
    const secret = await setUpMfa(user);
    const [, reply] = await semaphore(accountOf(user), await endOf(user), () =>
      at(user).post("/api/user/mfa/confirm", { code: codeOf(secret) }),
    );
    expect([reply.status, await isSignedIn(reply)]).toEqual([401, false]);
    const found = await portal.sql(
      "select 1 from authenticator where user_id = $1 and confirmed_at is not null",
      [user.id],
    );
    expect(found).toEqual([]);
  });

  test.each(["turn-off", "recovery-codes"])("changes no second factor: %s", async (call) => {
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
  });

  test("does not end the sessions that the owner has begun since", async () => {
    const user = await portal.user("user");
    const [, reply] = await semaphore(accountOf(user), await endedByProvider(user), () =>
      at(user).delete("/api/user/sessions"),
    );
    expect(reply.status).toBe(401);
  });
});

describe("on the way from one host to another", () => {
  const PORTAL = "/api/feedback-portal";
  const elsewhereOf = async (user: TestUser) => at(cookieOf(await logIn(user, TEST_PASSWORD)));
  const ends: [string, (user: TestUser) => Promise<Change>][] = [
    ["a new password", resetOf],
    ["the provider", endedByProvider],
    [
      "the owner elsewhere",
      async (user) => {
        const elsewhere = await elsewhereOf(user);
        return () => elsewhere.delete("/api/user/sessions");
      },
    ],
  ];
  const endsOfOne: [string, (user: TestUser) => Promise<Change>][] = [
    ["logging out", (user) => Promise.resolve(() => at(user).post("/api/logout"))],
    [
      "a login in its place",
      ({ cookie, username }) =>
        Promise.resolve(() =>
          at({ cookie }).post("/api/login", { username, password: TEST_PASSWORD }),
        ),
    ],
    [
      "the owner's list",
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
  const pathOf = (reply: Reply) => {
    const { pathname, search } = new URL(String(reply.headers.location), "http://localhost");
    return `${pathname}${search}`;
  };

  test.each(ends)(
    "who enters while %s ends all sessions is not signed in afterwards",
    async (_, endOf) => {
      const { company, user } = await scene();
      const end = await endOf(user);
      const path = pathOf(await at(user).get(PORTAL));
      const held = { text: "lock table known_device in access exclusive mode", values: [] };
      const [entered, ended] = await semaphore(held, () => at(null, company.host).get(path), end);
      expect([entered.status, ended.status < 300]).toEqual([302, true]);
      expect(await isSignedIn(entered, company.host)).toBe(false);
    },
  );

  test.each([...ends, ...endsOfOne])(
    "a way in that was made while %s ended its session leads nowhere",
    async (_, endOf) => {
      const { company, user } = await scene();
      const end = await endOf(user);
      let isReached = false;
      const held = {
        text: "select from company where id = $1 for update",
        values: [company.id],
        waiting: 1,
      };
      const [led, ended] = await commitWhenBlocked(
        portal,
        { ...held, until: () => isReached },
        async () => {
          const leading = at(user).get(PORTAL);
          await waitersAre(1);
          const ending = end();
          await Promise.race([ending, waitersAre(2)]);
          isReached = true;
          return Promise.all([leading, ending]);
        },
      );
      expect(ended.status).toBeLessThan(300);
      expect(await isSignedIn(await at(null, company.host).get(pathOf(led)), company.host)).toBe(
        false,
      );
    },
  );

  test.each([...ends, ...endsOfOne])(
    "no way in is made any more once %s has ended its session",
    async (_, endOf) => {
      const { user } = await scene();
      const end = await endOf(user);
      const held = { text: "select from session where user_id = $1 for update", values: [user.id] };
      const [, led] = await semaphore(held, end, () => at(user).get(PORTAL));
      expect(led.headers.location).toMatch(/^\/login\?from=/);
    },
  );
});
