import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { siteAuditOf } from "#server/checks/fixtures/auditOf.ts";
import type { GitHub } from "#server/checks/fixtures/startGitHub.ts";
import { onFileFinished } from "#server/checks/fixtures/onFileFinished.ts";
import { rerouteRequests } from "#server/checks/fixtures/rerouteRequests.ts";
import { GITHUB_CLIENT, startGitHub } from "#server/checks/fixtures/startGitHub.ts";
import { startProviderPortal } from "#server/checks/fixtures/startProviderPortal.ts";
import type { TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";

const PATH = "/api/admin/site-settings/sign-in-providers";
const CALLBACK = "http://localhost/auth/provider/callback";
const { clientId, clientSecret: secret } = GITHUB_CLIENT;
const DIRECTORY = "3f1c0d9a-7be2-485f-8c41-a0e97d2b83f5";

let portal: TestPortal;
let app: TestApp;
let superAdmin: Visitor;
let gitHub: GitHub;
beforeAll(async () => {
  const provider = await startProviderPortal();
  ({ portal } = provider);
  gitHub = await startGitHub(CALLBACK);
  app = await portal.anotherApp({ ALLOW_PRIVATE_PROVIDERS: "1" });
  const endReroute = rerouteRequests({ "https://github.com": gitHub.url });
  onFileFinished(async () => {
    endReroute();
    await gitHub.close();
  });
  superAdmin = app.visitor("localhost", provider.superAdmin);
});
beforeEach(() => portal.sql("delete from sign_in_provider; delete from site_audit_entry"));

const save = (name: string, body: object) => superAdmin.request("PUT", `${PATH}/${name}`, body);

describe("setting a sign-in provider up", () => {
  test("a provider is saved with its secret encrypted, which no response and no audit entry contains", async () => {
    const reply = await save("github", { clientId, secret, isOn: true });
    expect(reply.status).toBe(200);
    const listed = await superAdmin.get(PATH);
    expect(listed.body).toEqual(reply.body);
    expect(listed.body.callbackUrl).toBe(CALLBACK);
    expect(listed.body.providers).toContainEqual({
      provider: "github",
      clientId,
      hasSecret: true,
      tenant: null,
      isOn: true,
    });
    const [row] = await portal.sql<{ sealed_secret: Buffer }>(
      "select sealed_secret from sign_in_provider",
    );
    const entries = await siteAuditOf(portal);
    expect(entries).toEqual([
      expect.objectContaining({
        subject: "GitHub",
        details: expect.objectContaining({ secret: "replaced", isOn: { from: false, to: true } }),
      }),
    ]);
    for (const text of [
      reply.text,
      listed.text,
      String(row?.sealed_secret),
      JSON.stringify(entries),
    ])
      expect(text).not.toContain(secret);
  });

  test("without a new secret the stored one stays, but not for another client ID", async () => {
    await save("github", { clientId, secret, isOn: true });
    const off = await save("github", { clientId, secret: "", isOn: false });
    expect(off.body.providers[2]).toMatchObject({ hasSecret: true, isOn: false });
    const other = await save("github", { clientId: "Iv1.0123456789abcdef", isOn: true });
    expect(other).toMatchObject({
      status: 400,
      body: { errors: { secret: ["Client secret is required"] } },
    });
    expect((await superAdmin.get(PATH)).body).toEqual(off.body);
  });

  test("a client ID or secret that the provider refuses is not saved", async () => {
    const reply = await save("github", { clientId, secret: "f".repeat(40), isOn: true });
    expect(reply).toMatchObject({
      status: 400,
      body: { errors: { secret: ["GitHub refuses this secret for this client ID"] } },
    });
    expect(await portal.sql("select from sign_in_provider")).toEqual([]);
  });

  test("a provider that does not answer is saved", async () => {
    gitHub.isDown = true;
    expect((await save("github", { clientId, secret, isOn: true })).status).toBe(200);
    gitHub.isDown = false;
  });

  test("an empty client ID removes the provider with its secret, if it is turned off", async () => {
    await save("github", { clientId, secret, isOn: true });
    expect(await save("github", { clientId: "", isOn: true })).toMatchObject({
      status: 400,
      body: { errors: { clientId: ["Client ID is required"] } },
    });
    expect((await save("github", { clientId: "", isOn: false })).status).toBe(200);
    expect(await portal.sql("select from sign_in_provider")).toEqual([]);
  });

  test("a secret that another installation's key has encrypted is shown as missing", async () => {
    await save("github", { clientId, secret, isOn: true });
    await portal.sql("update sign_in_provider set sealed_secret = $1", [Buffer.alloc(60, 7)]);
    expect((await superAdmin.get(PATH)).body.providers[2]).toMatchObject({
      clientId,
      hasSecret: false,
    });
  });

  test.for([
    ["google", { clientId: "my-project" }, "clientId", /end in \.apps\.googleusercontent\.com/],
    ["microsoft", { clientId: "my app" }, "clientId", /application \(client\) ID/],
    ["github", { clientId: "1234567890" }, "clientId", /not a client ID/],
    ["github", { secret: "-----BEGIN RSA PRIVATE KEY-----" }, "secret", /key file/],
    ["github", { secret: clientId }, "secret", /This is the client ID/],
    ["microsoft", { secret: DIRECTORY }, "secret", /ID of the secret/],
    ["microsoft", { tenant: "contoso.com" }, "tenant", /common, organizations or the ID/],
    ["github", { secret: "x".repeat(501) }, "secret", /at most 500 characters/],
  ] as const)(
    "%s: %o gets an error beside the field",
    async ([provider, change, field, message]) => {
      const clientIds = {
        google: "1-a.apps.googleusercontent.com",
        microsoft: DIRECTORY.replace("3f", "4f"),
        github: clientId,
      };
      const reply = await save(provider, {
        clientId: clientIds[provider],
        secret,
        isOn: true,
        ...change,
      });
      expect(reply.status).toBe(400);
      expect(reply.body.errors[field][0]).toMatch(message);
      expect(await portal.sql("select from sign_in_provider")).toEqual([]);
    },
  );
});
