import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import type { NameServer } from "#server/checks/fixtures/nameServer.ts";
import { startNameServer } from "#server/checks/fixtures/nameServer.ts";
import {
  connectedScene,
  connectionTo,
  SIGN_ON,
  signOnScene,
} from "#server/checks/fixtures/signOnScene.ts";
import type { OidcProvider } from "#server/checks/fixtures/startOidcProvider.ts";
import { signOn, startOidcProvider } from "#server/checks/fixtures/startOidcProvider.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { recheckEmailDomains } from "./emailDomains.ts";

const DISCOVERY = "/.well-known/openid-configuration";

let provider: OidcProvider;
let names: NameServer;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startOidcProvider();
  names = await startNameServer();
  portal = await startTestPortal({ ALLOW_PRIVATE_PROVIDERS: "1", DNS_SERVERS: names.address });
});
beforeEach(() => provider.answers.clear());
afterAll(async () => {
  await provider.close();
  await names.close();
});

describe("connecting a provider", () => {
  test("the settings are stored, read back without the secret, and recorded without it", async () => {
    const { company, admin } = await signOnScene(portal);
    expect((await admin.get(SIGN_ON)).body).toEqual({
      provider: null,
      callbackUrls: [`http://${company.host}/auth/oidc/callback`],
      signedOutUrls: [`http://${company.host}/`],
      domains: [],
    });
    const sent = connectionTo(provider, { issuer: `${provider.issuer}${DISCOVERY}` });
    const saved = await admin.request("PUT", SIGN_ON, sent);
    expect([saved.status, saved.body.provider]).toEqual([
      200,
      {
        name: "Acme Login",
        issuer: provider.issuer,
        clientId: "hearback",
        hasSecret: true,
        isOn: true,
        nameClaim: "name",
        pictureClaim: "picture",
        adminClaim: null,
        adminValue: null,
        signsOut: false,
        offersSignOut: true,
        isOnlyWay: false,
        emergencyAdmin: null,
      },
    ]);
    expect((await admin.get(SIGN_ON)).text).not.toContain(sent.clientSecret);
    const stored = await portal.sql<{ row: string }>(
      "select encode(client_secret, 'escape') as row from sign_on_provider where company_id = $1",
      [company.id],
    );
    expect(stored[0]?.row).not.toContain(sent.clientSecret);
    const [entry] = await auditOf(portal, company);
    expect(entry).toMatchObject({ action: "sign-on.create", details: { clientSecret: "new" } });
    expect(JSON.stringify(entry)).not.toContain(sent.clientSecret);
  });

  test("a custom domain has its own callback", async () => {
    const { company, admin } = await signOnScene(portal);
    const domain = await portal.domain(company);
    portal.publish();
    expect((await admin.get(SIGN_ON)).body.callbackUrls).toEqual([
      `http://${company.host}/auth/oidc/callback`,
      `http://${domain}/auth/oidc/callback`,
    ]);
  });

  test("an empty secret keeps the stored one, and a provider that is turned off is not the only way", async () => {
    const { admin } = await connectedScene(portal, provider);
    const { id } = admin.user;
    await admin.request("PUT", `${SIGN_ON}/only-way`, { emergencyAdminId: id });
    const changes = { clientSecret: "", isOn: false, name: "New name" };
    const saved = await admin.request("PUT", SIGN_ON, connectionTo(provider, changes));
    expect(saved.body.provider).toMatchObject({
      name: "New name",
      hasSecret: true,
      isOn: false,
      isOnlyWay: false,
    });
  });

  test("the stored secret is kept only for the issuer and the client for which it was entered", async () => {
    const { admin, company } = await connectedScene(portal, provider);
    const other = await startOidcProvider();
    for (const changes of [{ clientId: "another" }, { issuer: other.issuer }]) {
      const body = connectionTo(provider, { ...changes, clientSecret: "" });
      expect(await admin.request("PUT", SIGN_ON, body)).toMatchObject({
        status: 400,
        body: { errors: { clientSecret: ["Enter the client secret"] } },
      });
    }
    await other.close();
    expect(
      await portal.sql("select issuer, client_id from sign_on_provider where company_id = $1", [
        company.id,
      ]),
    ).toEqual([{ issuer: provider.issuer, client_id: "hearback" }]);
  });

  test.each([
    ["no URL", { issuer: "login.acme.example" }, "issuer", /begins with https/],
    ["a page", { issuer: "https://acme.example/admin/#/realm" }, "issuer", /address of a page/],
    ["a password", { issuer: "https://a:b@acme.example" }, "issuer", /begins with https/],
    ["no secret", { clientSecret: "" }, "clientSecret", /Enter the client secret/],
    ["a key", { clientSecret: "-----BEGIN PRIVATE KEY----- MII" }, "clientSecret", /one line/],
    ["a secret with a space", { clientSecret: "a b" }, "clientSecret", /no spaces/],
    [
      "the ID of a secret",
      {
        issuer: "https://login.microsoftonline.com/t/v2.0",
        clientSecret: "0b9d2c4e-7f1a-4c58-9e63-2f8a5d1c7b40",
      },
      "clientSecret",
      /Enter its value/,
    ],
    ["admins without a value", { adminClaim: "groups", adminValue: "" }, "adminValue", /value/],
  ])("with %s is refused beside the field, and stores nothing", async (_, changes, field, text) => {
    const { company, admin } = await signOnScene(portal);
    const reply = await admin.request("PUT", SIGN_ON, connectionTo(provider, changes));
    expect([reply.status, reply.body.errors?.[field]?.[0]]).toEqual([
      400,
      expect.stringMatching(text),
    ]);
    expect(
      await portal.sql("select 1 from sign_on_provider where company_id = $1", [company.id]),
    ).toEqual([]);
  });

  test.each([
    ["redirects", { status: 302, headers: { location: "/other" } }, /redirects/],
    ["has 5 MB", { status: 200, body: "x".repeat(5_000_000) }, /longer than 256 kB/],
    ["is no JSON", { status: 200, body: "<html>" }, /no JSON/],
    ["does not exist", { status: 404 }, /no provider at this address/],
    ["fails", { status: 503 }, /has a problem/],
    [
      "names another issuer",
      {
        status: 200,
        body: JSON.stringify({ issuer: "https://other.example" }),
        headers: { "content-type": "application/json" },
      },
      /names itself https:\/\/other\.example/,
    ],
  ])("a discovery document that %s is refused beside the issuer", async (_, answer, text) => {
    const { admin } = await signOnScene(portal);
    provider.answers.set(DISCOVERY, answer);
    const reply = await admin.request("PUT", SIGN_ON, connectionTo(provider));
    expect([reply.status, reply.body.errors?.issuer?.[0]]).toEqual([
      400,
      expect.stringMatching(text),
    ]);
  });

  test("without ALLOW_PRIVATE_PROVIDERS, http and private addresses are refused", async () => {
    const other = await portal.anotherApp({});
    const { company, admin } = await signOnScene(portal);
    const visitor = other.visitor(company.host, admin.user);
    const errors = async (issuer: string) =>
      (await visitor.request("PUT", SIGN_ON, connectionTo({ issuer }))).body.errors?.issuer;
    expect(await errors(provider.issuer)).toEqual([expect.stringMatching(/https/)]);
    expect(await errors("https://10.0.0.1")).toEqual([expect.stringMatching(/public internet/)]);
    expect(await errors("https://192.88.98.1:22")).toEqual([expect.stringMatching(/port 443/)]);
  });
});

