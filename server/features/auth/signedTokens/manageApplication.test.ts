import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { insertApplication } from "#server/checks/fixtures/insertApplication.ts";
import { openBrowser } from "#server/checks/fixtures/openBrowser.ts";
import { newClaims, signClaims } from "#server/checks/fixtures/signToken.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ ALLOW_PRIVATE_PROVIDERS: "1" });
});

const PATH = "/api/application-sign-in";
const SETTINGS = {
  isOn: true,
  name: "Studio",
  loginUrl: "https://studio.example.com/login",
  method: "secret",
  jwksUrl: "",
};

async function scene() {
  await portal.sql("delete from throttle");
  const company = await portal.company();
  const user = await portal.user("company_admin", company);
  const admin = portal.visitor(company.host, user);
  const save = (changes: object = {}) => admin.request("PUT", PATH, { ...SETTINGS, ...changes });
  const check = async (token: string) => (await admin.post(`${PATH}/check`, { token })).body;
  return { company, user, admin, save, check, url: `http://${company.host}` };
}

describe("the settings of signed tokens", () => {
  test("are empty at first, and are saved with an entry in the audit log", async () => {
    const { company, user, admin, save, url } = await scene();
    const domain = await portal.domain(company);
    const empty = {
      isOn: false,
      name: "",
      loginUrl: null,
      method: "secret",
      jwksUrl: null,
      secrets: [],
      portalUrls: [url, `http://${domain}`],
    };
    expect((await admin.get(PATH)).body).toEqual(empty);
    expect(await save()).toMatchObject({
      status: 400,
      body: { errors: { method: ["Make a secret first"] } },
    });
    await admin.post(`${PATH}/secrets`);
    const saved = await save({ jwksUrl: "https://left.example/out" });
    expect(saved.status).toBe(200);
    expect((await admin.get(PATH)).body).toEqual(saved.body);
    expect(saved.body).toMatchObject({ ...SETTINGS, jwksUrl: null });
    expect(await auditOf(portal, company)).toMatchObject([
      { actor: user.username, action: "application.create-secret" },
      { action: "application.update", subject: "Studio" },
    ]);
  });

  test.each([
    [{ name: " " }, "name", "Name is required"],
    [{ name: "n".repeat(61) }, "name", "Name must be at most 60 characters"],
    [{ loginUrl: "http://studio.example.com" }, "loginUrl", /begins with https/],
    [{ loginUrl: "javascript:alert(1)" }, "loginUrl", /begins with https/],
    [{ loginUrl: "https://a:b@studio.example.com" }, "loginUrl", /must not contain a password/],
    [{ method: "none" }, "method", "Unknown way of signing"],
    [{ method: "keys" }, "jwksUrl", "Enter the address of the public keys"],
    [{ method: "keys", jwksUrl: "http://keys.example.com" }, "jwksUrl", /begins with https/],
    [{ method: "keys", jwksUrl: "https://169.254.169.254/" }, "jwksUrl", /not on the public/],
  ])("are refused with %j, and nothing is saved", async (changes, field, message) => {
    const { admin, save } = await scene();
    await admin.post(`${PATH}/secrets`);
    const { status, body } = await save(changes);
    expect([status, body.errors[field]]).toEqual([400, [expect.stringMatching(message)]]);
    expect((await admin.get(PATH)).body.name).toBe("");
  });

  test("refuse private addresses of keys unless the installation allows them", async () => {
    const { company, user } = await scene();
    const app = await portal.anotherApp({ ALLOW_PRIVATE_PROVIDERS: "0" });
    const body = { ...SETTINGS, method: "keys", jwksUrl: "https://10.0.0.7/keys" };
    const reply = await app.visitor(company.host, user).request("PUT", PATH, body);
    expect(reply.body.errors.jwksUrl).toEqual(["This address is not on the public internet"]);
  });

  test("have at most two secrets, whose values are shown once, stored encrypted and not logged", async () => {
    const { company, admin } = await scene();
    const made = await Promise.all([1, 2, 3, 4].map(() => admin.post(`${PATH}/secrets`)));
    const secrets = made.flatMap(({ status, body }) => (status === 201 ? [body.secret] : []));
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) {
      expect(secret).toMatch(/^hbt_[\w-]{43}$/);
      const stored = await portal.sql<{ sealed: Buffer }>("select sealed from application_secret");
      for (const { sealed } of stored) expect(sealed.includes(secret)).toBe(false);
      expect((await admin.get(PATH)).text).not.toContain(secret);
      expect(JSON.stringify(await auditOf(portal, company))).not.toContain(secret);
    }
  });

  test("say that a secret cannot be read after a restore with another key", async () => {
    const { company, user, admin, check, url } = await scene();
    await insertApplication(portal.sql, company.id, user.id, Buffer.alloc(60, 7));
    expect((await admin.get(PATH)).body.secrets).toMatchObject([{ isReadable: false }]);
    expect((await admin.post(`${PATH}/sample`)).status).toBe(409);
    const { reason } = await check(signClaims("anything", newClaims(url)));
    expect(reason).toBe("The portal has no secret to verify tokens with.");
  });
});

