import { beforeAll, describe, expect, test } from "vitest";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { realPages } from "./support/realPages.ts";
import type { AttackFixtures } from "./support/attackFixtures.ts";
import { createAttackFixtures } from "./support/attackFixtures.ts";

let portal: TestPortal;
let app: TestApp;
let behindProxy: TestApp;
let fixtures: AttackFixtures;
beforeAll(async () => {
  portal = await startTestPortal();
  [app, behindProxy] = await Promise.all([
    portal.anotherApp({}, await realPages()),
    portal.anotherApp({ TRUST_PROXY: "1" }, await realPages()),
  ]);
  fixtures = await createAttackFixtures(portal);
});

/**
 * Returns headers that some programs trust more than the request's own host, path, scheme, method
 * or client address.
 */
const claims = (host: string): Record<string, string>[] => [
  { "x-forwarded-host": host },
  { forwarded: `host=${host};proto=https;for=192.0.2.1` },
  { "x-host": host },
  { "x-forwarded-server": host },
  { "x-http-host-override": host },
  { "x-original-host": host },
  { "x-forwarded-proto": "https" },
  { "x-forwarded-scheme": "https" },
  { "x-forwarded-port": "1337" },
  { "x-forwarded-prefix": `//${host}` },
  { "x-original-url": "/api/user" },
  { "x-rewrite-url": "/api/user" },
  { "x-http-method-override": "DELETE" },
  { "x-forwarded-for": "127.0.0.1" },
  { referer: `https://${host}/` },
  { origin: `https://${host}` },
];

const ODD_HOSTS = [
  "evil.example",
  "localhost.evil.example",
  "evil-localhost",
  "localhost:99999",
  "localhost:-1",
  "localhost:80:80",
  "localhost/evil",
  "localhost?evil",
  "localhost#evil",
  "evil@localhost",
  "localhost@evil.example",
  "localhost, evil.example",
  "localhost evil.example",
  String.raw`localhost\evil`,
  "localhost%2eevil.example",
  "[::1]",
  "127.0.0.1",
  "0",
  ".",
  "localhost..",
  `${"a".repeat(300)}.localhost`,
  "<script>.localhost",
  "ｌocalhost",
];

describe("forwarded headers from an untrusted client", () => {
  test("untrusted forwarded headers change neither the response nor cached responses for other visitors", async () => {
    const visitor = app.visitor(fixtures.company.host);
    const hosts = [fixtures.other.host, "evil.example"];
    const forgedHeaders = hosts.flatMap(claims);
    for (const path of ["/feedback", "/login", "/api/portal"]) {
      for (const [index, headers] of forgedHeaders.entries()) {
        // The forged request is sent twice before the request without forged headers, so that the
        // cache would store a forged response.
        await visitor.get(`${path}?fresh=${String(index)}`, headers);
        const forged = await visitor.get(`${path}?fresh=${String(index)}`, headers);
        const after = await visitor.get(`${path}?fresh=${String(index)}`);
        expect([path, headers, forged.status, withoutTimes(after.text)]).toEqual([
          path,
          headers,
          200,
          withoutTimes(forged.text),
        ]);
        expect(after.text).not.toMatch(/evil\.example|:1337|https:\/\/company/);
        expect(after.text).not.toContain(fixtures.other.name);
      }
    }
  });

  test("forged host, path and method headers do not change what a vote request does", async () => {
    const { company, customer, item } = fixtures;
    for (const headers of claims("evil.example").filter((claim) => !("origin" in claim))) {
      const reply = await app
        .visitor(company.host, customer)
        .post(`/api/feedback/${String(item.id)}/vote`, undefined, headers);
      expect([headers, reply.status, reply.body]).toEqual([
        headers,
        200,
        { votes: 1, hasVoted: true },
      ]);
    }
  });
});

/** Removes the values that depend on the render time from the text of a page. */
function withoutTimes(text: string): string {
  return text.replaceAll(
    /"(?:(?:now|dataUpdatedAt|errorUpdatedAt)":\d+|livePosition":"[^"]*")/g,
    "",
  );
}

describe("unknown host names", () => {
  test("a request for an unknown host gets 404, whether the client or a trusted proxy names the host", async () => {
    for (const host of ODD_HOSTS) {
      for (const path of ["/api/portal", "/feedback"]) {
        const direct = await app.visitor(host).get(path);
        const proxied = await behindProxy
          .visitor("localhost")
          .get(path, { "x-forwarded-host": host });
        expect([host, path, direct.status, proxied.status]).toEqual([host, path, 404, 404]);
        for (const { text } of [direct, proxied])
          expect(text).not.toMatch(/evil|script>\.|company-/);
      }
    }
  });

  test("the portal uses only the last of several forwarded hosts, because the trusted proxy added the last one", async () => {
    const ask = (hosts: string) =>
      behindProxy.visitor("localhost").get("/api/portal", { "x-forwarded-host": hosts });
    expect((await ask(`evil.example, ${fixtures.company.host}`)).body.company.id).toBe(
      fixtures.company.id,
    );
    expect((await ask(`${fixtures.company.host}, evil.example`)).status).toBe(404);
  });
});

describe("links in mails", () => {
  test("the link in a password reset mail leads to the company's subdomain, whatever host and headers the request has", async () => {
    const { company, customer } = fixtures;
    await portal.sql("update company set custom_domain_verified_at = now() where id = $1", [
      company.id,
    ]);
    const [row] = await portal.sql<{ domain: string }>(
      "select custom_domain as domain from company where id = $1",
      [company.id],
    );
    for (const [host, headers] of [
      [company.host, { "x-forwarded-host": "evil.example" }],
      [company.host.toUpperCase(), { forwarded: "host=evil.example" }],
      [`${company.host}.`, { "x-forwarded-proto": "javascript" }],
      [row?.domain ?? "", { origin: `http://${row?.domain ?? ""}` }],
    ] as [string, Record<string, string>][]) {
      await portal.sql("delete from throttle");
      await portal.sql("delete from graphile_worker._private_jobs");
      const reply = await app
        .visitor(host)
        .post("/api/password-reset", { username: customer.username }, headers);
      expect([host, reply.status]).toEqual([host, 200]);
      const [job] = await portal.sql<{ origin: string }>(
        "select payload->>'origin' as origin from graphile_worker._private_jobs",
      );
      expect([host, job?.origin]).toEqual([host, `http://${company.host}`]);
    }
  });

  test("the link in a password reset mail does not contain a port that only the request names", async () => {
    const { company, customer } = fixtures;
    const otherDomain = await portal.anotherApp({ BASE_DOMAIN: "portal.example" });
    const host = company.host.replace(/localhost$/, "portal.example");
    await portal.sql("delete from throttle");
    await portal.sql("delete from graphile_worker._private_jobs");
    const { status } = await otherDomain
      .visitor(`${host}:1337`)
      .post("/api/password-reset", { username: customer.username });
    expect(status).toBe(200);
    const [job] = await portal.sql<{ origin: string }>(
      "select payload->>'origin' as origin from graphile_worker._private_jobs",
    );
    expect(job?.origin).toBe(`http://${host}`);
  });
});