describe("only this way", () => {
  test("the warning names who has never come in by the provider, admins first, and the admins with a password", async () => {
    const { company, admin } = await connectedScene(portal, provider);
    const customer = await portal.user("user", company);
    const { id, username, fullName } = admin.user;
    expect((await admin.get(`${SIGN_ON}/shut-out`)).body).toEqual({
      people: [
        { id, username, fullName, isAdmin: true },
        {
          id: customer.id,
          username: customer.username,
          fullName: customer.fullName,
          isAdmin: false,
        },
      ],
      total: 2,
      emergencyAdmins: [{ id, username, fullName }],
    });
  });

  test("passwords and sign-up are off for the company's people on its hosts and the product's, except for the admin for emergencies", async () => {
    const { company, admin, visitor } = await connectedScene(portal, provider);
    const second = await portal.user("company_admin", company);
    const customer = await portal.user("user", company);
    const only = (emergencyAdminId: number | null) =>
      admin.request("PUT", `${SIGN_ON}/only-way`, { emergencyAdminId });
    expect((await only(customer.id)).status).toBe(400);
    expect((await only(admin.user.id)).body.provider).toMatchObject({
      isOnlyWay: true,
      emergencyAdmin: { id: admin.user.id },
    });
    portal.publish();
    const logIn = async ({ username }: { username: string }, at = visitor) => {
      const { status, body } = await at.post("/api/login", { username, password: TEST_PASSWORD });
      return [status, body.message];
    };
    const refused = [403, "Your company logs in with Acme Login"];
    expect(await logIn(customer)).toEqual(refused);
    expect(await logIn(second)).toEqual(refused);
    expect(await logIn(customer, portal.visitor("localhost"))).toEqual([
      403,
      "Your company logs in with Acme Login on your company's portal",
    ]);
    const elsewhere = portal.visitor((await portal.company()).host);
    expect((await logIn(customer, elsewhere))[0]).toBe(200);
    expect((await logIn(admin.user))[0]).toBe(200);
    expect((await portal.visitor(company.host, customer).get("/api/user")).status).toBe(401);
    expect((await visitor.get("/api/portal")).body.registrationOpen).toBe(false);
    // Without an admin for emergencies, no admin is shut out.
    await portal.sql("update user_account set role = 'user' where id = $1", [admin.user.id]);
    expect((await logIn(second))[0]).toBe(200);
    expect(await logIn(customer)).toEqual(refused);
  });
});

