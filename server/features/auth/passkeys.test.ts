import { Secret, TOTP } from "otpauth";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CONFIRM_EMAIL_FIRST, FRESH_SIGN_IN_FIRST } from "#contract/errors.ts";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { TestBrowser } from "#server/checks/fixtures/openBrowser.ts";
import { openBrowser } from "#server/checks/fixtures/openBrowser.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import { softAuthenticator } from "#server/checks/fixtures/softAuthenticator.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const BASE = "portal.test";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ BASE_DOMAIN: BASE, REQUIRE_CONFIRMED_EMAIL: "1" });
});
beforeEach(() => portal.sql("delete from throttle"));

const REFUSED = {
  status: 401,
  body: { message: "This passkey does not work here. Log in in another way." },
};
const STALE = { status: 403, body: { message: FRESH_SIGN_IN_FIRST } };

type Authenticator = ReturnType<typeof softAuthenticator>;
type Changes = Partial<Parameters<Authenticator["get"]>[0]>;

const hostOf = ({ subdomain }: TestCompany) => `${subdomain}.${BASE}`;

/** Adds a passkey to the account that is signed in. */
async function addPasskey(
  browser: TestBrowser,
  authenticator: Authenticator,
  host: string,
  changes: Changes = {},
): Promise<Reply> {
  const options = await browser.post("/api/passkeys/creation");
  if (options.status !== 200) return options;
  const { challenge, rp } = options.body;
  const ceremony = { challenge, rpId: rp.id, origin: `http://${host}`, ...changes };
  return browser.post("/api/passkeys", {
    name: "Work laptop",
    credential: authenticator.create(ceremony),
  });
}

/** Logs in with a passkey in a new browser on a host. */
async function logIn(authenticator: Authenticator, host: string, changes: Changes = {}) {
  const browser = openBrowser(portal, host);
  const { body } = await browser.post("/api/passkeys/login/options");
  const { challenge, rpId } = body;
  const ceremony = { challenge, rpId, origin: `http://${host}`, ...changes };
  const credential = authenticator.get(ceremony);
  const reply = await browser.post("/api/passkeys/login", { credential });
  return { browser, reply, credential };
}

/** A customer who is signed in, and a passkey of this account. */
async function scene(host?: (company: TestCompany) => Promise<string>) {
  const company = await portal.company();
  const customer = await portal.user("user", company);
  const place = host ? await host(company) : hostOf(company);
  const browser = openBrowser(portal, place);
  const credentials = { username: customer.username, password: TEST_PASSWORD };
  expect((await browser.post("/api/login", credentials)).status).toBe(200);
  const authenticator = softAuthenticator();
  const added = await addPasskey(browser, authenticator, place);
  expect(added.status).toBe(201);
  return {
    company,
    customer,
    host: place,
    browser,
    authenticator,
    passkey: added.body,
    credentials,
  };
}

const age = (userId: number) =>
  portal.sql("update session set proved_at = now() - interval '5 min 1 s' where user_id = $1", [
    userId,
  ]);

