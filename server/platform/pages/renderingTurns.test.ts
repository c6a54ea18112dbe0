import { setTimeout } from "node:timers/promises";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Reply, TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
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

let portal: TestPortal;
let app: TestApp;
beforeAll(async () => {
  portal = await startTestPortal();
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

test("pages of one visitor are rendered one at a time, and another visitor's page does not wait for them", async () => {
  const noisy = Array.from({ length: 50 }, (_, n) => pageAt("203.0.113.1", `/slow${String(n)}`));
  await expect.poll(() => begun).toHaveLength(1);
  expect((await pageAt("203.0.113.2", "/other")).status).toBe(200);
  expect(begun).toEqual([expect.stringMatching("/slow"), "/other"]);
  const replies = await finish(noisy);
  expect(replies.map(({ status }) => status)).toEqual(noisy.map(() => 200));
});

test("all addresses of an IPv6 /56 network share their turns for rendering", async () => {
  const first = pageAt("2001:db8:0:100::1", "/slow");
  await expect.poll(() => begun).toEqual(["/slow"]);
  const same = pageAt("2001:db8:0:1ff::1", "/same-subscriber");
  expect((await pageAt("2001:db8:0:200::1", "/other-subscriber")).status).toBe(200);
  expect(begun).toEqual(["/slow", "/other-subscriber"]);
  await finish([first, same]);
  expect(begun).toEqual(["/slow", "/other-subscriber", "/same-subscriber"]);
});

test("a feed of the changelog waits for its reader's page, and another reader's feed does not", async () => {
  const visitor = app.visitor((await portal.company()).host);
  const feedAt = (address: string) =>
    visitor.get("/changelog.atom", { "x-forwarded-for": address });
  const page = pageAt("203.0.113.1", "/slow");
  await expect.poll(() => begun).toEqual(["/slow"]);
  let isSent = false;
  const same = feedAt("203.0.113.1").finally(() => {
    isSent = true;
  });
  expect((await feedAt("203.0.113.2")).status).toBe(200);
  // A request lets the next one of its address start after 25 ms at most.
  await setTimeout(300);
  expect(isSent).toBe(false);
  await finish([page, same]);
  expect((await same).status).toBe(200);
});
