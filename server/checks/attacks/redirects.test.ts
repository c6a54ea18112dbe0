import { beforeAll, describe, expect, test } from "vitest";
import { redirectPath } from "#server/checks/fixtures/handOff.ts";
import type { TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { isLong } from "#server/checks/fixtures/testSize.ts";
import { rawExchange } from "./support/rawExchange.ts";
import { realPages } from "./support/realPages.ts";
import type { AttackFixtures } from "./support/attackFixtures.ts";
import { createAttackFixtures } from "./support/attackFixtures.ts";

let portal: TestPortal;
let app: TestApp;
let fixtures: AttackFixtures;
let people: [name: string, Visitor][];
beforeAll(async () => {
  portal = await startTestPortal();
  app = await portal.anotherApp({}, await realPages());
  fixtures = await createAttackFixtures(portal);
  const restrictedUser = await portal.user("company_admin", fixtures.company);
  await portal.sql(
    "update user_account set temporary_password_until = now() + interval '1 day' where id = $1",
    [restrictedUser.id],
  );
  const { host } = fixtures.company;
  people = [
    ["nobody", app.visitor(host)],
    ["a customer", app.visitor(host, fixtures.customer)],
    ["an admin", app.visitor(host, fixtures.admin)],
    ["someone with a temporary password", app.visitor(host, restrictedUser)],
  ];
});

/** URLs of other sites that some parsers mistake for a path of the current site. */
const FOREIGN_ADDRESSES = [
  "//evil.example",
  "///evil.example",
  String.raw`/\evil.example`,
  String.raw`\\evil.example`,
  String.raw`/\/evil.example/..`,
  "https://evil.example",
  "https:evil.example",
  "https:/evil.example",
  "HTTPS://evil.example",
  "/\t/evil.example",
  "\t//evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  " //evil.example",
  "/%09/evil.example",
  "/%2f/evil.example",
  "%2f%2fevil.example",
  "/%5cevil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/roadmap/../..//evil.example",
  "//evil.example/%2e%2e",
  "@evil.example",
  ".evil.example",
  ":80@evil.example",
  "//evil.example@localhost",
  "//localhost@evil.example",
  "/\u2028/evil.example",
  "//evil\u3002example",
  "／／evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "/roadmap\r\nSet-Cookie: evil=1",
  "/roadmap%0d%0aSet-Cookie:%20evil=1",
];

/**
 * Paths of pages and routes that read a redirect target from the URL, or redirect by themselves.
 */
const REDIRECTING_PATHS: ((target: string) => string)[] = [
  ...[
    "/login",
    "/register",
    "/change-password",
    "/two-factor",
    "/confirm-email",
    "/forgot-password",
    "/reset-password",
  ].map((path) => (target: string) => `${path}?from=${encodeURIComponent(target)}`),
  (target) => `/feedback/1?from=${encodeURIComponent(target)}`,
  (target) => `/api/feedback-portal?from=${encodeURIComponent(target)}`,
  (target) => `/api/feedback-portal?challenge=${encodeURIComponent(target)}`,
  (target) => `/api/feedback-portal?to=${encodeURIComponent(target)}`,
  (target) => `/api/handoff?code=x&to=${encodeURIComponent(target)}`,
  (target) => `/api/handoff?code=x&from=${encodeURIComponent(target)}`,
  (target) => `/settings?next=${encodeURIComponent(target)}`,
  (target) => encodeURI(`/${target}`).replaceAll("%25", "%"),
  (target) => encodeURI(`/login/${target}`).replaceAll("%25", "%"),
  (target) => encodeURI(`/company/settings/${target}`).replaceAll("%25", "%"),
];

/** Returns all values in a long run, and one of the values in a short run. */
function selectForRun<Value>(values: readonly Value[], index: number): Value[] {
  return isLong ? [...values] : values.slice(index % values.length).slice(0, 1);
}

function expectOwnSite(address: string, origin: string, where: unknown): void {
  // Like a browser, `URL` removes tabs and line breaks and treats a backslash as a slash.
  const resolved = URL.canParse(address, origin) ? new URL(address, origin) : null;
  expect([where, address, resolved?.origin]).toEqual([where, address, origin]);
}

const LINKS = /\b(?:href|action|src)="([^"]*)"/g;
/** The URL of the 'Powered by' link: the product's own host. No other link leaves the site. */
const POWERED_BY = "//localhost/";
const unescape = (text: string) =>
  text.replaceAll("&amp;", "&").replaceAll("&#x27;", "'").replaceAll("&quot;", '"');

