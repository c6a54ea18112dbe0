import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FRESH_SIGN_IN_FIRST } from "#contract/errors.ts";
import { connectGitHub } from "#server/checks/fixtures/connectGitHub.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { openBrowser } from "#server/checks/fixtures/openBrowser.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import type { UserRole } from "#contract/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ SMTP_URL: "smtp://127.0.0.1:1" });
});
beforeEach(() => portal.sql("delete from throttle"));

const STALE = { status: 403, body: { message: FRESH_SIGN_IN_FIRST } };
const NEW = "marmalade sandwich 7";

/** Logs an account in with its password. */
async function signedIn(role: UserRole = "user", app: Pick<TestPortal, "visitor"> = portal) {
  const company = await portal.company();
  const user = await portal.user(role, company);
  const browser = openBrowser(app, company.host);
  const credentials = { username: user.username, password: TEST_PASSWORD };
  const logIn = () => openBrowser(app, company.host).post("/api/login", credentials);
  expect((await browser.post("/api/login", credentials)).status).toBe(200);
  const age = () =>
    portal.sql("update session set proved_at = now() - interval '5 min 1 s' where user_id = $1", [
      user.id,
    ]);
  return { company, user, browser, logIn, age };
}

/** The texts of the queued mails. */
const mailTexts = async () => (await runJobs(portal)).map(({ text }) => text.split("\n")[2]);

describe("the ways into an account", () => {
  test("the list says whether there is a password and when it was last used", async () => {
    const { browser, company } = await signedIn();
    expect((await browser.get("/api/user/sign-in-methods")).body).toEqual({
      password: { isSet: true, lastUsedAt: expect.any(String) },
      mailedCode: { isAvailable: true, lastUsedAt: null },
      passkeys: [],
      identities: [],
      isFresh: true,
      passkeyDomain: { name: company.host, isShared: false },
    });
  });

  test("removing the password needs a login within the last five minutes, is mailed and ends the password", async () => {
    const { browser, logIn, age } = await signedIn();
    await age();
    expect(await browser.delete("/api/user/password")).toMatchObject(STALE);
    expect((await logIn()).status).toBe(200);
    await portal.sql("update session set proved_at = now()");
    expect((await browser.delete("/api/user/password")).status).toBe(204);
    expect(await logIn()).toMatchObject({ status: 401, body: { message: "Invalid credentials" } });
    expect(await mailTexts()).toEqual(["The password of your account was removed."]);
    expect((await browser.delete("/api/user/password")).status).toBe(204);
    expect(await mailTexts()).toEqual([]);
  });

  test("an account without a password gets none and is not deleted on a custom domain, whose owner could pass a login on", async () => {
    const { user, company } = await signedIn();
    const browser = openBrowser(portal, await portal.domain(company));
    const credentials = { username: user.username, password: TEST_PASSWORD };
    expect((await browser.post("/api/login", credentials)).status).toBe(200);
    const hash = unusablePasswordHash();
    await portal.sql("update user_account set password_hash = $1 where id = $2", [hash, user.id]);
    const refused = {
      status: 403,
      body: { message: `Without a password, do this at ${company.host}, not on a custom domain` },
    };
    expect(await browser.post("/api/user/password", { newPassword: NEW })).toMatchObject(refused);
    expect(await browser.delete("/api/user", {})).toMatchObject(refused);
  });

  test("a session that a hand-off, an invitation or a second factor has opened counts as no fresh login", async () => {
    const { browser } = await signedIn();
    await portal.sql("update session set proved_at = null");
    expect(await browser.delete("/api/user/password")).toMatchObject(STALE);
  });

  test("the password cannot be removed if it is the only way in", async () => {
    const withoutMail = await portal.anotherApp({ REQUIRE_CONFIRMED_EMAIL: "1" });
    const silent = await signedIn("user", withoutMail);
    const only = { status: 409, body: { message: "This is the only way into your account" } };
    expect(await silent.browser.delete("/api/user/password")).toMatchObject(only);
    const unconfirmed = await signedIn();
    await portal.sql("update user_account set confirmed_at = null where id = $1", [
      unconfirmed.user.id,
    ]);
    expect(await unconfirmed.browser.delete("/api/user/password")).toMatchObject(only);
    expect((await unconfirmed.logIn()).status).toBe(200);
  });

  test("the audit log of a company contains the removal and the new password of an admin", async () => {
    const { company, browser } = await signedIn("company_admin");
    expect((await browser.delete("/api/user/password")).status).toBe(204);
    expect((await browser.post("/api/user/password", { newPassword: NEW })).status).toBe(200);
    const { body } = await browser.get(
      `/api/company/${String(company.id)}/audit-log?action=sign-in`,
    );
    expect(body.map(({ action }: { action: string }) => action)).toEqual([
      "sign-in.add-password",
      "sign-in.remove-password",
    ]);
  });
});

