import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "#server/app/routes.ts";
import type { Route } from "#server/platform/routing/route.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { schemaFields } from "./support/schemaFields.ts";
import type { SampleCall } from "./support/samples/sample.ts";
import { addressOf, sampleCall } from "./support/sampleCalls.ts";
import { sendSample } from "./support/sendSample.ts";
import { takeSnapshot, writtenRows } from "./support/writtenRows.ts";
import type { AttackFixtures } from "./support/attackFixtures.ts";
import { createAttackFixtures } from "./support/attackFixtures.ts";

/** Values that no field accepts. */
const INVALID_VALUES: Record<string, unknown> = {
  "a NUL": "x\u0000y",
  "half a surrogate pair": "xy\ud800",
  "a long text": "x".repeat(60_000),
  "an object": { toString: "x", length: 3 },
  "a list of lists": [[[]]],
  "a huge number": 1e300,
};

/** Keys with a special meaning in JavaScript. */
const PROTOTYPE_KEYS = [
  '"__proto__":{"role":"super_admin","isAdmin":true}',
  '"constructor":{"prototype":{"isAdmin":true}}',
  String.raw`"\u005f_proto__":{"isAdmin":true}`,
];

/** Returns spellings of an existing id that contain more than its decimal digits. */
const misspelled = (id: number | string) =>
  ["0%", "+%", "%.0", "%e0", "%x"].map((spelling) => spelling.replace("%", String(id)));

const WITH_ID = routes.filter(({ endpoint }) => endpoint.params !== undefined);
const WITH_BODY = routes.filter(({ endpoint }) => endpoint.body !== undefined);
// Streams are left out, because an in-process call of a stream would never end.
// server/platform/live tests the queries of streams.
const WITH_QUERY = routes.filter(
  ({ endpoint: { method, query, stream } }) => method === "GET" && query !== undefined && !stream,
);
const nameOf = ({ endpoint: { method, path } }: Route) => `${method} ${path}`;

let portal: TestPortal;
let fixtures: AttackFixtures;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.site({ allowPublicRegistration: true });
  fixtures = await createAttackFixtures(portal);
});

const send = ({ endpoint }: Route, call: SampleCall, body: object | string) =>
  sendSample(portal, endpoint, { ...call, body, headers: { "content-type": "application/json" } });

describe("fields of a body", () => {
  test.each(WITH_BODY.map((route) => ({ name: nameOf(route), route })))(
    "$name refuses invalid values in every field of its body",
    async ({ route }) => {
      const call = await sampleCall(fixtures, route.endpoint);
      const before = await takeSnapshot(portal);
      for (const field of schemaFields(route.endpoint.body)) {
        for (const [wrong, value] of Object.entries(INVALID_VALUES)) {
          // Without this reset, the calls with wrong passwords would exceed the rate limit.
          await portal.sql("delete from throttle");
          const reply = await send(route, call, { ...call.body, [field]: value });
          expect([
            field,
            wrong,
            reply.statusCode >= 400 && reply.statusCode < 500,
            reply.body,
          ]).toEqual([field, wrong, true, reply.body]);
        }
      }
      for (const key of PROTOTYPE_KEYS) {
        const reply = await send(route, call, `{${key},${JSON.stringify(call.body).slice(1)}`);
        expect([key, reply.statusCode, "isAdmin" in {}]).toEqual([key, 400, false]);
      }
      expect(await writtenRows(portal, before)).toEqual([]);
    },
  );
});

describe("fields of a query", () => {
  test.each(WITH_QUERY.map((route) => ({ name: nameOf(route), route })))(
    "$name responds with 200 or 400 to a malformed value in any field of its query",
    async ({ route: { endpoint } }) => {
      const { viewers, company, board, item } = fixtures;
      const params = { companyId: company.id, boardId: board.id, id: item.id };
      const path = addressOf(endpoint.path, params);
      for (const field of schemaFields(endpoint.query)) {
        for (const wrong of [
          "%00",
          "x%00",
          "%ed%a0%80",
          "%ff",
          "%",
          "x".repeat(3_000),
          `1&${field}=2`,
        ]) {
          // Without this reset, the calls would exceed the rate limit of downloads.
          await portal.sql("delete from throttle");
          const reply = await viewers.T.get(`${path}?${field}=${wrong}`);
          expect([field, wrong, reply.status === 200 || reply.status === 400, reply.text]).toEqual([
            field,
            wrong,
            true,
            reply.text,
          ]);
        }
      }
    },
  );
});

describe("ids in a path", () => {
  test.each(WITH_ID.map((route) => ({ name: nameOf(route), route })))(
    "$name gives a malformed id the same response, byte for byte, as an unknown id",
    async ({ route: { endpoint } }) => {
      const call = await sampleCall(fixtures, endpoint);
      for (const [name, existing] of Object.entries(call.params ?? {})) {
        const replyTo = async (id: string) => {
          const params = { ...call.params, [name]: id };
          const { statusCode, body } = await sendSample(portal, endpoint, { ...call, params });
          return { id: name, statusCode, body };
        };
        const unknown = await replyTo("999999999");
        expect(unknown.statusCode).toBe(404);
        for (const id of misspelled(existing))
          expect([id, await replyTo(id)]).toEqual([id, unknown]);
      }
    },
  );
});
