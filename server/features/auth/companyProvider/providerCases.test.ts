import type { JWTPayload } from "jose";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectedScene, connectionTo, SIGN_ON } from "#server/checks/fixtures/signOnScene.ts";
import {
  newPerson,
  resetProvider,
  startOidcPortal,
} from "#server/checks/fixtures/startOidcPortal.ts";
import type { OidcProvider } from "#server/checks/fixtures/startOidcProvider.ts";
import { cookiesOf, signOn, startOidcProvider } from "#server/checks/fixtures/startOidcProvider.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";

const START = "/auth/oidc/company";
const TOKEN = "/token";

let provider: OidcProvider;
let portal: TestPortal;
let userOf: Awaited<ReturnType<typeof startOidcPortal>>["userOf"];
beforeAll(async () => {
  ({ portal, provider, userOf } = await startOidcPortal());
});
beforeEach(() => resetProvider(provider));

const refusal = (reason: string) => `/sign-on/refused?reason=${reason}`;
const now = () => Math.floor(Date.now() / 1000);

describe("what providers do differently is understood", () => {
  const cases: [string, () => void | Promise<void>][] = [
    ["Keycloak: no address in the ID token, but in the user info", () => undefined],
    [
      "Google: all claims in the ID token",
      () => {
        provider.hasClaimsInIdToken = true;
      },
    ],
    [
      "Keycloak: several audiences, of which one is ours",
      () => {
        provider.alter = (claims) => ({ ...claims, aud: ["hearback", "account"], azp: "hearback" });
      },
    ],
    [
      "Okta: email_verified as a text",
      () => {
        provider.person = newPerson({ email_verified: "true" });
      },
    ],
    [
      "a clock that is 90 seconds ahead",
      () => {
        provider.alter = (claims) => ({ ...claims, iat: now() + 90, nbf: now() + 90 });
      },
    ],
    [
      "a clock that is 90 seconds behind",
      () => {
        provider.alter = (claims) => ({ ...claims, iat: now() - 3690, exp: now() - 90 });
      },
    ],
    ["keys that were rotated since the last login", () => provider.rotateKeys()],
  ];
  test.each(cases)("%s", async (_, prepare) => {
    const { company, visitor } = await connectedScene(portal, provider);
    await prepare();
    const { location, cookie } = await signOn(visitor, provider);
    expect(location).not.toContain("refused");
    expect(await userOf(company.host, cookie)).toMatchObject({
      username: provider.person["email"],
      fullName: "Ada Lovelace",
      role: "user",
      companyId: company.id,
    });
  });

  test("Entra: groups that are left out do not change the role", async () => {
    const byGroup = { adminClaim: "groups", adminValue: "admins" };
    const { company, visitor } = await connectedScene(portal, provider, byGroup);
    const roleAfter = async (claims: object) => {
      provider.person = { ...provider.person, ...claims };
      return (await userOf(company.host, (await signOn(visitor, provider)).cookie)).role;
    };
    expect(await roleAfter({ groups: ["everyone", "admins"] })).toBe("company_admin");
    provider.alter = (claims) => ({
      ...claims,
      groups: undefined,
      _claim_names: { groups: "src1" },
    });
    expect(await roleAfter({ groups: undefined })).toBe("company_admin");
    provider.alter = null;
    expect(await roleAfter({ groups: ["everyone"] })).toBe("user");
  });
});

describe("an answer that cannot be trusted is refused", () => {
  const alterations: [string, (claims: JWTPayload) => JWTPayload][] = [
    ["for another client", (claims) => ({ ...claims, aud: "another" })],
    ["for several clients, given to another", (c) => ({ ...c, aud: ["hearback", "b"], azp: "b" })],
    ["of another issuer", (claims) => ({ ...claims, iss: "https://other.example" })],
    ["of another login", (claims) => ({ ...claims, nonce: "another" })],
    ["without a nonce", (claims) => ({ ...claims, nonce: undefined })],
    ["that has expired", (claims) => ({ ...claims, exp: now() - 600 })],
    ["of the future", (claims) => ({ ...claims, nbf: now() + 600 })],
  ];
  test.each(alterations)("a token %s", async (_, alter) => {
    const { visitor } = await connectedScene(portal, provider);
    provider.alter = alter;
    const { location, cookie } = await signOn(visitor, provider);
    expect(location).toBe(refusal("providerAnswer"));
    expect(cookie).not.toContain("hearback_session");
  });

  test("user info about another person", async () => {
    const { visitor } = await connectedScene(portal, provider);
    provider.answers.set("/me", {
      status: 200,
      body: JSON.stringify({ sub: "somebody-else", email: "victim@acme.example" }),
      headers: { "content-type": "application/json" },
    });
    expect((await signOn(visitor, provider)).location).toBe(refusal("providerAnswer"));
  });
});