describe("identities of providers", () => {
  /** Connects the account with GitHub. Returns the path of the identity. */
  async function connect(userId: number) {
    const { id } = await connectGitHub(portal.sql, userId);
    return `/api/user/identities/${String(id)}`;
  }

  test("the list names the provider and the address there, and what is stored of it is in the download of one's data", async () => {
    const { browser, user } = await signedIn();
    await connect(user.id);
    const { body } = await browser.get("/api/user/sign-in-methods");
    expect(body.identities).toMatchObject([
      { provider: "github", name: "GitHub", label: "robin", lastUsedAt: null },
    ]);
    expect((await browser.get("/api/user/data")).body.identities).toMatchObject([
      { issuer: "https://github.com", label: "robin", companyId: null },
    ]);
  });

  test("removing one needs a login within the last five minutes, is mailed and in the audit log of an admin's company", async () => {
    const { browser, user, age, company } = await signedIn("company_admin");
    const path = await connect(user.id);
    await age();
    expect(await browser.delete(path)).toMatchObject(STALE);
    await portal.sql("update session set proved_at = now() where user_id = $1", [user.id]);
    expect((await browser.delete(path)).status).toBe(204);
    expect((await browser.delete(path)).status).toBe(404);
    expect((await mailTexts()).at(-1)).toMatch(/can no longer be logged in to/);
    const log = await browser.get(`/api/company/${String(company.id)}/audit-log?action=sign-in`);
    expect(log.body).toMatchObject([{ action: "sign-in.remove-identity" }]);
  });

  test("an identity of a provider that is turned off is no way in that remains", async () => {
    const withoutMail = await portal.anotherApp({ REQUIRE_CONFIRMED_EMAIL: "1" });
    const { browser, user } = await signedIn("user", withoutMail);
    await connect(user.id);
    expect((await browser.delete("/api/user/password")).status).toBe(409);
  });

  test("the identities of an account and of a company are deleted with them", async () => {
    const { browser, user, company } = await signedIn();
    await connect(user.id);
    const other = await portal.user("user", company);
    await portal.sql(
      `insert into sign_in_identity (issuing_company_id, issuer, subject, user_id, label, is_confirmed)
       values ($1, 'token', '7', $2, 'robin', true)`,
      [company.id, other.id],
    );
    const left = () =>
      portal.sql("select from sign_in_identity where user_id = any ($1)", [[user.id, other.id]]);
    expect((await browser.delete("/api/user", { password: TEST_PASSWORD })).status).toBe(204);
    expect(await left()).toHaveLength(1);
    await portal.sql("delete from company where id = $1", [company.id]);
    expect(await left()).toEqual([]);
  });
});

describe("an account without a password", () => {
  async function withoutPassword() {
    const scene = await signedIn();
    expect((await scene.browser.delete("/api/user/password")).status).toBe(204);
    await runJobs(portal);
    return scene;
  }

  test("a first password needs a fresh login instead of the current password, and is mailed", async () => {
    const { company, user, browser, age } = await withoutPassword();
    await age();
    expect(await browser.post("/api/user/password", { newPassword: NEW })).toMatchObject(STALE);
    await portal.sql("update session set proved_at = now() where user_id = $1", [user.id]);
    expect((await browser.post("/api/user/password", { newPassword: NEW })).status).toBe(200);
    expect(await mailTexts()).toEqual([
      "A password was set for your account, which had none. You can log in with it now.",
    ]);
    const login = { username: user.username, password: NEW };
    expect((await openBrowser(portal, company.host).post("/api/login", login)).status).toBe(200);
  });

  test("the second factor and the deletion of the account need a fresh login instead of the password", async () => {
    const { browser, user, age } = await withoutPassword();
    expect((await browser.post("/api/user/mfa/setup", {})).status).toBe(200);
    await age();
    expect(await browser.post("/api/user/mfa/setup", {})).toMatchObject(STALE);
    expect(await browser.delete("/api/user", {})).toMatchObject(STALE);
    await portal.sql("update session set proved_at = now() where user_id = $1", [user.id]);
    expect((await browser.delete("/api/user", {})).status).toBe(204);
  });

  test("an account with a password must still send it", async () => {
    const { browser } = await signedIn();
    expect(await browser.post("/api/user/mfa/setup", {})).toMatchObject({
      status: 400,
      body: { errors: { password: ["Password is required"] } },
    });
  });
});