describe("adding and removing passkeys", () => {
  test("a passkey is listed with its domain, is mailed to the owner, and can be renamed and removed", async () => {
    const { browser, passkey } = await scene();
    expect(passkey).toEqual({
      id: expect.any(Number),
      name: "Work laptop",
      domain: BASE,
      worksHere: true,
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    expect((await runJobs(portal)).map(({ text }) => text.split("\n")[2])).toEqual([
      "A passkey was added to your account. You can log in with it now.",
    ]);
    const path = `/api/passkeys/${String(passkey.id)}`;
    const renamed = { ...passkey, name: "Phone" };
    expect(await browser.patch(path, { name: "Phone" })).toMatchObject({
      status: 200,
      body: renamed,
    });
    const list = async () => (await browser.get("/api/user/sign-in-methods")).body;
    expect(await list()).toMatchObject({
      passkeys: [renamed],
      passkeyDomain: { name: BASE, isShared: true },
    });
    expect((await browser.delete(path)).status).toBe(204);
    expect((await list()).passkeys).toEqual([]);
    expect((await runJobs(portal)).map(({ text }) => text.split("\n")[2])).toEqual([
      "A passkey of your account was removed.",
    ]);
  });

  test("adding and removing a passkey need a login within the last five minutes", async () => {
    const { browser, customer, host, passkey } = await scene();
    await age(customer.id);
    expect(await addPasskey(browser, softAuthenticator(), host)).toMatchObject(STALE);
    expect(await browser.post("/api/passkeys", newPasskey())).toMatchObject(STALE);
    expect(await browser.delete(`/api/passkeys/${String(passkey.id)}`)).toMatchObject(STALE);
  });

  test("an account whose address is not confirmed gets no passkey", async () => {
    const { browser, customer } = await scene();
    await portal.sql("update user_account set confirmed_at = null where id = $1", [customer.id]);
    expect(await browser.post("/api/passkeys/creation")).toMatchObject({
      status: 403,
      body: { message: CONFIRM_EMAIL_FIRST },
    });
  });

  test("the passkeys of another account are not found", async () => {
    const [own, other] = [await scene(), await scene()];
    const path = `/api/passkeys/${String(other.passkey.id)}`;
    expect((await own.browser.patch(path, { name: "Mine" })).status).toBe(404);
    expect((await own.browser.delete(path)).status).toBe(404);
  });

  test("an answer with another challenge, origin, domain or type, or without verification of the user, adds nothing", async () => {
    const { browser, host, company } = await scene();
    const other = hostOf(await portal.company());
    const stranger = await scene();
    const foreign = (await stranger.browser.post("/api/passkeys/creation")).body.challenge;
    const login = (await browser.post("/api/passkeys/login/options")).body.challenge;
    for (const changes of [
      { challenge: "x".repeat(43) },
      { challenge: foreign },
      { challenge: login },
      { origin: `http://${other}` },
      { origin: `http://${BASE}` },
      { origin: "https://evil.example" },
      { rpId: hostOf(company) },
      { isVerified: false },
      { type: "webauthn.get" },
    ]) {
      const reply = await addPasskey(browser, softAuthenticator(), host, changes);
      expect([changes, reply.status]).toEqual([changes, 400]);
    }
  });

  test("the same passkey is not added twice, and a challenge works once", async () => {
    const { browser, authenticator, host } = await scene();
    expect((await addPasskey(browser, authenticator, host)).status).toBe(409);
    const { challenge, rp } = (await browser.post("/api/passkeys/creation")).body;
    const credential = softAuthenticator().create({
      challenge,
      rpId: rp.id,
      origin: `http://${host}`,
    });
    const send = () => browser.post("/api/passkeys", { name: "Key", credential });
    expect((await send()).status).toBe(201);
    expect((await send()).status).toBe(400);
  });

  test("the last way in cannot be removed, and a passkey for a custom domain does not count as one", async () => {
    const { browser, passkey, authenticator, host } = await scene();
    expect((await browser.delete("/api/user/password")).status).toBe(204);
    const only = { status: 409, body: { message: "This is the only way into your account" } };
    expect(await browser.delete(`/api/passkeys/${String(passkey.id)}`)).toMatchObject(only);
    expect((await logIn(authenticator, host)).reply.status).toBe(200);
    const onDomain = await scene((company) => portal.domain(company));
    expect(await onDomain.browser.delete("/api/user/password")).toMatchObject(only);
  });
});

const newPasskey = () => ({
  name: "Key",
  credential: softAuthenticator().create({ challenge: "x", rpId: BASE, origin: `http://${BASE}` }),
});

describe("logging in with a passkey", () => {
  test("a passkey of the base domain signs in on every portal below it, without a name or password", async () => {
    const { authenticator, customer, host, browser } = await scene();
    const here = await logIn(authenticator, host);
    expect(here.reply).toMatchObject({ status: 200, body: { id: customer.id } });
    expect((await here.browser.get("/api/user")).body.id).toBe(customer.id);
    const elsewhere = await logIn(authenticator, hostOf(await portal.company()));
    expect(elsewhere.reply).toMatchObject({ status: 200, body: { id: customer.id } });
    expect((await logIn(authenticator, BASE)).reply.status).toBe(200);
    const [used] = (await browser.get("/api/user/sign-in-methods")).body.passkeys;
    expect(used.lastUsedAt).toEqual(expect.any(String));
  });

  test("a passkey of a custom domain signs in there only, and one of the base domain does not sign in there", async () => {
    const own = await scene((company) => portal.domain(company));
    expect(own.passkey).toMatchObject({ domain: own.host, worksHere: true });
    const there = await logIn(own.authenticator, own.host);
    expect(there.reply).toMatchObject({ status: 200, body: { id: own.customer.id } });
    const subdomain = hostOf(own.company);
    expect((await logIn(own.authenticator, subdomain)).reply).toMatchObject(REFUSED);
    expect((await logIn(own.authenticator, subdomain, { rpId: own.host })).reply).toMatchObject(
      REFUSED,
    );
    const shared = await scene();
    const domain = await portal.domain(shared.company);
    expect((await logIn(shared.authenticator, domain)).reply).toMatchObject(REFUSED);
    await portal.sql("update company set custom_domain = null where id = $1", [own.company.id]);
    const next = await portal.company();
    await portal.sql(
      "update company set custom_domain = $2, custom_domain_verified_at = now() where id = $1",
      [next.id, own.host],
    );
    portal.publish();
    expect((await logIn(own.authenticator, own.host)).reply).toMatchObject(REFUSED);
  });

  test("a foreign origin, domain, challenge or type, a missing verification of the user and an unknown key are refused", async () => {
    const { authenticator, host, browser } = await scene();
    const otherHost = hostOf(await portal.company());
    const elsewhere = (await openBrowser(portal, otherHost).post("/api/passkeys/login/options"))
      .body;
    const creation = (await browser.post("/api/passkeys/creation")).body;
    for (const changes of [
      { origin: `http://${otherHost}` },
      { origin: `http://${BASE}` },
      { origin: "https://evil.example" },
      { rpId: host },
      { challenge: "x".repeat(43) },
      { challenge: elsewhere.challenge },
      { challenge: creation.challenge },
      { isVerified: false },
      { type: "webauthn.create" },
    ]) {
      const { reply } = await logIn(authenticator, host, changes);
      expect([changes, reply.status]).toEqual([changes, 401]);
    }
    expect((await logIn(softAuthenticator(), host)).reply).toMatchObject(REFUSED);
    expect((await logIn(authenticator, host)).reply.status).toBe(200);
  });

  test("an answer works once, and a signature of another key is refused", async () => {
    const { authenticator, host } = await scene();
    const { browser, reply, credential } = await logIn(authenticator, host);
    expect(reply.status).toBe(200);
    expect(await browser.post("/api/passkeys/login", { credential })).toMatchObject(REFUSED);
    const other = await logIn(softAuthenticator(), host);
    const forged = { ...other.credential, id: authenticator.id, rawId: authenticator.id };
    expect(await browser.post("/api/passkeys/login", { credential: forged })).toMatchObject(
      REFUSED,
    );
  });

  test("a count of signatures that is not higher than the stored one is that of a copied key, and is refused", async () => {
    const { authenticator, host } = await scene();
    expect((await logIn(authenticator, host, { count: 10 })).reply.status).toBe(200);
    for (const count of [10, 9, 0])
      expect((await logIn(authenticator, host, { count })).reply).toMatchObject(REFUSED);
    expect((await logIn(authenticator, host, { count: 11 })).reply.status).toBe(200);
  });

  test("keys that always count 0, as those of most phones, work again and again", async () => {
    const { browser, host } = await scene();
    const phone = softAuthenticator();
    expect((await addPasskey(browser, phone, host, { count: 0 })).status).toBe(201);
    expect((await logIn(phone, host, { count: 0 })).reply.status).toBe(200);
    expect((await logIn(phone, host, { count: 0 })).reply.status).toBe(200);
  });

  test("the user handle of another account is refused", async () => {
    const [own, other] = [await scene(), await scene()];
    const handle = (await other.browser.post("/api/passkeys/creation")).body.user.id;
    const ownHandle = (await own.browser.post("/api/passkeys/creation")).body.user.id;
    for (const [userHandle, status] of [
      [handle, 401],
      [ownHandle, 200],
    ]) {
      const browser = openBrowser(portal, own.host);
      const { challenge, rpId } = (await browser.post("/api/passkeys/login/options")).body;
      const credential = own.authenticator.get({ challenge, rpId, origin: `http://${own.host}` });
      const response = { ...credential.response, userHandle };
      const reply = await browser.post("/api/passkeys/login", {
        credential: { ...credential, response },
      });
      expect(reply.status).toBe(status);
    }
  });

  test("a passkey is asked for no second factor, because it has verified the user", async () => {
    const { authenticator, host, browser, credentials } = await scene();
    const setup = await browser.post("/api/user/mfa/setup", { password: TEST_PASSWORD });
    const code = new TOTP({ secret: Secret.fromBase32(setup.body.secret) }).generate();
    expect((await browser.post("/api/user/mfa/confirm", { code })).status).toBe(200);
    const password = await openBrowser(portal, host).post("/api/login", credentials);
    expect(password.body.codeRequired).toBe(true);
    expect((await logIn(authenticator, host)).reply.status).toBe(200);
    const { recoveryCodesLeft } = (await browser.get("/api/user/mfa")).body;
    expect(recoveryCodesLeft).toBe(10);
  });

  test("deactivated accounts and super admins on a custom domain are refused after the right answer", async () => {
    const { authenticator, host, customer } = await scene();
    await portal.sql("update user_account set is_active = false where id = $1", [customer.id]);
    expect((await logIn(authenticator, host)).reply).toMatchObject({
      status: 401,
      body: { message: "This account has been deactivated" },
    });
    const onDomain = await scene((company) => portal.domain(company));
    await portal.sql("update user_account set role = 'super_admin' where id = $1", [
      onDomain.customer.id,
    ]);
    expect((await logIn(onDomain.authenticator, onDomain.host)).reply.status).toBe(403);
  });

  test("the passkeys of an account whose address was not confirmed end when its owner logs in by mail", async () => {
    const { authenticator, host, customer } = await scene();
    await portal.sql("update user_account set confirmed_at = null where id = $1", [customer.id]);
    const owner = openBrowser(portal, host);
    await owner.post("/api/login/code", { username: customer.username });
    const text = (await runJobs(portal)).map((mail) => mail.text).join("\n");
    const code = /^\d{6}$/m.exec(text)?.[0] ?? "";
    expect((await owner.post("/api/login/code/confirm", { code })).status).toBe(200);
    expect((await logIn(authenticator, host)).reply).toMatchObject(REFUSED);
  });

  test("a passkey counts as a fresh login", async () => {
    const { authenticator, host } = await scene();
    const { browser } = await logIn(authenticator, host);
    expect((await browser.post("/api/passkeys/creation")).status).toBe(200);
  });
});
