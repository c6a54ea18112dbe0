import { Secret, TOTP } from "otpauth";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FRESH_SIGN_IN_FIRST } from "#contract/errors.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { TestBrowser } from "#server/checks/fixtures/openBrowser.ts";
import { openBrowser } from "#server/checks/fixtures/openBrowser.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import { connectedScene, SIGN_ON } from "#server/checks/fixtures/signOnScene.ts";
import { newClaims, signClaims } from "#server/checks/fixtures/signToken.ts";
import {
  comeByProvider,
  newPerson,
  resetProvider,
  startOidcPortal,
} from "#server/checks/fixtures/startOidcPortal.ts";
import type { OidcProvider } from "#server/checks/fixtures/startOidcProvider.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";

const CONFIRM = "/sign-on/confirm";
const refusal = (reason: string) => `/sign-on/refused?reason=${reason}`;

let portal: TestPortal;
let provider: OidcProvider;
beforeAll(async () => {
  ({ portal, provider } = await startOidcPortal({ SMTP_URL: "smtp://127.0.0.1:1" }));
});
beforeEach(async () => {
  resetProvider(provider);
  await portal.sql("delete from throttle");
});

const accountIn = async (browser: TestBrowser) => (await browser.get("/api/user")).body;
const logIn = (browser: TestBrowser, { username }: Pick<TestUser, "username">) =>
  browser.post("/api/login", { username, password: TEST_PASSWORD });

/** A browser in which somebody new has come in by the company's provider. */
async function personScene(changes: object = {}, claims: object = {}) {
  const scene = await connectedScene(portal, provider, changes);
  provider.person = newPerson(claims);
  const browser = openBrowser(portal, scene.company.host);
  expect(await comeByProvider(browser, provider)).toBe("/roadmap");
  return { ...scene, browser, person: await accountIn(browser) };
}

/** Mails a code to the address and enters it. Returns the mail and the answer to the code. */
async function enterMailedCode(browser: TestBrowser, username: string) {
  expect((await browser.post("/api/login/code", { username })).status).toBe(200);
  const mail = (await runJobs(portal)).findLast(({ subject }) => subject.startsWith("Your code"));
  const code = /^\d{6}$/m.exec(mail?.text ?? "")?.[0];
  return { mail, reply: await browser.post("/api/login/code/confirm", { code }) };
}

test("the provider takes the role of an admin away also where a second factor is still asked for", async () => {
  const byGroup = { adminClaim: "groups", adminValue: "admins" };
  const { browser, person } = await personScene(byGroup, { groups: ["admins"] });
  expect(person.role).toBe("company_admin");
  const secret = new Uint8Array(20).fill(7);
  await portal.sql(
    `insert into authenticator (user_id, secret, recovery_salt, confirmed_at)
     values ($1, $2, $3, now())`,
    [person.id, Buffer.from(secret), Buffer.alloc(16)],
  );
  provider.person = { ...provider.person, groups: ["staff"] };
  expect(await comeByProvider(browser, provider)).toBe(CONFIRM);
  const code = new TOTP({ secret: new Secret({ buffer: secret.buffer }) }).generate();
  expect((await browser.submit(CONFIRM, { code })).headers["location"]).toBe("/roadmap");
  expect(await accountIn(browser)).toMatchObject({ id: person.id, role: "user" });
});

describe("on a custom domain, whose DNS others control", () => {
  async function domainScene() {
    const scene = await connectedScene(portal, provider);
    const domain = await portal.domain(scene.company);
    const customer = await portal.user("user", scene.company);
    return { ...scene, domain, customer, browser: openBrowser(portal, domain) };
  }
  const identitiesOf = ({ id }: TestUser) =>
    portal.sql("select from sign_in_identity where user_id = $1", [id]);

  test("a company's provider connects no account, neither by its address nor from the settings", async () => {
    const { customer, browser } = await domainScene();
    provider.person = newPerson({ email: customer.username });
    expect(await comeByProvider(browser, provider)).toBe(refusal("customDomain"));
    expect((await logIn(browser, customer)).status).toBe(200);
    const start = "/auth/oidc/company?link=1&to=/settings";
    expect(await comeByProvider(browser, provider, start)).toBe(refusal("customDomain"));
    expect(await identitiesOf(customer)).toEqual([]);
  });

  test("an identity that waits is not connected either", async () => {
    const { company, domain, customer, browser } = await domainScene();
    const token = "A".repeat(43);
    browser.cookies.set("hearback_sign_on", token);
    for (const issuingCompany of [company.id, null]) {
      await portal.sql(
        `insert into pending_identity (browser_hash, host, issuing_company_id, target_company_id,
           issuer, subject, label, provider_name, user_id, return_path, is_address_proved, expires_at)
         values ($1, $2, $3, $4, $5, 'theirs', 'theirs', 'Acme', $6, '/', true,
           now() + interval '1 hour')`,
        [hashToken(token), domain, issuingCompany, company.id, provider.issuer, customer.id],
      );
      expect((await logIn(browser, customer)).status).toBe(200);
      const { headers } = await browser.submit(CONFIRM);
      expect(headers["location"]).toBe(refusal("customDomain"));
      await portal.sql("delete from pending_identity");
    }
    expect(await identitiesOf(customer)).toEqual([]);
  });
});

