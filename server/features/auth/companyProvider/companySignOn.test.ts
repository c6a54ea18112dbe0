import { readFileSync } from "node:fs";
import { FRESH_SIGN_IN_FIRST } from "#contract/errors.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { insertEmailDomain } from "#server/checks/fixtures/insertProvider.ts";
import {
  connectedScene,
  connectionTo,
  SIGN_ON,
  signOnScene,
} from "#server/checks/fixtures/signOnScene.ts";
import {
  newPerson,
  resetProvider,
  startOidcPortal,
} from "#server/checks/fixtures/startOidcPortal.ts";
import type { OidcProvider } from "#server/checks/fixtures/startOidcProvider.ts";
import { cookiesOf, signOn } from "#server/checks/fixtures/startOidcProvider.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";

let provider: OidcProvider;
let portal: TestPortal;
let userOf: Awaited<ReturnType<typeof startOidcPortal>>["userOf"];
beforeAll(async () => {
  ({ portal, provider, userOf } = await startOidcPortal({ METRICS_TOKEN: "a".repeat(32) }));
});
beforeEach(() => resetProvider(provider));

test("a new person becomes a customer although sign-up is closed, and comes back to the same account and page with another address", async () => {
  const { company, visitor } = await connectedScene(portal, provider);
  await portal.sql("update company set allow_customer_sign_up = false where id = $1", [company.id]);
  portal.publish();
  const start = `/auth/oidc/company?to=${encodeURIComponent("/feedback?q=a b")}`;
  const first = await signOn(visitor, provider, start);
  expect([first.callback.status, first.location]).toEqual([303, "/feedback?q=a%20b"]);
  expect(first.callback.headers).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  const user = await userOf(company.host, first.cookie);
  expect(user).toMatchObject({ role: "user", companyId: company.id, fullName: "Ada Lovelace" });
  provider.person = { ...provider.person, email: "ada@new.example" };
  const again = await signOn(visitor, provider);
  expect(again.location).toBe("/roadmap");
  expect(await userOf(company.host, again.cookie)).toMatchObject({
    id: user.id,
    username: user.username,
  });
  const metrics = await portal
    .visitor("localhost")
    .get("/metrics", { authorization: `Bearer ${"a".repeat(32)}` });
  expect(metrics.text).toMatch(/sign_ins_total\{way="oidc",result="accepted"\} [1-9]/);
});

test("the login page offers the provider, by name, while it is on", async () => {
  const { admin, visitor } = await connectedScene(portal, provider);
  const offered = async () => (await visitor.get("/api/sign-on/ways")).body.company;
  expect(await offered()).toEqual({ name: "Acme Login", isOnlyWay: false });
  await admin.request("PUT", SIGN_ON, connectionTo(provider, { isOn: false }));
  expect(await offered()).toBeNull();
});

test("an account with a password is connected after it was logged in to once, also where the provider is the only way", async () => {
  const { company, admin, visitor } = await connectedScene(portal, provider);
  const customer = await portal.user("user", company);
  await admin.request("PUT", `${SIGN_ON}/only-way`, { emergencyAdminId: admin.user.id });
  provider.person = newPerson({ email: customer.username });
  const { location, cookie } = await signOn(visitor, provider);
  expect(location).toBe("/sign-on/confirm");
  const { username } = customer;
  const body = { username, password: TEST_PASSWORD };
  expect((await visitor.post("/api/login", body)).status).toBe(403);
  const loggedIn = await visitor.post("/api/login", body, { cookie });
  expect(loggedIn.status).toBe(200);
  const both = `${cookie}; ${cookiesOf(loggedIn)}`;
  expect((await visitor.get("/sign-on/confirm", { cookie: both })).text).toContain("Acme Login");
  await visitor.request("POST", "/sign-on/confirm", "", {
    cookie: both,
    "content-type": "application/x-www-form-urlencoded",
  });
  const next = await signOn(visitor, provider);
  expect(await userOf(company.host, next.cookie)).toMatchObject({ id: customer.id });
});