describe("redirect targets on other sites", () => {
  test.each(FOREIGN_ADDRESSES)(
    "no page redirects or links to another site if the page's URL contains the URL %j",
    async (target) => {
      const origin = `http://${fixtures.company.host}`;
      for (const [index, pathFor] of REDIRECTING_PATHS.entries()) {
        const path = pathFor(target);
        for (const [name, visitor] of selectForRun(
          people,
          index + FOREIGN_ADDRESSES.indexOf(target),
        )) {
          const reply = await visitor.get(path);
          expect([path, reply.status < 500]).toEqual([path, true]);
          expect(reply.headers["set-cookie"] ?? "").not.toContain("evil");
          if (reply.headers["location"] !== undefined)
            expectOwnSite(String(reply.headers["location"]), origin, [name, path]);
          for (const [, link = ""] of reply.text.matchAll(LINKS)) {
            if (unescape(link) !== POWERED_BY) expectOwnSite(unescape(link), origin, [name, path]);
          }
        }
      }
    },
  );

  test.each(FOREIGN_ADDRESSES)(
    "a form submitted without JavaScript does not redirect to another site if the page's URL contains the URL %j",
    async (target) => {
      const origin = `http://${fixtures.company.host}`;
      for (const path of [
        "/login",
        "/register",
        "/forgot-password",
        "/reset-password",
        "/change-password",
        "/two-factor",
        "/confirm-email",
      ]) {
        const reply = await app
          .visitor(fixtures.company.host)
          .post(`${path}?from=${encodeURIComponent(target)}`, "a=b", {
            "content-type": "application/x-www-form-urlencoded",
          });
        expect([path, reply.status]).toEqual([path, 303]);
        expectOwnSite(String(reply.headers["location"]), origin, path);
      }
    },
  );
});

describe("raw request targets", () => {
  let port: number;
  beforeAll(async () => {
    await app.app.listen({ port: 0, host: "127.0.0.1" });
    const address = app.app.server.address();
    port = typeof address === "object" && address ? address.port : 0;
  });

  test("a request whose path starts like the URL of another host gets 404", async () => {
    const { host } = fixtures.company;
    for (const path of [
      "//evil.example",
      String.raw`/\evil.example`,
      String.raw`/\/evil.example/..`,
      "/..//evil.example",
      "/.//evil.example/login",
      "/roadmap/../..//evil.example",
      "///evil.example",
      "/%2e%2e//evil.example",
    ]) {
      for (const method of ["GET", "HEAD"]) {
        const response = await rawExchange(
          port,
          `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
        );
        expect([method, path, response.statuses]).toEqual([method, path, [404]]);
        expect(response.text).not.toMatch(/^location:|evil\.example/im);
      }
    }
  });

  test("a request target that is not a path gets 400, even if it names the host of the request", async () => {
    const { host } = fixtures.company;
    for (const target of [
      `http://evil.example/login`,
      `http://${host}/login`,
      `https://evil.example/api/portal`,
      "evil.example:443",
      "*",
    ]) {
      for (const method of ["GET", "POST", "OPTIONS"]) {
        const { statuses, text } = await rawExchange(
          port,
          `${method} ${target} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
        );
        expect([method, target, statuses]).toEqual([method, target, [400]]);
        expect(text).not.toMatch(/^location:/im);
        expect(text).not.toContain("evil.example");
      }
    }
  });
});

describe("the feedback portal redirect", () => {
  test("/api/feedback-portal redirects to the configured URL or the company's own subdomain, whatever headers the request has", async () => {
    const { company, customer } = fixtures;
    const headers = {
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
      referer: "https://evil.example/",
    };
    const own = await app.visitor("localhost", customer).get("/api/feedback-portal", headers);
    expect(own.headers["location"]).toBe(`http://${company.host}/api/handoff`);
    const asked = await app.visitor(company.host).get("/api/handoff", headers);
    const way = String(asked.headers["location"]);
    expect(way).toMatch(/^http:\/\/localhost\/api\/feedback-portal\?challenge=[\w-]{43}$/);
    const made = await app.visitor("localhost", customer).get(redirectPath(asked), headers);
    expect(String(made.headers["location"])).toMatch(
      new RegExp(`^http://${company.host}/api/handoff\\?code=[\\w-]{43}$`),
    );
    const configured = await portal.anotherApp({
      FEEDBACK_PORTAL_URL: "https://feedback.example/start",
    });
    const reply = await configured
      .visitor("localhost", customer)
      .get("/api/feedback-portal?next=//evil.example", headers);
    expect(reply.headers["location"]).toBe("https://feedback.example/start");
  });
});