describe("a domain of e-mail addresses", () => {
  test("is proved by its TXT record, and counts for seven days after the record is gone", async () => {
    const { admin } = await signOnScene(portal);
    const added = await admin.post(`${SIGN_ON}/domains`, { domain: "Acme.Example" });
    const [domain] = added.body.domains;
    expect([added.status, domain]).toMatchObject([
      201,
      { domain: "acme.example", state: "pending", verifiedAt: null },
    ]);
    const { name, value } = domain.record;
    expect(name).toBe("_hearback.acme.example");
    const check = async () =>
      (await admin.post(`${SIGN_ON}/domains/acme.example/check`)).body.domains[0];
    expect(await check()).toMatchObject({
      state: "pending",
      problem: "There is no TXT record for _hearback.acme.example yet.",
    });
    names.texts.set(name, ["v=spf1", "hearback-domain=wrong"]);
    expect(await check()).toMatchObject({
      state: "pending",
      problem: "The TXT record of _hearback.acme.example has another value.",
    });
    names.texts.set(name, ["v=spf1", value]);
    expect(await check()).toMatchObject({ state: "verified", problem: null });
    names.texts.delete(name);
    const { signal } = new AbortController();
    await recheckEmailDomains(portal.database.system, portal.config, signal);
    expect((await admin.get(SIGN_ON)).body.domains[0]).toMatchObject({
      state: "failing",
      verifiedAt: expect.stringMatching(/Z$/),
    });
    await portal.sql("update email_domain set failing_since = now() - interval '8 days'");
    await recheckEmailDomains(portal.database.system, portal.config, signal);
    expect((await admin.get(SIGN_ON)).body.domains[0]).toMatchObject({
      state: "pending",
      verifiedAt: null,
    });
    expect((await admin.delete(`${SIGN_ON}/domains/acme.example`)).status).toBe(204);
    expect((await admin.get(SIGN_ON)).body.domains).toEqual([]);
  });

  test.each([
    ["bücher.example", "xn--bcher-kva.example"],
    [" BÜCHER.Example ", "xn--bcher-kva.example"],
    ["XN--BCHER-KVA.EXAMPLE", "xn--bcher-kva.example"],
    ["例え.テスト", "xn--r8jz45g.xn--zckzah"],
  ])("is compared in its ASCII form: %j", async (domain, stored) => {
    const { company, admin, visitor } = await connectedScene(portal, provider);
    const added = await admin.post(`${SIGN_ON}/domains`, { domain });
    expect(added.body.domains).toMatchObject([
      { domain: stored, record: { name: `_hearback.${stored}` } },
    ]);
    const { name, value } = added.body.domains[0].record;
    names.texts.set(name, [value]);
    const path = `${SIGN_ON}/domains/${stored}`;
    expect((await admin.post(`${path}/check`)).body.domains).toMatchObject([{ state: "verified" }]);
    const comesIn = async (email: string) => {
      provider.person = { sub: email, email, email_verified: false };
      return (await signOn(visitor, provider)).location;
    };
    expect(await comesIn(`ann-${String(company.id)}@${domain.trim()}`)).toBe("/roadmap");
    for (const elsewhere of [`sub.${stored}`, `evil${stored}`, `${stored}.evil.example`])
      expect(await comesIn(`ann-${String(company.id)}@${elsewhere}`)).not.toBe("/roadmap");
    expect((await admin.delete(path)).status).toBe(204);
  });

  test.each([
    "acme",
    "com",
    "acme.example.",
    ".acme.example",
    "acme..example",
    "xn--.example",
    "-acme.example",
    "10.0.0.1",
    "[::1]",
    "ann@acme.example",
    "https://acme.example",
    "acme.example:8080",
    "*.acme.example",
    "acme.example/x",
    `${"a".repeat(64)}.example`,
    "",
  ])("is refused beside the field: %j", async (domain) => {
    const { admin } = await signOnScene(portal);
    expect(await admin.post(`${SIGN_ON}/domains`, { domain })).toMatchObject({
      status: 400,
      body: { errors: { domain: ["Please enter a valid domain"] } },
    });
  });
});