test("after a change of the provider's ids an admin removes the link, and the same address is linked anew", async () => {
  const { company, admin, visitor } = await connectedScene(portal, provider);
  await insertEmailDomain(portal, company, { domain: "acme.example", isProved: true });
  const { id } = await userOf(company.host, (await signOn(visitor, provider)).cookie);
  provider.person = { ...provider.person, sub: `${provider.person.sub}-migrated` };
  expect((await signOn(visitor, provider)).location).toBe("/sign-on/confirm");
  const listed = (await admin.get("/api/customers")).body;
  expect(listed).toMatchObject([{ id, hasSignOn: true }]);
  expect((await admin.delete(`${SIGN_ON}/people/${String(id)}`)).status).toBe(204);
  expect((await auditOf(portal, company)).at(-1)).toMatchObject({ action: "sign-on.unlink" });
  const again = await signOn(visitor, provider);
  expect(await userOf(company.host, again.cookie)).toMatchObject({ id });
});

test("a signed-in person connects the provider with the own account", async () => {
  const { company, admin, visitor } = await connectedScene(portal, provider);
  const start = "/auth/oidc/company?link=1&to=/settings";
  const linked = await signOn(admin, provider, start);
  // The tests' client sends one cookie header, so the session is added by hand.
  expect(linked.location).toBe("/sign-on/refused?reason=expired");
  const started = await admin.get(start);
  const back = await provider.visit(String(started.headers["location"]));
  const cookie = `${admin.user.cookie}; ${cookiesOf(started)}`;
  const reply = await visitor.get(back.pathname + back.search, { cookie });
  expect(reply.headers["location"]).toBe("/sign-on/confirm");
  const confirmed = await visitor.request("POST", "/sign-on/confirm", "", {
    cookie: `${admin.user.cookie}; ${cookiesOf(reply)}`,
    "content-type": "application/x-www-form-urlencoded",
  });
  expect(confirmed.headers["location"]).toBe("/settings");
  const next = await signOn(visitor, provider);
  expect(await userOf(company.host, next.cookie)).toMatchObject({ id: admin.user.id });
});

test("a login that only the company has proved changes no ways into the account, and ends when the owner of the mailbox comes", async () => {
  const { company, visitor } = await connectedScene(portal, provider);
  const { cookie } = await signOn(visitor, provider);
  const owner = await userOf(company.host, cookie);
  const session = portal.visitor(company.host, { cookie });
  const password = { newPassword: "marmalade sandwich 7" };
  expect(await session.post("/api/user/password", password)).toMatchObject({
    status: 403,
    body: { message: FRESH_SIGN_IN_FIRST },
  });
  expect((await session.post("/api/passkeys/creation")).status).toBe(403);
  const token = newSessionToken();
  await portal.sql(
    "insert into password_reset (user_id, token_hash, expires_at) values ($1, $2, now() + interval '1 hour')",
    [owner.id, hashToken(token)],
  );
  const reset = { token, ...password };
  expect((await visitor.post("/api/password-reset/confirm", reset)).status).toBe(204);
  expect((await session.get("/api/user")).status).toBe(401);
  expect((await signOn(visitor, provider)).location).toBe("/sign-on/confirm");
});