describe("a login that fails says why", () => {
  test("a wrong secret", async () => {
    const { visitor } = await connectedScene(portal, provider, { clientSecret: "not-the-secret" });
    expect((await signOn(visitor, provider)).location).toBe(refusal("providerSettings"));
  });

  test("a provider that is down, before and after the person was there; passwords still work", async () => {
    const { company, visitor } = await connectedScene(portal, provider);
    const customer = await portal.user("user", company);
    provider.answers.set(TOKEN, { status: 503 });
    expect((await signOn(visitor, provider)).location).toBe(refusal("providerDown"));
    const other = await startOidcProvider();
    const { visitor: theirs } = await connectedScene(portal, other);
    await other.close();
    // The discovery document is kept, so the person learns it at the provider.
    expect((await theirs.get(START)).headers["location"]).toContain(other.issuer);
    const { username } = customer;
    const logIn = await visitor.post("/api/login", { username, password: "correct horse battery" });
    expect(logIn.status).toBe(200);
  });

  test("a person whom the provider refuses", async () => {
    const { visitor } = await connectedScene(portal, provider);
    const started = await visitor.get(START);
    const { searchParams } = new URL(String(started.headers["location"]));
    const query = new URLSearchParams({
      error: "access_denied",
      state: String(searchParams.get("state")),
      iss: provider.issuer,
    });
    const reply = await visitor.get(`/auth/oidc/callback?${query.toString()}`, {
      cookie: cookiesOf(started),
    });
    expect(reply.headers["location"]).toBe(refusal("providerDenied"));
  });

  test("a provider that is off, or was never connected", async () => {
    const off = await connectedScene(portal, provider, { isOn: false });
    expect((await off.visitor.get(START)).headers["location"]).toBe(refusal("off"));
    const { host } = await portal.company();
    expect((await portal.visitor(host).get(START)).headers["location"]).toBe(refusal("off"));
    expect((await portal.visitor("localhost").get(START)).headers["location"]).toBe(refusal("off"));
  });
});

describe("attacks", () => {
  /** Starts a login, and returns the browser's cookies and the address of the callback. */
  async function reachCallback(changes: object = {}) {
    const scene = await connectedScene(portal, provider, changes);
    const started = await scene.visitor.get(START);
    const back = await provider.visit(String(started.headers["location"]));
    return { ...scene, cookie: cookiesOf(started), back: back.pathname + back.search };
  }
  const expired = refusal("expired");

  test("an answer works once", async () => {
    const { visitor, cookie, back } = await reachCallback();
    expect((await visitor.get(back, { cookie })).headers["location"]).not.toContain("refused");
    expect((await visitor.get(back, { cookie })).headers["location"]).toBe(expired);
  });

  test("an answer works only in the browser that has started the login, and does not end its own login", async () => {
    const victim = await reachCallback();
    const attacker = await victim.visitor.get(START);
    const foreign = await victim.visitor.get(victim.back, { cookie: cookiesOf(attacker) });
    expect(foreign.headers["location"]).toBe(expired);
    expect((await victim.visitor.get(victim.back)).headers["location"]).toBe(expired);
    const own = await victim.visitor.get(victim.back, { cookie: victim.cookie });
    expect(own.headers["location"]).not.toContain("refused");
  });

  test("an answer works only on the host on which the login was started", async () => {
    const { company, cookie, back } = await reachCallback();
    const other = await connectedScene(portal, provider);
    const domain = await portal.domain(company);
    for (const host of [other.company.host, domain, "localhost"])
      expect((await portal.visitor(host).get(back, { cookie })).headers["location"]).toBe(expired);
  });

  test("an answer of a provider that was replaced meanwhile is refused", async () => {
    const { admin, visitor, cookie, back } = await reachCallback();
    const evil = await startOidcProvider();
    await admin.request("PUT", SIGN_ON, connectionTo(evil));
    expect((await visitor.get(back, { cookie })).headers["location"]).toBe(expired);
    expect(evil.requests).not.toContain(TOKEN);
    await evil.close();
  });

  test("an answer that names another issuer is refused", async () => {
    const { visitor, cookie, back } = await reachCallback();
    const mixedUp = back.replace(/iss=[^&]*/, `iss=${encodeURIComponent("https://evil.example")}`);
    const reply = await visitor.get(mixedUp, { cookie });
    expect(reply.headers["location"]).toBe(refusal("providerAnswer"));
  });

  test.each([
    "//evil.example",
    "https://evil.example/",
    "/\\evil.example",
    "/%0d%0aLocation:x",
    "x",
  ])("the page %j of another site is not opened afterwards", async (to) => {
    const { visitor } = await connectedScene(portal, provider);
    const start = `${START}?to=${encodeURIComponent(to)}`;
    const { location } = await signOn(visitor, provider, start);
    expect(new URL(location, "http://own.localhost").host).toBe("own.localhost");
    expect(location).not.toContain("evil");
  });

  test("a company's provider cannot log anybody in to an account of another company, or of a super admin", async () => {
    const { company, visitor } = await connectedScene(portal, provider);
    const theirs = await portal.user("company_admin", await portal.company());
    const superAdmin = await portal.user("super_admin");
    await portal.sql(
      "insert into email_domain (company_id, domain, token, verified_at) values ($1, 'example.com', repeat('a', 32), now())",
      [company.id],
    );
    for (const { username, id } of [theirs, superAdmin]) {
      provider.person = newPerson({ email: username });
      const { location, cookie } = await signOn(visitor, provider);
      expect(location).toMatch(/^\/sign-on\/refused/);
      expect(cookie).not.toContain("hearback_session");
      expect(await portal.sql("select 1 from sign_in_identity where user_id = $1", [id])).toEqual(
        [],
      );
    }
  });

  test("an account that leaves the company is no longer reached by its provider", async () => {
    const { company, visitor } = await connectedScene(portal, provider);
    const { cookie } = await signOn(visitor, provider);
    const { id } = await userOf(company.host, cookie);
    await portal.sql("update user_account set home_company_id = $2 where id = $1", [
      id,
      (await portal.company()).id,
    ]);
    const again = await signOn(visitor, provider);
    expect(again.location).toMatch(/^\/sign-on\/refused/);
  });
});