describe("trying signed tokens", () => {
  test("a sample is accepted by the check, which does not use it up, and logs in once", async () => {
    const { company, admin, save, check } = await scene();
    await admin.post(`${PATH}/secrets`);
    await save();
    const { token, claims } = (await admin.post(`${PATH}/sample`)).body;
    for (let time = 0; time < 2; time += 1)
      expect(await check(token)).toEqual({
        isAccepted: true,
        reason: null,
        header: JSON.stringify({ alg: "HS256", typ: "JWT" }, null, 2),
        claims,
      });
    const browser = openBrowser(portal, company.host);
    const { headers } = await browser.get(`/auth/token?token=${String(token)}`);
    await browser.submit(String(headers["location"]));
    expect((await browser.get("/api/user")).body.username).toBe("sample.person@example.com");
    expect(await check(token)).toMatchObject({
      isAccepted: false,
      reason: "The token has logged somebody in already. Each token works once.",
    });
  });

  test("the check names what is wrong", async () => {
    const { admin, save, check, url } = await scene();
    expect(await check("a.b.c")).toMatchObject({ reason: "Save the settings first." });
    const { secret } = (await admin.post(`${PATH}/secrets`)).body;
    await save({ isOn: false });
    const cases: [string, RegExp][] = [
      ["no-token", /not a signed token/],
      [signClaims(secret, newClaims(url, { aud: "https://other.example" })), /`aud` is "https:/],
      [signClaims(secret, newClaims(url, { exp: undefined })), /`exp` is missing/],
      [signClaims(secret, newClaims(url)), /turned off/],
      ["x".repeat(9000), /9000 characters/],
    ];
    for (const [token, reason] of cases)
      expect(await check(token)).toMatchObject({
        isAccepted: false,
        reason: expect.stringMatching(reason),
      });
    for (const token of [" ", "no token", "a\u0000b"])
      expect((await admin.post(`${PATH}/check`, { token })).status).toBe(400);
  });

  test("a token that is signed with a private key is verified with the published keys, which are read rarely", async () => {
    const { admin, save, check, url } = await scene();
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const published: { body: string; reads: number } = { reads: 0, body: "{}" };
    const jwksUrl = await serve(published);
    expect((await save({ method: "keys", jwksUrl })).status).toBe(200);
    const token = (kid: string) =>
      new SignJWT(newClaims(url)).setProtectedHeader({ alg: "ES256", kid }).sign(privateKey);
    expect((await check(await token("a"))).reason).toMatch(/cannot be read: the answer is no JSON/);
    // A failure is remembered for some seconds, so that tokens cannot make the portal ask on and on.
    await check(await token("a"));
    expect(published.reads).toBe(1);
    const keys = [{ ...(await exportJWK(publicKey)), kid: "a" }];
    const next = { body: JSON.stringify({ keys }), reads: 0 };
    await save({ method: "keys", jwksUrl: await serve(next) });
    for (const kid of ["a", "a", "b", "c"]) {
      const { isAccepted } = await check(await token(kid));
      expect(isAccepted).toBe(kid === "a");
    }
    expect(next.reads).toBe(1);
    expect((await admin.post(`${PATH}/sample`)).body).toMatchObject({ token: null });
    const huge = { body: "x".repeat(5_000_000), reads: 0 };
    await save({ method: "keys", jwksUrl: await serve(huge) });
    expect((await check(await token("a"))).reason).toMatch(/the response is too long/);
  });
});

/** Serves a document on this machine until the test is finished. Returns its address. */
async function serve(document: { body: string; reads: number }): Promise<string> {
  const server = createServer((_request, response) => {
    document.reads += 1;
    response.end(document.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://localhost:${String((server.address() as AddressInfo).port)}/keys`;
}