describe("the sessions that an identity has started end at once", () => {
  test("when an admin removes the link", async () => {
    const { admin, browser, person } = await personScene();
    expect((await admin.delete(`${SIGN_ON}/people/${String(person.id)}`)).status).toBe(204);
    expect((await browser.get("/api/user")).status).toBe(401);
  });

  test("when the person removes the identity, except the session in which they do so", async () => {
    const { company } = await connectedScene(portal, provider);
    const customer = await portal.user("user", company);
    const [own, other] = [openBrowser(portal, company.host), openBrowser(portal, company.host)];
    provider.person = newPerson({ email: customer.username });
    expect(await comeByProvider(own, provider)).toBe(CONFIRM);
    await logIn(own, customer);
    expect((await own.submit(CONFIRM)).headers["location"]).toBe("/roadmap");
    expect(await comeByProvider(other, provider)).toBe("/roadmap");
    expect(await accountIn(other)).toMatchObject({ id: customer.id });
    const [identity] = (await own.get("/api/user/sign-in-methods")).body.identities;
    expect((await own.delete(`/api/user/identities/${String(identity.id)}`)).status).toBe(204);
    expect((await other.get("/api/user")).status).toBe(401);
    expect((await own.get("/api/user")).status).toBe(200);
  });

  test("when the owner of the mailbox comes to an account that only the company has connected", async () => {
    const { company } = await connectedScene(portal, provider);
    const customer = await portal.user("user", company);
    await portal.sql("delete from session where user_id = $1", [customer.id]);
    await portal.sql("update user_account set password_hash = $2 where id = $1", [
      customer.id,
      unusablePasswordHash(),
    ]);
    provider.person = newPerson({ email: customer.username });
    const theirs = openBrowser(portal, company.host);
    expect(await comeByProvider(theirs, provider)).toBe("/roadmap");
    expect(await accountIn(theirs)).toMatchObject({ id: customer.id });
    const owner = openBrowser(portal, company.host);
    expect((await enterMailedCode(owner, customer.username)).reply.status).toBe(200);
    expect((await theirs.get("/api/user")).status).toBe(401);
    expect(await comeByProvider(theirs, provider)).toBe(CONFIRM);
  });
});

describe("where only the provider lets the company's people in", () => {
  /** A customer with a password, whom the provider does not know yet. */
  async function onlyWayScene() {
    const scene = await connectedScene(portal, provider);
    const customer = await portal.user("user", scene.company);
    const turnOn = () =>
      scene.admin.request("PUT", `${SIGN_ON}/only-way`, { emergencyAdminId: scene.admin.user.id });
    expect((await turnOn()).status).toBe(200);
    return { ...scene, customer, browser: openBrowser(portal, scene.company.host) };
  }

  test("an address that the provider does not prove lets nobody use the password of its account", async () => {
    const { company, customer, browser } = await onlyWayScene();
    provider.person = newPerson({ email: customer.username, email_verified: false });
    expect(await comeByProvider(browser, provider)).toBe(CONFIRM);
    expect((await logIn(browser, customer)).status).toBe(403);
    provider.person = newPerson({ email: customer.username });
    expect(await comeByProvider(browser, provider)).toBe(CONFIRM);
    const other = await portal.user("user", company);
    expect((await logIn(browser, other)).status).toBe(403);
    expect((await logIn(browser, customer)).status).toBe(200);
  });

  test("a signed token lets nobody use a password", async () => {
    const { company, admin, customer, browser } = await onlyWayScene();
    const { secret } = (await admin.post("/api/application-sign-in/secrets")).body;
    const settings = { isOn: true, name: "Studio", loginUrl: "", method: "secret", jwksUrl: "" };
    expect((await admin.request("PUT", "/api/application-sign-in", settings)).status).toBe(200);
    const claims = newClaims(`http://${company.host}`, { email: customer.username });
    const { headers } = await browser.get(`/auth/token?token=${signClaims(secret, claims)}`);
    const asked = await browser.submit(String(headers["location"]));
    expect(asked.headers["location"]).toBe(CONFIRM);
    expect((await logIn(browser, customer)).status).toBe(403);
  });

  test("whoever is logged in proves by a mailed code who they are, stays logged in for no longer, and can delete the account", async () => {
    const { company, browser } = await onlyWayScene();
    expect(await comeByProvider(browser, provider)).toBe("/roadmap");
    const person = await accountIn(browser);
    await portal.sql(
      "update session set expires_at = now() + interval '1 hour' where user_id = $1",
      [person.id],
    );
    expect(await browser.delete("/api/user", {})).toMatchObject({
      status: 403,
      body: { message: FRESH_SIGN_IN_FIRST },
    });
    const { mail, reply } = await enterMailedCode(browser, person.username);
    expect(mail?.text).toContain("delete your account");
    expect(mail?.text).not.toContain("/login/link/");
    expect(reply).toMatchObject({ status: 200, body: { id: person.id } });
    expect(
      await portal.sql(
        "select is_vouched, expires_at < now() + interval '1 hour' as is_short from session where user_id = $1",
        [person.id],
      ),
    ).toEqual([{ is_vouched: false, is_short: true }]);
    expect((await browser.delete("/api/user", {})).status).toBe(204);
    expect((await openBrowser(portal, company.host).get("/api/user")).status).toBe(401);
  });

  test("a mailed code lets nobody in who is not logged in to the account", async () => {
    const { browser, customer, company } = await onlyWayScene();
    const somebodyElse = openBrowser(portal, company.host);
    await comeByProvider(somebodyElse, provider);
    for (const each of [browser, somebodyElse]) {
      const { mail, reply } = await enterMailedCode(each, customer.username);
      expect(reply.status).toBe(403);
      expect(mail?.text).toContain(`http://${company.host}/login/link/`);
    }
  });
});
