import { beforeAll, describe, expect, test } from "vitest";
import type { Session } from "#contract/sessions.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { HandOffStep } from "#server/checks/fixtures/handOff.ts";
import { askForHandOff, createHandOff } from "#server/checks/fixtures/handOff.ts";
import type { Reply, TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const PORTAL = "/api/feedback-portal";
const SUBMIT = "/feedback?submit=1";
const LOGIN = `/login?from=${encodeURIComponent(SUBMIT)}`;

interface Scene {
  company: TestCompany;
  user: TestUser;
}

async function scene(): Promise<Scene> {
  const company = await portal.company();
  return { company, user: await portal.user("company_admin", company) };
}

async function lead(
  user: TestUser | null,
  host = "localhost",
  app: TestApp = portal,
): Promise<string> {
  const { status, headers } = await app.visitor(host, user).get(PORTAL);
  expect([status, headers["cache-control"]]).toEqual([302, "no-store"]);
  return String(headers.location);
}

const handOff = ({ company, user }: Scene) => createHandOff(portal, company, user);

/**
 * Uses a hand-off, which signs a user in on another host. Returns the URL to which the response
 * redirects, and the id of the user who is signed in on `host` afterwards.
 */
async function enter(
  { path, cookie: asked }: HandOffStep,
  host: string,
): Promise<{ location: unknown; user: number | null; reply: Reply }> {
  const reply = await portal.visitor(host, { cookie: asked }).get(path);
  expect([reply.status, reply.headers["cache-control"]]).toEqual([302, "no-store"]);
  const cookie = reply.headers["set-cookie"] ? cookieOf(reply) : undefined;
  const { body } = await portal.visitor(host, cookie).get("/api/user");
  return { location: reply.headers.location, user: body.id ?? null, reply };
}

describe("redirecting to the feedback portal", () => {
  test("an anonymous visitor is redirected to the login page, with the feedback portal as the page to return to", async () => {
    const { company } = await scene();
    for (const host of ["localhost", company.host]) {
      expect(await lead(null, host)).toBe(`/login?from=${encodeURIComponent(PORTAL)}`);
    }
  });

  test("if FEEDBACK_PORTAL_URL is set, a user is redirected to this URL without a hand-off", async () => {
    const { user } = await scene();
    const app = await portal.anotherApp({
      FEEDBACK_PORTAL_URL: "https://feedback.provider.example/start",
    });
    const superAdmin = await portal.user("super_admin");
    expect(await lead(user, "localhost", app)).toBe("https://feedback.provider.example/start");
    expect(await lead(superAdmin, "localhost", app)).toBe(
      "https://feedback.provider.example/start",
    );
    expect(await lead(null, "localhost", app)).toMatch(/^\/login/);
  });

  test("a user on another host is redirected to the host of the user's company, with the same port", async () => {
    const { company, user } = await scene();
    const other = await portal.company();
    const way = `http://${company.host}/api/handoff`;
    expect(await lead(user)).toBe(way);
    expect(await lead(user, other.host)).toBe(way);
    expect(await lead(user, "localhost:8080")).toBe(`http://${company.host}:8080/api/handoff`);
  });

  test("with to=home, a user is signed in on the roadmap of the company's own host, even if FEEDBACK_PORTAL_URL is set", async () => {
    const { company, user } = await scene();
    const app = await portal.anotherApp({ FEEDBACK_PORTAL_URL: "https://feedback.test/start" });
    const product = app.visitor("localhost", user);
    const follow = async (visitor: Visitor, path: string) => {
      const reply = await visitor.get(path);
      expect(reply.status).toBe(302);
      const { pathname, search } = new URL(String(reply.headers.location), "http://localhost");
      return { reply, path: pathname + search };
    };
    const start = await follow(product, `${PORTAL}?to=home`);
    expect(start.path).toBe("/api/handoff?to=home");
    const asked = await follow(app.visitor(company.host), start.path);
    const answered = await follow(product, asked.path);
    const entered = await follow(app.visitor(company.host, cookieOf(asked.reply)), answered.path);
    expect(entered.path).toBe("/roadmap");
    const { body } = await app.visitor(company.host, cookieOf(entered.reply)).get("/api/user");
    expect(body.id).toBe(user.id);
    expect((await follow(app.visitor(company.host), "/api/handoff?to=home&code=x")).path).toBe(
      "/login?from=%2Froadmap",
    );
    expect((await follow(app.visitor(company.host, user), `${PORTAL}?to=home`)).path).toBe(
      "/roadmap",
    );
  });

  test("a redirect to the company's host uses https if a trusted proxy received the request over https", async () => {
    const { company, user } = await scene();
    const { visitor } = await portal.anotherApp({ TRUST_PROXY: "1" });
    const cookie = user.cookie.replace("hearback_session", "__Host-hearback_session");
    const { headers } = await visitor("localhost", { cookie }).get(PORTAL, {
      "x-forwarded-proto": "https",
    });
    expect(headers.location).toMatch(new RegExp(`^https://${company.host}/api/handoff`));
  });

  test("a user on the company's subdomain or domain is redirected to the submission form without a hand-off", async () => {
    const { company, user } = await scene();
    const domain = await portal.domain(company);
    const { username } = user;
    const signedIn = await portal
      .visitor(domain)
      .post("/api/login", { username, password: TEST_PASSWORD });
    expect(await lead(user, company.host)).toBe(SUBMIT);
    expect(await lead({ ...user, ...cookieOf(signedIn) }, domain)).toBe(SUBMIT);
    expect(
      await portal.sql(
        "select 1 from handoff h join session s on s.id = h.session_id where s.user_id = $1",
        [user.id],
      ),
    ).toEqual([]);
  });

  test("a user whose company has no subdomain is redirected to the submission form on the same host, and a user without a company to the start page", async () => {
    const { company, user } = await scene();
    await portal.sql("update company set subdomain = null where id = $1", [company.id]);
    expect(await lead(user)).toBe(SUBMIT);
    expect(await lead(await portal.user("super_admin"))).toBe("/");
  });
});

describe("signing in by a hand-off", () => {
  test("a hand-off signs the user in on the company's host only once", async () => {
    const { company, user } = await scene();
    const step = await handOff({ company, user });
    const { reply, ...entered } = await enter(step, company.host);
    expect(entered).toEqual({ location: SUBMIT, user: user.id });
    expect(String(reply.headers["set-cookie"])).toMatch(
      /HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/,
    );
    expect(await enter(step, company.host)).toMatchObject({ location: LOGIN, user: null });
  });

  test("of ten concurrent uses of a hand-off only one signs the user in", async () => {
    const { company, user } = await scene();
    const step = await handOff({ company, user });
    const entered = await Promise.all(Array.from({ length: 10 }, () => enter(step, company.host)));
    expect(entered.filter((one) => one.user !== null)).toHaveLength(1);
  });

  test("the code of a hand-off is not sent to other sites as a referrer, and is stored as a hash", async () => {
    const { company, user } = await scene();
    const step = await handOff({ company, user });
    const [stored] = await portal.sql<{ code_hash: Buffer }>(
      "select code_hash from handoff h join session s on s.id = h.session_id where s.user_id = $1",
      [user.id],
    );
    expect(step.path).not.toContain(stored?.code_hash.toString("base64url"));
    const { reply } = await enter(step, company.host);
    expect(reply.headers["referrer-policy"]).toBe("no-referrer");
  });

  test("a hand-off that signs a user in on the company's host expires after sixty seconds", async () => {
    const { company, user } = await scene();
    const age = (seconds: number) =>
      portal.sql(
        `update handoff set expires_at = handoff.expires_at - make_interval(secs => $2)
         from session where session.id = session_id and user_id = $1`,
        [user.id, seconds],
      );
    const early = await handOff({ company, user });
    await age(55);
    expect((await enter(early, company.host)).user).toBe(user.id);
    const late = await handOff({ company, user });
    await age(61);
    expect(await enter(late, company.host)).toMatchObject({ location: LOGIN, user: null });
  });

  test("a hand-off does not work on another host, and an attempt on another host does not use it up", async () => {
    const { company, user } = await scene();
    const other = await portal.company();
    const step = await handOff({ company, user });
    const domain = await portal.domain(company);
    for (const host of [other.host, "localhost", domain]) {
      expect(await enter(step, host)).toMatchObject({ location: LOGIN, user: null });
    }
    expect((await portal.visitor("nobody.example", step).get(step.path)).status).toBe(404);
    expect((await enter(step, company.host)).user).toBe(user.id);
  });

  test("a hand-off with a missing or unknown code signs nobody in", async () => {
    const { company } = await scene();
    const { cookie } = await askForHandOff(portal, company);
    for (const query of [
      "?code=",
      "?code=x",
      `?code=${"x".repeat(5000)}`,
      "?code=a&code=b",
      "?code=%00",
    ]) {
      const step = { path: `/api/handoff${query}`, cookie };
      expect(await enter(step, company.host)).toMatchObject({ location: LOGIN, user: null });
    }
  });

  test("a hand-off does not replace a user who is already signed in", async () => {
    const { company, user } = await scene();
    const before = await portal.user("user", company);
    const { path, cookie } = await handOff({ company, user });
    const both = { cookie: `${before.cookie}; ${cookie}` };
    const reply = await portal.visitor(company.host, both).get(path);
    expect(reply).toMatchObject({ status: 302, headers: { location: "/feedback?submit=1" } });
    expect(reply.headers["set-cookie"]).toBeUndefined();
    expect((await portal.visitor(company.host, before).get("/api/user")).body.id).toBe(before.id);
  });

  test("a hand-off of an account that has been deactivated signs nobody in", async () => {
    const { company, user } = await scene();
    const step = await handOff({ company, user });
    await portal.sql("update user_account set is_active = false where id = $1", [user.id]);
    expect((await enter(step, company.host)).user).toBeNull();
  });

  test("a hand-off becomes invalid when a super admin ends all sessions of its user", async () => {
    const { company, user } = await scene();
    const step = await handOff({ company, user });
    const superAdmin = portal.visitor("localhost", await portal.user("super_admin"));
    expect((await superAdmin.delete(`/api/admin/users/${String(user.id)}/sessions`)).status).toBe(
      204,
    );
    expect((await enter(step, company.host)).user).toBeNull();
  });

  const credentialsOf = ({ username }: TestUser) => ({ username, password: TEST_PASSWORD });
  const endOf = async (by: Visitor) => {
    const sessions = (await by.get("/api/user/sessions")).body as Session[];
    return `/api/user/sessions/${String(sessions.find(({ isCurrent }) => !isCurrent)?.id)}`;
  };

  test.each<[string, (asker: Visitor, owner: Visitor, user: TestUser) => Promise<Reply>]>([
    [
      "is ended from the owner's list of sessions",
      async (_, owner) => owner.delete(await endOf(owner)),
    ],
    ["is logged out", (asker) => asker.post("/api/logout")],
    [
      "is replaced by another login",
      (asker, _, user) => asker.post("/api/login", credentialsOf(user)),
    ],
    ["is ended together with all other sessions", (_, owner) => owner.delete("/api/user/sessions")],
    [
      "is ended by a change of the password",
      (_, owner) =>
        owner.post("/api/user/password", {
          currentPassword: TEST_PASSWORD,
          newPassword: "a password of my own",
        }),
    ],
  ])("a hand-off becomes invalid when the session that requested it %s", async (_, end) => {
    const { company, user } = await scene();
    const step = await handOff({ company, user });
    const owner = cookieOf(
      await portal.visitor("localhost").post("/api/login", credentialsOf(user)),
    );
    const ended = await end(
      portal.visitor("localhost", user),
      portal.visitor("localhost", owner),
      user,
    );
    expect(ended.status).toBeLessThan(300);
    expect(await enter(step, company.host)).toMatchObject({ location: LOGIN, user: null });
  });

  test("a hand-off becomes invalid when its session has been idle for 15 days", async () => {
    const { company, user } = await scene();
    const step = await handOff({ company, user });
    await portal.sql(
      "update session set last_seen_at = now() - interval '15 days' where user_id = $1",
      [user.id],
    );
    expect(await enter(step, company.host)).toMatchObject({ location: LOGIN, user: null });
  });

  test("a hand-off stays valid when another session of the account ends", async () => {
    const { company, user } = await scene();
    const step = await handOff({ company, user });
    const other = cookieOf(
      await portal.visitor("localhost").post("/api/login", credentialsOf(user)),
    );
    expect((await portal.visitor("localhost", other).post("/api/logout")).status).toBe(204);
    expect((await enter(step, company.host)).user).toBe(user.id);
  });
});
