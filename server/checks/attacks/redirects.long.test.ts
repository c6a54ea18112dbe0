import { beforeAll, describe, expect, test } from "vitest";
import type { TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { expectOwnLinks } from "./support/expectOwnLinks.ts";
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

describe("redirect targets on other sites", () => {
  test.each(FOREIGN_ADDRESSES)(
    "no page redirects or links to another site if the page's URL contains the URL %j",
    async (target) => {
      const origin = `http://${fixtures.company.host}`;
      for (const pathFor of REDIRECTING_PATHS) {
        const path = pathFor(target);
        for (const [name, visitor] of people) {
          const reply = await visitor.get(path);
          expect([path, reply.status < 500]).toEqual([path, true]);
          expect(reply.headers["set-cookie"] ?? "").not.toContain("evil");
          expectOwnLinks(reply, origin, [name, path]);
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
        expectOwnLinks(reply, origin, path);
      }
    },
  );
});
