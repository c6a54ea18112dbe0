import { beforeAll, describe, expect, test } from "vitest";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { askForHandOff, createHandOff, redirectPath } from "#server/checks/fixtures/handOff.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const SUBMIT = "/feedback?submit=1";
const LOGIN = `/login?from=${encodeURIComponent(SUBMIT)}`;

async function scene(): Promise<{ company: TestCompany; attacker: TestUser; victim: TestUser }> {
  const company = await portal.company();
  return {
    company,
    attacker: await portal.user("user", company),
    victim: await portal.user("company_admin", company),
  };
}

/**
 * Follows a hand-off link and expects that it signs nobody in: it redirects to the login page and
 * sets no cookie.
 */
async function expectNobody({ host }: TestCompany, path: string, cookie = ""): Promise<void> {
  const reply = await portal.visitor(host, { cookie }).get(path);
  expect([reply.status, reply.headers["location"], reply.headers["set-cookie"]]).toEqual([
    302,
    LOGIN,
    undefined,
  ]);
}

/**
 * Follows the redirects from the product's own host, as the user's browser does, up to the link
 * with the code. Returns the link, and the browser's cookies by host.
 */
async function linkOf(user: TestUser): Promise<{ link: URL; cookies: Map<string, string> }> {
  const cookies = new Map([["localhost", user.cookie]]);
  let link = new URL("http://localhost/api/feedback-portal");
  while (!link.searchParams.has("code")) {
    const { hostname, pathname, search } = link;
    const browser = portal.visitor(hostname, { cookie: cookies.get(hostname) ?? "" });
    const reply = await browser.get(`${pathname}${search}`);
    expect([link.href, reply.status]).toEqual([link.href, 302]);
    if (reply.headers["set-cookie"]) cookies.set(hostname, cookieOf(reply).cookie);
    link = new URL(String(reply.headers["location"]), link);
  }
  return { link, cookies };
}

describe("a hand-off link that somebody else has created", () => {
  test("a link with the attacker's hand-off code signs in only the attacker, even after another visitor has opened the link", async () => {
    const { company, attacker } = await scene();
    const { link, cookies } = await linkOf(attacker);
    expect(link.origin).toBe(`http://${company.host}`);
    const path = `${link.pathname}${link.search}`;
    await expectNobody(company, path);
    const cookie = cookies.get(company.host) ?? "";
    const used = await portal.visitor(company.host, { cookie }).get(path);
    expect(used.headers["location"]).toBe(SUBMIT);
  });

  test("a link with the attacker's hand-off code does not sign in a browser that has requested its own hand-off", async () => {
    const { company, attacker, victim } = await scene();
    const { path } = await createHandOff(portal, company, attacker);
    const own = await createHandOff(portal, company, victim);
    await expectNobody(company, path, own.cookie);
    const entered = await portal.visitor(company.host, own).get(own.path);
    const session = cookieOf(entered);
    const { body } = await portal.visitor(company.host, session).get("/api/user");
    expect(body.id).toBe(victim.id);
  });

  test("a hand-off code that is created when a victim follows the attacker's link does not sign in the victim's browser", async () => {
    const { company, victim } = await scene();
    const { path } = await askForHandOff(portal, company);
    const made = await portal.visitor("localhost", victim).get(path);
    await expectNobody(company, redirectPath(made));
  });

  test("a hand-off code without a challenge, which only earlier versions created, signs nobody in", async () => {
    const { company, attacker } = await scene();
    const { path, cookie } = await createHandOff(portal, company, attacker);
    await portal.sql("update handoff set challenge = null");
    await expectNobody(company, path, cookie);
  });
});

