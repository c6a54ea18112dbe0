import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { routes } from "#server/app/routes.ts";
import { listMountedRoutes } from "#server/checks/fixtures/listMountedRoutes.ts";
import { listPagePaths } from "#server/checks/fixtures/listPagePaths.ts";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import { hostileText } from "./support/hostileValues.ts";
import { SLOWEST_MS } from "./support/judgeReply.ts";
import { realPages } from "./support/realPages.ts";
import type { AttackFixtures } from "./support/attackFixtures.ts";
import { createAttackFixtures } from "./support/attackFixtures.ts";

const REQUESTS = 20_000;
const SEED = Date.now() % 2 ** 31;

/** Paths of files, and paths that have no page or route. */
const OTHER_PATHS = [
  "/nothing",
  "/api/nothing",
  "/logos/site/x",
  "/logos/1/00000000-0000-4000-8000-000000000000",
  "/assets/none.js",
  "/favicon.svg",
];
const ENDPOINT_PATHS = new Set<string>(routes.map(({ endpoint }) => endpoint.path));

/**
 * Returns the paths of all pages, the paths of all routes of the app that are not in the route
 * table, and `OTHER_PATHS`.
 */
function listPaths(): string[] {
  const mounted = listMountedRoutes(app.app).map(({ path }) => path);
  const known = [...listPagePaths(), ...mounted].filter(
    (path) => !ENDPOINT_PATHS.has(path) && !path.includes("*"),
  );
  return [...new Set([...known, ...OTHER_PATHS])].map((path) => path.replaceAll(/:\w+/g, "1"));
}
const QUERIES = [
  "search",
  "sort",
  "status",
  "category",
  "boardCategoryId",
  "from",
  "to",
  "code",
  "domain",
  "token",
  "submit",
  "cursor",
  "action",
  "companyId",
];
const METHODS = [
  "GET",
  "GET",
  "GET",
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
] as const;

let portal: TestPortal;
let app: TestApp;
let fixtures: AttackFixtures;
beforeAll(async () => {
  portal = await startTestPortal();
  app = await portal.anotherApp({}, await realPages());
  fixtures = await createAttackFixtures(portal);
});

const encoded = hostileText.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 4_000)));
const oddText = fc.oneof(
  encoded,
  fc.constantFrom(
    "%00",
    "%ZZ",
    "%ed%a0%80",
    "%ff%fe",
    "%",
    "..%2f..%2f",
    "%2e%2e/%2e%2e/",
    "../../",
    ";x=1",
    "%c0%af",
  ),
);

const randomRequest = () =>
  fc.record({
    method: fc.constantFrom(...METHODS),
    path: fc.constantFrom(...listPaths()),
    more: fc.oneof(
      { weight: 3, arbitrary: fc.constant("") },
      { weight: 1, arbitrary: oddText.map((text) => `/${text}`) },
    ),
    query: fc.oneof(
      { weight: 1, arbitrary: fc.constant("") },
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.constantFrom(...QUERIES), oddText)
          .map(([name, text]) => `?${name}=${text}`),
      },
      { weight: 1, arbitrary: oddText.map((text) => `?${text}`) },
    ),
    who: fc.constantFrom("nobody", "customer", "admin", "superAdmin"),
    isProductHost: fc.boolean(),
  });

test(
  "a request for any path with any query gets a response within the time limit and never a server error",
  async () => {
    const property = fc.asyncProperty(
      randomRequest(),
      async ({ method, path, more, query, who, isProductHost }) => {
        const user = who === "nobody" ? null : fixtures[who];
        const began = performance.now();
        const reply = await app
          .visitor(isProductHost ? "localhost" : fixtures.company.host, user)
          .request(method, `${path}${more}${query}`);
        expect([
          reply.status < 500,
          performance.now() - began < SLOWEST_MS,
          reply.text.includes("at file:"),
        ]).toEqual([true, true, false]);
        expect(reply.headers["x-content-type-options"]).toBe("nosniff");
        if (String(reply.headers["content-type"]).startsWith("text/html")) {
          expect(String(reply.headers["content-security-policy"])).toContain("default-src 'none'");
        }
      },
    );
    await fc.assert(property, { numRuns: REQUESTS, seed: SEED });
  },
  LONG_TIMEOUT,
);
