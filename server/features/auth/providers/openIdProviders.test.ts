import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import { openBrowser } from "#server/checks/fixtures/openBrowser.ts";
import { onFileFinished } from "#server/checks/fixtures/onFileFinished.ts";
import { rerouteRequests } from "#server/checks/fixtures/rerouteRequests.ts";
import {
  DIRECTORY,
  GOOGLE,
  GOOGLE_CLIENT,
  MICROSOFT,
  MICROSOFT_CLIENT,
  startGoogle,
  startMicrosoft,
} from "#server/checks/fixtures/startKnownProviders.ts";
import type { OidcProvider } from "#server/checks/fixtures/startOidcProvider.ts";
import type { Reply, TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const PROVIDERS = "/api/admin/site-settings/sign-in-providers";

let portal: TestPortal;
let app: TestApp;
let company: TestCompany;
let google: OidcProvider;
let microsoft: OidcProvider;
beforeAll(async () => {
  portal = await startTestPortal();
  [google, microsoft] = await Promise.all([startGoogle(), startMicrosoft()]);
  const endReroute = rerouteRequests({ [GOOGLE]: google.address, [MICROSOFT]: microsoft.address });
  onFileFinished(async () => {
    endReroute();
    await Promise.all([google.close(), microsoft.close()]);
  });
  app = await portal.anotherApp({ ALLOW_PRIVATE_PROVIDERS: "1" });
  company = await portal.company();
  expect((await save("google", GOOGLE_CLIENT)).status).toBe(200);
  expect((await save("microsoft", MICROSOFT_CLIENT)).status).toBe(200);
});

async function save(name: string, { clientId, clientSecret: secret }: typeof GOOGLE_CLIENT) {
  const superAdmin = await portal.user("super_admin");
  const body = { clientId, secret, isOn: true };
  return app.visitor("localhost", superAdmin).request("PUT", `${PROVIDERS}/${name}`, body);
}

const pathOf = ({ headers }: Reply) => {
  const { pathname, search } = new URL(String(headers.location), "http://here");
  return pathname + search;
};

/** Logs in on the company's host. Returns where that leads, and who is logged in. */
async function logIn(name: "google" | "microsoft", person: OidcProvider["person"]) {
  const provider = { google, microsoft }[name];
  provider.person = person;
  const browser = openBrowser(app, company.host);
  const started = await browser.get(`/auth/oidc/${name}`);
  const back = await provider.visit(String(started.headers.location));
  expect(back.origin).toBe("http://localhost");
  const passedOn = await openBrowser(app, "localhost").get(back.pathname + back.search);
  const ended = await browser.get(pathOf(passedOn));
  const { body } = await browser.get("/api/user");
  return { location: pathOf(ended), username: body.username as string | undefined };
}

const identities = (username: string) =>
  portal.sql<{ issuer: string; subject: string; label: string }>(
    `select issuer, subject, label from sign_in_identity i join user_account u on u.id = i.user_id
     where u.username = $1`,
    [username],
  );

let last = 0;
/** A person at Google with an address of Gmail. */
function atGoogle(claims: object = {}) {
  last += 1;
  const email = `ada${String(last)}@gmail.com`;
  return { sub: `10${String(last)}`, name: "Ada Byron", email, email_verified: true, ...claims };
}
/** A person in a directory of Microsoft that owns the domain of the address. */
function atMicrosoft(claims: object = {}) {
  last += 1;
  const oid = `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`;
  const email = `ada${String(last)}@contoso.example`;
  return { sub: oid, oid, tid: DIRECTORY, name: "Ada Byron", email, xms_edov: true, ...claims };
}

describe("logging in with Google", () => {
  test("a new person with an address of Gmail becomes a customer, whose identity is Google's sub", async () => {
    const person = atGoogle();
    expect((await logIn("google", person)).username).toBe(person.email);
    expect(await identities(person.email)).toEqual([
      { issuer: "https://accounts.google.com", subject: person.sub, label: person.email },
    ]);
    expect((await logIn("google", { ...person, email: "new@gmail.com" })).username).toBe(
      person.email,
    );
  });

  test("an address of Google Workspace counts, and one that Google has verified once does not", async () => {
    const atWork = atGoogle({
      email: `work${String(last)}@contoso.example`,
      hd: "contoso.example",
    });
    expect((await logIn("google", atWork)).username).toBe(atWork.email);
    for (const claims of [
      { email: `old${String(last)}@contoso.example` },
      { email_verified: false },
      { email_verified: "true" },
    ]) {
      const { username, location } = await logIn("google", atGoogle(claims));
      expect([username, location]).toEqual([undefined, expect.stringMatching(/^\/sign-on\//)]);
    }
  });

  test("a token for another client, of another issuer or of another login is refused", async () => {
    for (const claims of [
      { aud: "another client" },
      { iss: "https://evil.example" },
      { nonce: "x" },
    ]) {
      google.alter = (own) => ({ ...own, ...claims });
      const { username, location } = await logIn("google", atGoogle());
      expect([username, location]).toEqual([
        undefined,
        expect.stringMatching(/^\/sign-on\/refused/),
      ]);
    }
    google.alter = null;
  });
});

describe("logging in with Microsoft", () => {
  test("a new person becomes a customer, whose identity is the directory and the person in it", async () => {
    const person = atMicrosoft();
    expect((await logIn("microsoft", person)).username).toBe(person.email);
    expect(await identities(person.email)).toEqual([
      { issuer: `${MICROSOFT}/${DIRECTORY}/v2.0`, subject: person.oid, label: person.email },
    ]);
  });

  test("an address without proof that the directory owns its domain logs nobody in to its account", async () => {
    const owner = await portal.user("user", company);
    for (const xms_edov of [undefined, false, "0"]) {
      const attacker = atMicrosoft({ email: owner.username, xms_edov });
      const { username, location } = await logIn("microsoft", attacker);
      expect([username, location]).toEqual([undefined, expect.stringMatching(/^\/sign-on\//)]);
    }
    expect(await identities(owner.username)).toEqual([]);
  });

  test("a token whose issuer is not that of its directory is refused", async () => {
    microsoft.alter = (own) => ({ ...own, tid: DIRECTORY.replace("3f", "4f") });
    const { username, location } = await logIn("microsoft", atMicrosoft());
    expect([username, location]).toEqual([undefined, expect.stringMatching(/^\/sign-on\/refused/)]);
    microsoft.alter = null;
  });
});

describe("saving Google and Microsoft", () => {
  beforeEach(() => portal.sql("update session set proved_at = now()"));

  test("a secret that the provider refuses, and a directory that it does not have, are not saved", async () => {
    expect(
      (await save("google", { ...GOOGLE_CLIENT, clientSecret: "GOCSPX-another" })).body.errors,
    ).toEqual({ secret: ["Google refuses this secret for this client ID"] });
    const superAdmin = await portal.user("super_admin");
    const { clientId, clientSecret: secret } = MICROSOFT_CLIENT;
    const body = { clientId, secret, isOn: true, tenant: DIRECTORY.replace("3f", "4f") };
    const reply = await app
      .visitor("localhost", superAdmin)
      .request("PUT", `${PROVIDERS}/microsoft`, body);
    expect(reply.body.errors).toEqual({ tenant: ["Microsoft has no such directory"] });
  });
});
