import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { FastifyInstance } from "fastify";
import { endpoint } from "#contract/endpoint.ts";
import { buildApp } from "#server/app/buildApp.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { trackDataVersions } from "#server/platform/changes/dataVersions.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { anyone } from "#server/platform/access/guards.ts";
import { createActivityLog } from "#server/platform/activity/activityLog.ts";
import { ResponseCache } from "./responseCache.ts";
import { mountRoutes } from "./mount.ts";
import { LiveHub } from "#server/platform/live/liveHub.ts";
import type { Route } from "./route.ts";
import { localFeed } from "#server/checks/fixtures/localFeed.ts";
import { route } from "./route.ts";

const Thing = z.object({ id: z.number(), name: z.string() });

function thingAt(path: `/api/test/${string}`) {
  return endpoint({
    operationId: "readThing",
    method: "GET",
    path,
    summary: "A thing.",
    response: Thing,
    status: 200,
  });
}

/** Creates the services that routes need, with a change feed of their own. */
function services() {
  const changes = localFeed();
  const live = new LiveHub({ changes, listRights: async () => [], onError: () => undefined });
  return {
    activities: createActivityLog([]),
    changes,
    streams: live,
    responseCache: new ResponseCache(trackDataVersions(changes)),
    actForCustomer: async (context: RequestContext) => context,
  };
}

let portal: TestPortal;
let app: FastifyInstance;
beforeAll(async () => {
  portal = await startTestPortal();
  const { config, database } = portal;
  app = await buildApp({
    config,
    database,
    changes: localFeed(),
    logger: pino({ level: "silent" }),
  });
  const things = [
    route(thingAt("/api/test/fitting"), anyone, async () => ({
      id: 1,
      name: "x",
      passwordHash: "secret",
    })),
    route(thingAt("/api/test/wrong-type"), anyone, async () =>
      JSON.parse('{"id":"secret","name":"x"}'),
    ),
    route(thingAt("/api/test/missing"), anyone, async () => JSON.parse('{"id":1}')),
    route(thingAt("/api/test/throwing"), anyone, async () => {
      throw new Error("secret detail of the database");
    }),
  ];
  void app.register(async (scope) => {
    scope.decorateRequest("cacheKey", null);
    mountRoutes(scope, things, services());
  });
  await app.ready();
});
afterAll(() => app.close());

async function get(path: string) {
  const { statusCode, body, headers } = await app.inject({
    url: path,
    headers: { host: "localhost" },
  });
  return {
    status: statusCode,
    text: body,
    body: JSON.parse(body) as Record<string, unknown>,
    headers,
  };
}

describe("the response of a mounted route", () => {
  test("fields that the schema does not name are removed from a response", async () => {
    expect(await get("/api/test/fitting")).toMatchObject({
      status: 200,
      text: '{"id":1,"name":"x"}',
    });
  });

  test.each([
    ["a field of the wrong type in a response", "wrong-type"],
    ["a missing field in a response", "missing"],
    ["an error in the handler", "throwing"],
  ])("%s leads to a 500 that contains only a general message and a request id", async (_, path) => {
    const { status, body, text } = await get(`/api/test/${path}`);
    expect(status).toBe(500);
    expect(body).toEqual({
      message: "Something went wrong",
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(text).not.toContain("secret");
  });

  test("an API response is not cached by clients", async () => {
    expect((await get("/api/test/fitting")).headers["cache-control"]).toBe("no-store");
  });
});

describe("mountRoutes", () => {
  test("a route without a guard prevents the start", async () => {
    const { config, database } = portal;
    const unguarded = await buildApp({
      config,
      database,
      changes: localFeed(),
      logger: pino({ level: "silent" }),
    });
    const bare = {
      endpoint: thingAt("/api/test/bare"),
      handle: async () => ({ id: 1, name: "x" }),
    } as unknown as Route;
    expect(() => mountRoutes(unguarded, [bare], services())).toThrow(
      "GET /api/test/bare has no guard",
    );
    await unguarded.close();
  });
});
