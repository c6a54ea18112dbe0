import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Session } from "#contract/sessions.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { realPages } from "./support/realPages.ts";
import { deleteExpiredSessions } from "#server/platform/access/session.queries.ts";

const SESSIONS = "/api/user/sessions";

// Whoever controls a company's custom domain can read the session tokens that browsers send to this
// domain. These tokens must therefore be invalid on every other host.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ PREVIEW_HOSTS: "*.preview.example" });
});
beforeEach(() => portal.sql("delete from throttle"));

interface Scene {
  company: TestCompany;
  /** The company's custom domain. */
  domain: string;
  other: TestCompany;
  otherDomain: string;
  admin: TestUser;
  /** The admin of the other company. */
  stranger: TestUser;
}

async function scene(): Promise<Scene> {
  const [company, other] = [await portal.company(), await portal.company()];
  return {
    company,
    domain: await portal.domain(company),
    other,
    otherDomain: await portal.domain(other),
    admin: await portal.user("company_admin", company),
    stranger: await portal.user("company_admin", other),
  };
}

const logIn = ({ username }: TestUser, host: string, password = TEST_PASSWORD): Promise<Reply> =>
  portal.visitor(host).post("/api/login", { username, password });
const tokenAt = async (user: TestUser, host: string) => cookieOf(await logIn(user, host));

/**
 * Returns the id of the user to whom the session belongs; the HTTP status if the host does not
 * accept the session.
 */
async function userAt(host: string, session: { cookie: string }): Promise<unknown> {
  const { status, body } = await portal.visitor(host, session).get("/api/user");
  return status === 200 ? body.id : status;
}

