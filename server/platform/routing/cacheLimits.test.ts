import { randomBytes } from "node:crypto";
import Fastify from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import { listen } from "#server/checks/fixtures/listen.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { rawExchange } from "#server/checks/attacks/support/rawExchange.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { PageRenderer } from "#server/platform/pages/pages.ts";
import { ResponseCache } from "./responseCache.ts";

const PAGES: PageRenderer = {
  isDevelopment: false,
  mountAssets: async () => undefined,
  render: async ({ call }) => {
    await call("GET /api/feedback", {});
    return { status: 200, html: new TextEncoder().encode("<main>A page</main>"), styles: [] };
  },
};

/** Creates a cache with functions that store and request the responses of companies. */
function cacheOfCompanies(maxBytes?: number) {
  const versions = { now: () => 0, hasChangedSince: () => false };
  const cache = new ResponseCache(versions, maxBytes);
  const sent: Buffer[] = [];
  const app = Fastify();
  app.addHook("onSend", async (_request, _reply, payload) => {
    if (Buffer.isBuffer(payload)) sent.push(payload);
    return payload;
  });
  app.decorateRequest("cacheKey", null);
  app.get("/*", async (request, reply) => {
    request.cacheKey = request.url;
    if (!(await cache.serve(request, reply))) void reply.code(404).send();
    return reply;
  });
  const store = (companyId: number, path: string, body: Buffer) => {
    const requestContext = { tenantId: companyId, readAt: Date.now() } as RequestContext;
    const request = { cacheKey: path, version: 0, requestContext };
    cache.store({ headers: {}, body }, request as Parameters<ResponseCache["store"]>[1]);
  };
  const statusOf = async (path: string, encoding = "identity") =>
    (await app.inject({ url: path, headers: { "accept-encoding": encoding } })).statusCode;
  return { store, sent, statusOf };
}

describe("the memory of the response cache", () => {
  test("one company's responses do not evict responses of a company that occupies less memory", async () => {
    const { store, statusOf } = cacheOfCompanies();
    store(1, "/small", Buffer.alloc(5_000));
    for (let page = 0; page < 100; page += 1)
      store(2, `/large/${String(page)}`, Buffer.alloc(1024 * 1024));
    expect(await statusOf("/small")).toBe(200);
    expect([await statusOf("/large/0"), await statusOf("/large/99")]).toEqual([404, 200]);
  });

  test("a cached response is stored in a memory block of its own size", async () => {
    const { store, sent, statusOf } = cacheOfCompanies();
    // Node places a buffer of this size in a larger memory block.
    store(1, "/", Buffer.from("x".repeat(2000)));
    for (const encoding of ["identity", "br", "gzip"]) await statusOf("/", encoding);
    expect(sent).toHaveLength(3);
    expect(sent.map(({ buffer }) => buffer.byteLength)).toEqual(sent.map(({ length }) => length));
  });

  test("compressed forms of cached responses count toward the size limit of the cache", async () => {
    const { store, statusOf } = cacheOfCompanies(64_000);
    const paths = ["/0", "/1", "/2"];
    for (const path of paths) store(1, path, randomBytes(11_000));
    // Random bytes cannot be compressed, so three bodies and their compressed forms have 66,000
    // bytes.
    for (const path of paths) expect(await statusOf(path, "gzip")).toBe(200);
    const statuses = await Promise.all(paths.map((path) => statusOf(path)));
    expect(statuses).toEqual([404, 200, 200]);
  });
});

describe("the key of a cached response", () => {
  let portal: TestPortal;
  let port: number;
  beforeAll(async () => {
    portal = await startTestPortal();
    port = await listen(await portal.anotherApp({}, PAGES));
  });

  const statusOver = async (host: string, path: string) => {
    const bytes = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
    return (await rawExchange(port, bytes)).statuses;
  };

  test("a request whose Host header contains a path does not get the cached response of another URL", async () => {
    const { host } = await portal.company();
    const paths = ["/api/boards", "/feedback?x=/api/boards"];
    for (const path of paths) {
      // The third response comes from the cache.
      for (let request = 0; request < 3; request += 1)
        expect(await statusOver(host, path)).toEqual([200]);
    }
    for (const [odd, path] of [
      [`${host}/api`, "/boards"],
      [`${host}/feedback?x=`, "/api/boards"],
      [`${host}/`, "/api/boards"],
      [`${host}?`, "/api/boards"],
      [`${host}#`, "/api/boards"],
      [`user@${host}`, "/api/boards"],
      [`${host}","/api/boards`, "/"],
      [`${host} /api/boards`, "/"],
      [`http ${host}`, "/api/boards"],
    ] as const) {
      // The request is sent twice, so that a wrong response would be cached.
      for (let request = 0; request < 2; request += 1)
        expect([odd, await statusOver(odd, path)]).toEqual([odd, [404]]);
    }
    for (const path of paths) expect(await statusOver(host, path)).toEqual([200]);
  });
});
