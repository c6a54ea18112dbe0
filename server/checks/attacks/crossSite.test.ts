import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "#server/app/routes.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { sampleCall } from "./support/sampleCalls.ts";
import { sendSample } from "./support/sendSample.ts";
import type { AttackFixtures } from "./support/attackFixtures.ts";
import { createAttackFixtures } from "./support/attackFixtures.ts";

const UNSAFE = routes
  .filter(({ endpoint }) => endpoint.method !== "GET")
  .map(({ endpoint }) => endpoint);
const REFUSAL = '{"message":"This request came from another site"}';
const OTHER_USER = '{"message":"Somebody else is signed in by now"}';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.site({ allowPublicRegistration: true });
});

/**
 * Returns headers of requests from pages of other origins. foreignOrigin.test.ts in
 * server/platform/http tests more of them with one endpoint.
 */
const foreignHeaders = ({ company, other }: AttackFixtures): Record<string, string>[] => [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site", origin: `http://${company.host}` },
  { origin: "null" },
  { origin: "https://evil.example" },
  { origin: `http://${other.host}` },
];

/** Headers of requests from the portal's own pages, from the address bar and from API clients. */
const OWN_HEADERS: ((own: string) => Record<string, string>)[] = [
  () => ({ "sec-fetch-site": "same-origin" }),
  () => ({ "sec-fetch-site": "none" }),
  (own) => ({ "sec-fetch-site": "same-origin", origin: own }),
  (own) => ({ origin: own }),
  (own) => ({ origin: own.toUpperCase() }),
  () => ({}),
];

/** It says what is wrong with a token. */
const STORES_NOTHING = "/api/application-sign-in/check";

describe("cross-origin requests", () => {
  test.each(UNSAFE)(
    "$method $path refuses a cross-origin request and a request for another user without writing, and accepts a same-origin request for the session's user",
    async (endpoint) => {
      const fixtures = await createAttackFixtures(portal);
      const call = await sampleCall(fixtures, endpoint);
      const send = (more: Record<string, string>, cookie = call.cookie) =>
        sendSample(portal, endpoint, { ...call, cookie, headers: { ...call.headers, ...more } });
      const people = [fixtures.customer, fixtures.admin, fixtures.superAdmin];
      const user = people.find(({ cookie }) => cookie === call.cookie);
      const session = user?.cookie ?? fixtures.customer.cookie;
      const other = String(people.find(({ cookie }) => cookie !== session)?.id);
      const before = await fingerprint(portal);
      for (const headers of foreignHeaders(fixtures)) {
        const reply = await send(headers);
        expect([headers, reply.statusCode, reply.body]).toEqual([headers, 403, REFUSAL]);
        expect(reply.headers["set-cookie"]).toBeUndefined();
      }
      for (const meant of [other, "0", "", "null", `${String(user?.id)}, ${other}`]) {
        const reply = await send({ "x-signed-in-as": meant }, session);
        expect([meant, reply.statusCode, reply.body]).toEqual([meant, 401, OTHER_USER]);
        expect(reply.headers["set-cookie"]).toBeUndefined();
      }
      expect(await fingerprint(portal)).toEqual(before);

      // The same call succeeds with accepted headers, so the others caused the refusals. Without a
      // session, the portal accepts any user's id.
      const own = {
        ...OWN_HEADERS[UNSAFE.indexOf(endpoint) % OWN_HEADERS.length]?.(
          `http://${fixtures.company.host}`,
        ),
        "x-signed-in-as": String(user?.id ?? other),
      };
      const reply = await send(own);
      expect([own, reply.statusCode, reply.body]).toEqual([own, endpoint.status, reply.body]);
      if (endpoint.path !== STORES_NOTHING) expect(await fingerprint(portal)).not.toEqual(before);
    },
  );

  test("a cross-origin request gets 403, whether its session is missing, its body is malformed or its id or path is unknown", async () => {
    const { company } = await createAttackFixtures(portal);
    const origin = "https://evil.example";
    for (const [method, url, payload] of [
      ["POST", "/api/login", "{"],
      ["POST", "/api/feedback", "not json"],
      ["DELETE", "/api/boards/0", undefined],
      ["PATCH", "/api/nothing", "{}"],
    ] as const) {
      const headers = { host: company.host, origin, "content-type": "application/json" };
      const reply = await portal.app.inject({ method, url, headers, ...(payload && { payload }) });
      expect([url, reply.statusCode, reply.body]).toEqual([url, 403, REFUSAL]);
    }
  });

  test("a request to an https host is refused if its Origin header has the http origin of the same host", async () => {
    const { company, customer, item } = await createAttackFixtures(portal);
    const behindProxy = await portal.anotherApp({ TRUST_PROXY: "1" });
    const cookie = customer.cookie.replace("hearback", "__Host-hearback");
    const vote = (headers: Record<string, string>) =>
      behindProxy.app.inject({
        method: "POST",
        url: `/api/feedback/${String(item.id)}/vote`,
        headers: { host: company.host, cookie, "x-forwarded-proto": "https", ...headers },
      });
    expect((await vote({ origin: `http://${company.host}` })).statusCode).toBe(403);
    expect((await vote({ origin: `https://${company.host}` })).statusCode).toBe(200);
    // Behind a TLS proxy that `portal` does not trust, `portal` receives the browser's https
    // request over http. `portal` must accept the request, although the Origin header has https.
    const reply = await portal.app.inject({
      method: "POST",
      url: `/api/feedback/${String(item.id)}/vote`,
      headers: { host: company.host, cookie: customer.cookie, origin: `https://${company.host}` },
    });
    expect(reply.statusCode).toBe(200);
  });
});

describe("content types that HTML forms can send", () => {
  const TYPES = [
    "text/plain",
    "text/plain; charset=application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain, application/json",
    "application/json-patch+json",
    "",
  ];

  let fixtures: AttackFixtures;
  beforeAll(async () => {
    fixtures = await createAttackFixtures(portal);
  });

  test.each(UNSAFE.filter(({ body }) => body !== undefined))(
    "$method $path refuses a JSON body that is sent with another content type",
    async (endpoint) => {
      const call = await sampleCall(fixtures, endpoint);
      // Refused calls also count toward rate limits, which would then refuse later calls with 429.
      await portal.sql("delete from throttle");
      const before = await fingerprint(portal);
      const body = JSON.stringify(call.body);
      for (const type of TYPES) {
        const headers = { "content-type": type };
        const reply = await sendSample(portal, endpoint, { ...call, body, headers });
        expect([type, reply.statusCode]).toEqual([type, 415]);
      }
      expect(await fingerprint(portal)).toEqual(before);
    },
  );
});