describe("the test of the connection", () => {
  /** Tests the connection as the admin. Returns the page's text. */
  async function testConnection(scene: Awaited<ReturnType<typeof connectedScene>>) {
    const started = await scene.admin.get("/auth/oidc/company?purpose=test");
    const location = String(started.headers["location"]);
    if (started.status === 200) return started;
    const back = await provider.visit(location);
    const cookie = `${scene.admin.user.cookie}; ${cookiesOf(started)}`;
    return scene.visitor.get(back.pathname + back.search, { cookie });
  }

  test("shows every claim and what would happen, and logs nobody in, also while the provider is off", async () => {
    const scene = await connectedScene(portal, provider, {
      isOn: false,
      adminClaim: "groups",
      adminValue: "admins",
    });
    provider.person = newPerson({ groups: ["admins"], name: "<b>Ada</b>" });
    const { status, text, headers } = await testConnection(scene);
    expect([status, headers["set-cookie"]]).toEqual([200, undefined]);
    for (const shown of [
      "The connection works",
      "&lt;b&gt;Ada&lt;/b&gt;",
      String(provider.person["email"]),
      "Your provider says that it is confirmed",
      "&quot;admins&quot; in the claim &quot;groups&quot; and is an admin",
      "would create an account for this person",
    ])
      expect(text).toContain(shown);
    expect(
      await portal.sql("select 1 from user_account where username = $1", [
        provider.person["email"],
      ]),
    ).toEqual([]);
  });

  test("says what is missing or wrong", async () => {
    const scene = await connectedScene(portal, provider);
    provider.person = newPerson({ email_verified: undefined });
    expect((await testConnection(scene)).text).toContain("does not say that it is confirmed");
    provider.person = newPerson({ email: undefined });
    expect((await testConnection(scene)).text).toContain("There is no e-mail address in the claim");
    const stranger = await portal.user("user", await portal.company());
    provider.person = newPerson({ email: stranger.username });
    expect((await testConnection(scene)).text).toContain("The login would be refused");
    await scene.admin.request("PUT", SIGN_ON, connectionTo(provider, { clientSecret: "wrong" }));
    expect((await testConnection(scene)).text).toContain(
      "refused the client ID or the client secret (invalid_client",
    );
    provider.answers.set("/.well-known/openid-configuration", { status: 503 });
    expect((await testConnection(scene)).text).toContain("The connection does not work");
  });

  test("is for admins only", async () => {
    const { company, visitor } = await connectedScene(portal, provider);
    const customer = portal.visitor(company.host, await portal.user("user", company));
    for (const other of [visitor, customer])
      expect((await other.get("/auth/oidc/company?purpose=test")).headers["location"]).toMatch(
        /^\/login\?from=/,
      );
  });
});

test("a logout leads to the provider's logout, and back to the host", async () => {
  const { company, visitor } = await connectedScene(portal, provider, { signsOut: true });
  const { cookie } = await signOn(visitor, provider);
  const path = `${SIGN_ON}/sign-out`;
  const { url } = (await visitor.get(path, { cookie })).body;
  const { origin, searchParams } = new URL(url);
  expect([origin, searchParams.get("post_logout_redirect_uri")]).toEqual([
    provider.issuer,
    `http://${company.host}/`,
  ]);
  expect(searchParams.get("id_token_hint")).toMatch(/^eyJ/);
  const stored = await portal.sql<{ text: string }>(
    "select encode(id_token, 'escape') as text from provider_session",
  );
  expect(stored.some(({ text }) => text.includes("eyJ"))).toBe(false);
  await visitor.post("/api/logout", undefined, { cookie });
  expect(await portal.sql("select 1 from provider_session")).toHaveLength(stored.length - 1);
  const other = await portal.user("user", company);
  expect((await portal.visitor(company.host, other).get(path)).body).toEqual({ url: null });
});

test("Keycloak's discovery document connects it, with its logout", async () => {
  const file = new URL("../../../checks/fixtures/keycloakDiscovery.json", import.meta.url);
  const issuer = `${provider.issuer}/realms/acme`;
  const headers = { "content-type": "application/json" };
  const body = readFileSync(file, "utf8").replaceAll("ISSUER", issuer);
  const path = "/realms/acme/.well-known/openid-configuration";
  provider.answers.set(path, { status: 200, body, headers });
  const { admin, visitor } = await signOnScene(portal);
  const typed = connectionTo({ issuer: `${issuer}/` });
  const saved = await admin.request("PUT", SIGN_ON, typed);
  expect(saved.body.provider).toMatchObject({ issuer, offersSignOut: true });
  const { headers: sent } = await visitor.get("/auth/oidc/company");
  expect(sent["location"]).toContain(`${issuer}/protocol/openid-connect/auth?`);
});
