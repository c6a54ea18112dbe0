import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "#server/app/routes.ts";
import type { Route } from "#server/platform/routing/route.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import type { Known } from "#server/checks/fixtures/validValue.ts";
import type { FuzzedRequest } from "./support/fuzzedRequest.ts";
import { fuzzedRequest } from "./support/fuzzedRequest.ts";
import { mayPass } from "#server/checks/fixtures/guardViewers.ts";
import { judgeReply } from "./support/judgeReply.ts";
import type { AttackFixtures } from "./support/attackFixtures.ts";
import { createAttackFixtures } from "./support/attackFixtures.ts";
import { wrongCounts } from "./support/wrongCounts.ts";

const REQUESTS = 2_000;
/**
 * Number of requests after which new fixtures are created, because requests end sessions and delete
 * boards.
 */
const REQUESTS_PER_FIXTURES = 100;
/** Each run sends other requests and prints its seed. */
const SEED = Date.now() % 2 ** 31;
const SECRET = "canary-of-a-private-board";

const VIEWERS: ViewerKey[] = ["N", "A", "U", "P", "C", "X", "V", "S", "T", "W"];

let portal: TestPortal;
const statuses = new Map<number, number>();
beforeAll(async () => {
  portal = await startTestPortal();
  // Rate limits are disabled, because this test must reach the code behind them.
  await portal.sql(
    `create function reset_hits() returns trigger language plpgsql as 'begin new.hits := 1; return new; end'`,
  );
  await portal.sql(
    "create trigger reset_hits before insert or update on throttle for each row execute function reset_hits()",
  );
});
afterAll(() => {
  console.log(
    `Fuzz: seed ${String(SEED)}, answers by status`,
    Object.fromEntries([...statuses].toSorted()),
  );
});

async function newFixtures(): Promise<{ fixtures: AttackFixtures; known: Known }> {
  await portal.sql(
    "update site_settings set require_admin_mfa = false, allow_public_feedback = false, allow_public_registration = true",
  );
  const fixtures = await createAttackFixtures(portal);
  await portal.sql("update feedback_item set title = $1 where id = $2", [
    SECRET,
    fixtures.privateItem.id,
  ]);
  return { fixtures, known: await knownIn(fixtures) };
}

/**
 * Returns the ids and e-mail addresses that requests may use. Super admins can publish a private
 * board or delete an account, so no path contains the private board or an account of the fixtures.
 */
async function knownIn(fixtures: AttackFixtures): Promise<Known> {
  const {
    company,
    other,
    board,
    foreignBoard,
    category,
    item,
    foreignItem,
    comment,
    session,
    faq,
    announcement,
  } = fixtures;
  const [victim, spare] = await Promise.all([portal.user("user", company), portal.company()]);
  const entities: Record<string, { id: number }[]> = {
    boards: [board, foreignBoard],
    boardId: [board, foreignBoard],
    boardIds: [board, fixtures.privateBoard],
    categories: [category],
    boardCategoryId: [category],
    feedback: [item, foreignItem],
    comments: [comment],
    sessions: [session],
    faqs: [faq],
    announcements: [announcement],
    users: [victim],
    companies: [spare],
    company: [company, other],
    companyId: [company, other],
  };
  const missing = { id: 999_999_999_999_999 };
  return {
    ids: (name) =>
      [...(entities[name] ?? Object.values(entities).flat()), missing].map(({ id }) => id),
    emails: [victim.username, fixtures.customer.username],
  };
}

async function send(
  { endpoint: { method } }: Route,
  fixtures: AttackFixtures,
  viewer: ViewerKey,
  { path, headers, body }: FuzzedRequest,
) {
  const began = performance.now();
  const { request } = fixtures.viewers[viewer];
  const reply = await request(method, path, body, headers);
  return { ...reply, ms: performance.now() - began };
}

/**
 * Picks mostly viewers that the guard admits, so that most requests reach the code behind the
 * guard.
 */
const viewerFor = ({ guard }: Route) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...mayPass(guard)) },
    { weight: 1, arbitrary: fc.constantFrom(...VIEWERS) },
  );

const ON_PRODUCT_HOST = new Set<ViewerKey>(["N", "P", "X", "S", "W"]);

/**
 * Returns the viewer whose rights the response must respect. A fuzzed cookie header replaces the
 * session, so the request is anonymous.
 */
function judgedAs(viewer: ViewerKey, { headers }: FuzzedRequest): ViewerKey {
  if (headers["cookie"] === undefined) return viewer;
  return ON_PRODUCT_HOST.has(viewer) ? "N" : "A";
}

const SEES_EVERYTHING = new Set<ViewerKey>(["C", "S", "T", "W"]);

// Streams are left out, because an in-process call of a stream would never end.
// server/platform/live tests streams over TCP.
const ANSWERING = routes.filter(({ endpoint }) => !endpoint.stream);

describe("fuzzed requests", () => {
  test.each(
    ANSWERING.map((route) => ({ name: `${route.endpoint.method} ${route.endpoint.path}`, route })),
  )(
    "$name responds to fuzzed requests as its contract specifies",
    async ({ route }) => {
      for (let sent = 0; sent < REQUESTS; sent += REQUESTS_PER_FIXTURES) {
        const { fixtures, known } = await newFixtures();
        const property = fc.asyncProperty(
          fuzzedRequest(route.endpoint, known),
          viewerFor(route),
          async (request, viewer) => {
            const reply = await send(route, fixtures, viewer, request);
            statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
            const judged = judgedAs(viewer, request);
            const problems = judgeReply(route, judged, reply);
            if (reply.text.includes(SECRET) && !SEES_EVERYTHING.has(judged))
              problems.push("a private item");
            expect({ viewer, problems, text: problems.length > 0 ? reply.text : "" }).toEqual({
              viewer,
              problems: [],
              text: "",
            });
          },
        );
        await fc.assert(property, {
          numRuns: Math.min(REQUESTS_PER_FIXTURES, REQUESTS - sent),
          seed: SEED + sent,
        });
      }
      expect(await wrongCounts(portal)).toEqual([]);
    },
    LONG_TIMEOUT,
  );

  test("each expected HTTP status occurs in the responses to the fuzzed requests", () => {
    const kinds = [200, 201, 204, 400, 401, 403, 404, 409, 415];
    expect(kinds.filter((status) => !statuses.has(status))).toEqual([]);
  });
});
