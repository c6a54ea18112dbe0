import { beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApp, Reply } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { PageRenderer } from "./pages.ts";

/** Paths of the pages whose rendering has begun, in order. */
const begun: string[] = [];
let gate = Promise.withResolvers<void>();

/**
 * Renders pages whose path begins with `/slow` only after the gate has opened, and all other pages
 * at once.
 */
const pages: PageRenderer = {
  isDevelopment: true,
  mountAssets: async () => undefined,
  render: async ({ url }) => {
    const path = url.slice(url.lastIndexOf("/"));
    begun.push(path);
    if (path.startsWith("/slow")) await gate.promise;
    return { status: 200, html: new TextEncoder().encode(path) };
  },
};

let app: TestApp;
beforeAll(async () => {
  const portal = await startTestPortal();
  app = await portal.anotherApp({ TRUST_PROXY: "1" }, pages);
});

beforeEach(() => {
  gate = Promise.withResolvers<void>();
  begun.length = 0;
});

const pageAt = (address: string, path: string): Promise<Reply> =>
  app.visitor("localhost").get(path, { "x-forwarded-for": address });

/** Lets all slow pages be rendered. */
function finish(replies: Promise<Reply>[]): Promise<Reply[]> {
  gate.resolve();
  return Promise.all(replies);
}

test("a visitor with too many waiting pages gets 503 with Retry-After, and other visitors get their pages", async () => {
  const refused: Reply[] = [];
  const noisy = Array.from({ length: 520 }, async () => {
    const reply = await pageAt("203.0.113.3", "/slow");
    if (reply.status === 503) refused.push(reply);
    return reply;
  });
  // Of the 520 pages, one is being rendered and 500 wait. The other 19 are refused.
  await expect.poll(() => refused.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(19);
  expect(refused[0]?.headers["retry-after"]).toBe("5");
  expect((await pageAt("203.0.113.4", "/other")).status).toBe(200);
  await finish(noisy);
}, 30_000);