describe("a session token on another host", () => {
  test("a session token from a custom domain signs nobody in on the product's host, a subdomain or another domain", async () => {
    const { company, domain, other, otherDomain, admin } = await scene();
    const taken = await tokenAt(admin, domain);
    expect(await userAt(domain, taken)).toBe(admin.id);
    for (const host of ["localhost", "a.preview.example", company.host, other.host, otherDomain]) {
      expect([host, await userAt(host, taken)]).toEqual([host, 401]);
    }
  });

  test("a session token from the product's host or a subdomain signs nobody in on any other host", async () => {
    const { company, domain, other, admin } = await scene();
    const hosts = ["localhost", "a.preview.example", "b.preview.example", company.host];
    for (const host of hosts) {
      const taken = await tokenAt(admin, host);
      for (const elsewhere of [...hosts, domain, other.host]) {
        const expected = elsewhere === host ? admin.id : 401;
        expect([host, elsewhere, await userAt(elsewhere, taken)]).toEqual([
          host,
          elsewhere,
          expected,
        ]);
      }
    }
  });

  test("a request with another host's session token reads what an anonymous visitor reads, and writes nothing", async () => {
    const { company, domain, admin } = await scene();
    const item = await portal.item(await portal.board(company));
    await portal.board(company, { isPrivate: true });
    const thief = portal.visitor(company.host, await tokenAt(admin, domain));
    const guest = portal.visitor(company.host);
    for (const path of ["/api/boards", "/api/feedback", "/api/portal"]) {
      const [stolen, anonymous] = [await thief.get(path), await guest.get(path)];
      expect([path, stolen.status, stolen.text]).toEqual([path, 200, anonymous.text]);
    }
    const writes = [
      await thief.post(`/api/feedback/${String(item.id)}/vote`),
      await thief.post("/api/boards", { name: "Mine", slug: "mine" }),
      await thief.delete("/api/user/sessions"),
      await portal.visitor("localhost", await tokenAt(admin, domain)).get("/api/user/sessions"),
    ];
    expect(writes.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  test("a page that is requested with another host's session token shows nothing that only the session's user may see", async () => {
    const { company, domain, admin } = await scene();
    const board = await portal.board(company, { isPrivate: true });
    const app = await portal.anotherApp({}, await realPages());
    const pageWith = async (session: { cookie: string } | null) =>
      (await app.visitor(company.host, session).get("/feedback")).text;
    const own = await pageWith(await tokenAt(admin, company.host));
    const stolen = await pageWith(await tokenAt(admin, domain));
    for (const text of [board.name, admin.fullName]) {
      expect(own).toContain(text);
      expect(stolen).not.toContain(text);
    }
  });

  test("a log-out with another host's session token does not end the session", async () => {
    const { domain, admin } = await scene();
    const taken = await tokenAt(admin, domain);
    expect((await portal.visitor("localhost", taken).post("/api/logout")).status).toBe(204);
    expect(await userAt(domain, taken)).toBe(admin.id);
  });

  test("changing the password on a custom domain opens a session that is valid only on that domain", async () => {
    const { company, domain, admin } = await scene();
    const visitor = portal.visitor(domain, await tokenAt(admin, domain));
    const renewed = cookieOf(
      await visitor.post("/api/user/password", {
        currentPassword: TEST_PASSWORD,
        newPassword: "a password of my own",
      }),
    );
    expect(await userAt(domain, renewed)).toBe(admin.id);
    expect(await userAt("localhost", renewed)).toBe(401);
    expect(await userAt(company.host, renewed)).toBe(401);
  });

  test("a registration on a custom domain opens a session that is valid only on that domain", async () => {
    const { company, domain } = await scene();
    const reply = await portal.visitor(domain).post("/api/register", {
      username: `new-${company.subdomain}@example.com`,
      fullName: "New Person",
      password: TEST_PASSWORD,
    });
    expect(await userAt(domain, cookieOf(reply))).toBe(reply.body.id);
    expect(await userAt(company.host, cookieOf(reply))).toBe(401);
  });

  test("a session that was created before sessions stored their host is valid on no custom domain", async () => {
    const { company, domain, admin } = await scene();
    expect(await userAt("localhost", admin)).toBe(admin.id);
    expect(await userAt(company.host, admin)).toBe(admin.id);
    expect(await userAt(domain, admin)).toBe(401);
  });
});

describe("rights on a custom domain", () => {
  test("a super admin who signs in on a custom domain gets 403 with the host where super admins can sign in", async () => {
    const { company, domain } = await scene();
    const superAdmin = await portal.user("super_admin", company);
    const refused = await logIn(superAdmin, domain);
    expect([refused.status, refused.body]).toEqual([
      403,
      { message: "Super admins sign in at localhost, not on a custom domain" },
    ]);
    expect(refused.headers["set-cookie"]).toBeUndefined();
    expect((await logIn(superAdmin, company.host)).status).toBe(200);
    expect((await logIn(superAdmin, "localhost")).status).toBe(200);
  });

  test("a wrong password on a custom domain does not reveal that the account is a super admin's", async () => {
    const { domain } = await scene();
    const superAdmin = await portal.user("super_admin");
    const refused = await logIn(superAdmin, domain, "a wrong password");
    expect([refused.status, refused.body]).toEqual([401, { message: "Invalid credentials" }]);
  });

  test("a user who becomes a super admin is no longer signed in on a custom domain", async () => {
    const { domain, admin } = await scene();
    const taken = await tokenAt(admin, domain);
    await portal.sql("update user_account set role = 'super_admin' where id = $1", [admin.id]);
    expect(await userAt(domain, taken)).toBe(401);
    await portal.sql("update user_account set role = 'company_admin' where id = $1", [admin.id]);
  });

  test("a company admin has admin rights on the custom domain of the admin's own company", async () => {
    const { domain, admin } = await scene();
    const visitor = portal.visitor(domain, await tokenAt(admin, domain));
    const made = await visitor.post("/api/boards", { name: "Ideas", slug: "ideas" });
    expect(made.status).toBe(201);
  });

  test("the response to a login contains the role that the account has on the host of the login", async () => {
    const { company, domain, admin, stranger } = await scene();
    const roleOf = async (user: TestUser, host: string) => (await logIn(user, host)).body.role;
    expect(await roleOf(stranger, domain)).toBe("user");
    expect(await roleOf(stranger, company.host)).toBe("company_admin");
    expect(await roleOf(admin, domain)).toBe("company_admin");
  });

  test("on a custom domain, a user can neither list nor end the account's sessions on other hosts", async () => {
    const { company, domain, otherDomain, admin } = await scene();
    const elsewhere = await tokenAt(admin, company.host);
    await tokenAt(admin, otherDomain);
    const all = (await portal.visitor(company.host, elsewhere).get(SESSIONS)).body as Session[];
    const visitor = portal.visitor(domain, await tokenAt(admin, domain));
    const second = await tokenAt(admin, domain);
    const listed = await visitor.get(SESSIONS);
    expect((listed.body as Session[]).map(({ host }) => host)).toEqual([domain, domain]);
    expect(listed.headers["x-total-count"]).toBe("2");
    for (const { id } of all)
      expect((await visitor.delete(`${SESSIONS}/${String(id)}`)).status).toBe(404);
    expect((await visitor.delete(SESSIONS)).status).toBe(204);
    expect(await userAt(domain, second)).toBe(401);
    const left = (await portal.visitor(company.host, elsewhere).get(SESSIONS)).body as Session[];
    expect(left.map(({ host }) => host).toSorted()).toEqual(
      [...all.map(({ host }) => host), domain].toSorted(),
    );
  });

  test("on another company's custom domain a company admin has only customer rights, even for the admin's own company", async () => {
    const { company, domain, other, stranger } = await scene();
    const visitor = portal.visitor(domain, await tokenAt(stranger, domain));
    expect((await visitor.get("/api/user")).body).toMatchObject({ id: stranger.id, role: "user" });
    const own = `/api/company/${String(other.id)}`;
    const answers = [
      await visitor.get(`${own}/settings`),
      await visitor.get(`${own}/audit-log`),
      await visitor.patch(own, { name: "Taken over" }),
      await visitor.patch(`${own}/domain`, { customDomain: null }),
      await visitor.get(`/api/company/${String(company.id)}/settings`),
      await visitor.post("/api/boards", { name: "Mine", slug: "mine" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    const item = await portal.item(await portal.board(company));
    expect((await visitor.post(`/api/feedback/${String(item.id)}/vote`)).status).toBe(200);
  });
});

describe("sessions of a custom domain that changes", () => {
  const verify = ({ id }: TestCompany, domain: string | null) =>
    portal.sql(
      `update company set custom_domain = $2::text,
         custom_domain_verified_at = case when $2::text is not null then now() end where id = $1`,
      [id, domain],
    );

  test("removing a custom domain ends its sessions, and verifying the domain again does not restore them", async () => {
    const { company, domain, admin } = await scene();
    const taken = await tokenAt(admin, domain);
    const path = `/api/company/${String(company.id)}/domain`;
    const atHome = portal.visitor(company.host, admin);
    expect((await atHome.patch(path, { customDomain: null })).status).toBe(200);
    expect(await userAt(domain, taken)).toBe(404);
    await verify(company, domain);
    expect(await userAt(domain, taken)).toBe(401);
    expect(await userAt(domain, await tokenAt(admin, domain))).toBe(admin.id);
  });

  test("a session ends when its custom domain is no longer verified", async () => {
    const { company, domain, admin } = await scene();
    const taken = await tokenAt(admin, domain);
    await portal.sql("update company set custom_domain_verified_at = null where id = $1", [
      company.id,
    ]);
    expect(await userAt(domain, taken)).toBe(404);
    await verify(company, domain);
    expect(await userAt(domain, taken)).toBe(401);
  });

  test("a custom domain's sessions are not valid after another company has taken over the domain", async () => {
    const { company, domain, other, admin, stranger } = await scene();
    const taken = [await tokenAt(admin, domain), await tokenAt(stranger, domain)];
    await verify(company, null);
    await verify(other, domain);
    for (const session of taken) expect(await userAt(domain, session)).toBe(401);
    expect(await userAt(domain, await tokenAt(stranger, domain))).toBe(stranger.id);
  });

  test("a session of a removed custom domain is not listed, and the hourly clean-up deletes the session", async () => {
    const { company, domain, admin } = await scene();
    await tokenAt(admin, domain);
    const hostsOf = async () =>
      ((await portal.visitor(company.host, admin).get("/api/user/sessions")).body as Session[]).map(
        ({ host }) => host,
      );
    const stored = () => portal.sql("select host from session where user_id = $1", [admin.id]);
    expect(await hostsOf()).toEqual([null, domain]);
    await verify(company, null);
    expect(await hostsOf()).toEqual([null]);
    expect(await stored()).toHaveLength(2);
    await portal.database.system.all(deleteExpiredSessions, {});
    expect(await stored()).toEqual([{ host: null }]);
  });
});
