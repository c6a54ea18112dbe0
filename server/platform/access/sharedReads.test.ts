import { beforeAll, describe, expect, test } from "vitest";
import {
  addressOf,
  readAddressOf,
  sampleCall,
} from "#server/checks/attacks/support/sampleCalls.ts";
import type { AttackFixtures } from "#server/checks/attacks/support/attackFixtures.ts";
import { createAttackFixtures } from "#server/checks/attacks/support/attackFixtures.ts";
import { routes } from "#server/app/routes.ts";
import type { TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

/** The paths of all GET routes whose guard has `admitsAnonymous`, except streams. */
const SHARED = routes
  .filter(
    ({ endpoint: { method, stream }, guard }) =>
      method === "GET" && guard.admitsAnonymous && !stream,
  )
  .map(({ endpoint }) => endpoint.path);
const UNSAFE = routes
  .filter(({ endpoint }) => endpoint.method !== "GET")
  .map(({ endpoint }) => endpoint);

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.site({ allowPublicRegistration: true });
});

const idsOf = ({ company, board, item }: AttackFixtures) => ({
  companyId: company.id,
  boardId: board.id,
  id: item.id,
});

async function read(visitor: Visitor, address: string) {
  const { status, text, headers } = await visitor.get(address);
  return { address: address.replace(/\?.*/, ""), status, text, total: headers["x-total-count"] };
}

describe("cached responses after a change", () => {
  test.each(UNSAFE)(
    "after $method $path, cached responses equal fresh responses",
    async (endpoint) => {
      const world = await createAttackFixtures(portal);
      portal.publish();
      const reads = [world.company.host, "localhost"].flatMap((host) =>
        SHARED.map((path) => ({
          visitor: portal.visitor(host),
          address: readAddressOf(path, idsOf(world)),
        })),
      );
      // Each URL is requested twice, because a response is cached only from the second request
      // onwards. A refusal is not cached.
      const cached: typeof reads = [];
      for (const each of reads)
        if ((await each.visitor.get(each.address)).status === 200) cached.push(each);
      for (const { visitor, address } of cached) await visitor.get(address);
      const { host, cookie, params, body, headers } = await sampleCall(world, endpoint);
      const { app } = portal;
      const { statusCode } = await app.inject({
        method: endpoint.method,
        url: addressOf(endpoint.path, params),
        headers: { host, ...(cookie !== undefined && { cookie }), ...headers },
        ...(body !== undefined && { payload: body }),
      });
      expect(statusCode).toBe(endpoint.status);
      for (const { visitor, address } of cached) {
        // The parameter makes a URL that was not requested before and whose response is therefore
        // not cached.
        const fresh = await read(visitor, `${address}${address.includes("?") ? "&" : "?"}visit=1`);
        expect(await read(visitor, address)).toEqual(fresh);
      }
    },
  );
});

describe("anonymous visitors of one host", () => {
  let here: TestApp;
  let there: TestApp;
  beforeAll(async () => {
    here = await portal.anotherApp();
    there = await portal.anotherApp({ TRUST_PROXY: "1" });
  });

  test.each(SHARED)(
    "%s sends the same response to all anonymous visitors of a host",
    async (path) => {
      const world = await createAttackFixtures(portal);
      const { host } = world.company;
      const { params } = await sampleCall(world, { method: "GET", path });
      const address = readAddressOf(path, { ...idsOf(world), ...params });
      const plain = await here.visitor(host).get(address);
      const other = await there.visitor(host).get(address, {
        "user-agent": "Another/1.0",
        "accept-language": "de",
        "x-forwarded-for": "203.0.113.9",
        referer: "https://elsewhere.example/",
        cookie: "theme=dark; hearback_device=0123456789abcdef0123456789abcdef0123456789a",
      });
      expect(plain.status).toBe(200);
      expect(other).toMatchObject({ status: 200, text: plain.text });
    },
  );
});