describe("the cookie of a hand-off", () => {
  const attributesOf = (reply: Reply) => String(reply.headers["set-cookie"]).split("; ");

  test("the hand-off cookie expires after a minute and is hidden from scripts, and the redirect URL does not contain the cookie's value", async () => {
    const { company } = await scene();
    const reply = await portal.visitor(company.host).get("/api/handoff");
    const [pair, ...attributes] = attributesOf(reply);
    expect(pair).toMatch(/^hearback_handoff=[\w-]{43}$/);
    expect(attributes).toEqual(["Path=/", "Max-Age=60", "HttpOnly", "SameSite=Lax"]);
    expect(redirectPath(reply)).not.toContain(String(pair?.split("=")[1]));
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.headers["referrer-policy"]).toBe("no-referrer");
  });

  test("over https the hand-off cookie has the __Host- prefix, and a cookie without the prefix is ignored", async () => {
    const { company, attacker } = await scene();
    const https = { "x-forwarded-proto": "https" };
    const { visitor } = await portal.anotherApp({ TRUST_PROXY: "1" });
    const asked = await visitor(company.host).get("/api/handoff", https);
    expect(attributesOf(asked)[0]).toMatch(/^__Host-hearback_handoff=/);
    expect(attributesOf(asked)).toContain("Secure");
    const session = attacker.cookie.replace("hearback", "__Host-hearback");
    const made = await visitor("localhost", { cookie: session }).get(redirectPath(asked), https);
    expect(String(made.headers["location"])).toMatch(new RegExp(`^https://${company.host}/`));
    const prefixed = cookieOf(asked);
    const plain = { cookie: prefixed.cookie.replace("__Host-", "") };
    const enter = (cookie: { cookie: string }) =>
      visitor(company.host, cookie).get(redirectPath(made), https);
    expect((await enter(plain)).headers["location"]).toBe(LOGIN);
    expect((await enter(prefixed)).headers["location"]).toBe(SUBMIT);
  });

  test("two tabs that request a hand-off at the same time share the hand-off cookie, so that both are signed in", async () => {
    const { company, victim } = await scene();
    const first = await createHandOff(portal, company, victim);
    const asked = await portal.visitor(company.host, first).get("/api/handoff");
    expect(cookieOf(asked)).toEqual({ cookie: first.cookie });
    const made = await portal.visitor("localhost", victim).get(redirectPath(asked));
    for (const path of [first.path, redirectPath(made)]) {
      const entered = await portal.visitor(company.host, first).get(path);
      expect(entered.headers["location"]).toBe(SUBMIT);
    }
  });
});

describe("the hosts that create and accept hand-off codes", () => {
  test("only a session of the product's own host can create a hand-off code", async () => {
    const { company, victim } = await scene();
    const other = await portal.company();
    const domain = await portal.domain(other);
    const { path } = await askForHandOff(portal, company);
    const { username } = victim;
    for (const host of [other.host, domain]) {
      const visitor = portal.visitor(host);
      const session = cookieOf(
        await visitor.post("/api/login", { username, password: TEST_PASSWORD }),
      );
      for (const from of [host, "localhost"]) {
        const reply = await portal.visitor(from, session).get(path);
        expect(String(reply.headers["location"])).not.toContain("code=");
      }
    }
    expect(
      await portal.sql(
        "select from handoff h join session s on s.id = h.session_id where s.user_id = $1",
        [victim.id],
      ),
    ).toEqual([]);
  });

  test("a custom domain and the product's own host neither request nor accept a hand-off code", async () => {
    const { company, victim } = await scene();
    const domain = await portal.domain(company);
    const { path, cookie } = await createHandOff(portal, company, victim);
    for (const host of [domain, "localhost"]) {
      for (const address of ["/api/handoff", path]) {
        await expectNobody({ ...company, host }, address, cookie);
      }
    }
  });

  test("a session that a hand-off opens for a super admin has super admin rights on the company's subdomain and is not valid on the product's host", async () => {
    const { company } = await scene();
    const superAdmin = await portal.user("super_admin", company);
    const { path, cookie } = await createHandOff(portal, company, superAdmin);
    const session = cookieOf(await portal.visitor(company.host, { cookie }).get(path));
    const visitor = portal.visitor(company.host, session);
    expect((await visitor.get("/api/admin/users")).status).toBe(200);
    expect((await portal.visitor("localhost", session).get("/api/user")).status).toBe(401);
  });

  test.each(["", "x", "a".repeat(44), "%00", "https://evil.example", `${"a".repeat(42)}=`])(
    "a request with the malformed challenge %j creates no code and restarts the hand-off on the company's host",
    async (challenge) => {
      const { company, victim } = await scene();
      const reply = await portal
        .visitor("localhost", victim)
        .get(`/api/feedback-portal?challenge=${challenge}`);
      expect(reply.headers["location"]).toBe(`http://${company.host}/api/handoff`);
    },
  );
});
