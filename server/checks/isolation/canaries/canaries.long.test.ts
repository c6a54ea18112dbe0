import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ApiScope } from "#contract/scopes.ts";
import { makeApiKey } from "#server/checks/fixtures/apiKeyOf.ts";
import { readZip } from "#server/checks/fixtures/readZip.ts";
import { exportToFile } from "#server/operations/export/exportToFile.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { builtPages } from "#server/platform/pages/builtPages.ts";
import { routes } from "#server/app/routes.ts";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import type { Owner } from "./canaryRegistry.ts";
import { CanaryRegistry } from "./canaryRegistry.ts";
import type { CanaryCompany } from "./canaryCompany.ts";
import type { CanaryFixtures } from "./createCanaryFixtures.ts";
import { createCanaryFixtures } from "./createCanaryFixtures.ts";
import { listMountedRoutes } from "#server/checks/fixtures/listMountedRoutes.ts";
import type { RandomRequest } from "./randomRequests.ts";
import { isStream, listRequestValues, randomRequests } from "./randomRequests.ts";

// Every text column of company B, and every admin-only text of company A, contains a random word,
// its canary word. A viewer without access must never receive a canary word, whatever the viewer
// requests. Meanwhile B's users cause traffic on the same database connections.

const RESPONSES = 100_000;

let portal: TestPortal;
let app: TestApp;
let fixtures: CanaryFixtures;
let keys: Record<"all" | "visitor" | "ofB", string>;
const registry = new CanaryRegistry();
const folder = mkdtempSync(join(tmpdir(), "hearback-canaries-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log: string[] = [];
beforeAll(async () => {
  portal = await startTestPortal();
  fixtures = await createCanaryFixtures(portal, registry);
  keys = {
    all: await keyOf(fixtures.a),
    visitor: await keyOf(fixtures.a, ["feedback:read", "feedback:write"]),
    ofB: await keyOf(fixtures.b),
  };
  // React's development build would only make the tests slower.
  vi.stubEnv("NODE_ENV", "production");
  const pages = await builtPages(join(ROOT, "dist"));
  app = await portal.anotherApp({ LOG_LEVEL: "info" }, pages, {
    write: (line) => void log.push(line),
  });
});

async function keyOf({ company, admin }: CanaryCompany, scopes?: ApiScope[]): Promise<string> {
  return (await makeApiKey(portal.visitor(company.host, admin), scopes)).key;
}

/** A client that sends random requests, and the words that it must not receive. */
interface Client {
  host: string;
  cookie?: string;
  /** An API key. */
  key?: string;
  forbidden: ReadonlySet<Owner>;
  /** The places whose canary words this client may receive. */
  allowed?: RegExp;
  /**
   * Whether requests to the console are skipped, because super admins may read every company in the
   * console.
   */
  skipsConsole?: true;
  /**
   * Whether the client sends only GET requests. The name of its account contains a canary word, so
   * other clients would receive this word with the data that the client writes.
   */
  isReadOnly?: true;
}

const ALL_SECRETS: ReadonlySet<Owner> = new Set(["B", "adminsOfA", "provider"]);
const SECRETS_BEYOND_ADMINS: ReadonlySet<Owner> = new Set(["B", "provider"]);

function listClients(): Client[] {
  const { a, b, superAdmin, superOfA, withoutCompany } = fixtures;
  const { host } = a.company;
  const product = "localhost";
  return [
    { host, forbidden: ALL_SECRETS },
    { host: product, forbidden: ALL_SECRETS },
    { host, cookie: a.user.cookie, forbidden: ALL_SECRETS },
    { host: product, cookie: a.user.cookie, forbidden: ALL_SECRETS },
    { host, cookie: withoutCompany.cookie, forbidden: ALL_SECRETS },
    { host: product, cookie: withoutCompany.cookie, forbidden: ALL_SECRETS },
    { host, cookie: a.admin.cookie, forbidden: SECRETS_BEYOND_ADMINS },
    { host: product, cookie: a.admin.cookie, forbidden: SECRETS_BEYOND_ADMINS },
    // On A's host, B's admin is an ordinary visitor. The only canary words of B that this client
    // may receive are in its own account and in the host of its portal.
    {
      host,
      cookie: b.admin.cookie,
      forbidden: ALL_SECRETS,
      allowed: /^B (?:user_account\.|session\.|company\.subdomain)/,
      isReadOnly: true,
    },
    { host: product, cookie: superAdmin.cookie, forbidden: ALL_SECRETS, skipsConsole: true },
    { host, cookie: superAdmin.cookie, forbidden: SECRETS_BEYOND_ADMINS, skipsConsole: true },
    {
      host: product,
      cookie: superOfA.cookie,
      forbidden: SECRETS_BEYOND_ADMINS,
      skipsConsole: true,
    },
    // Keys of A: with every scope, and one that sees what visitors see. On A's host, B's key is refused.
    { host, key: keys.all, forbidden: SECRETS_BEYOND_ADMINS },
    { host: product, key: keys.all, forbidden: SECRETS_BEYOND_ADMINS },
    { host, key: keys.visitor, forbidden: ALL_SECRETS },
    { host: product, key: keys.visitor, forbidden: ALL_SECRETS },
    { host, key: keys.ofB, forbidden: ALL_SECRETS },
  ];
}

const IN_CONSOLE = /^\/(?:api\/)?(?:admin|company)\b/;

async function ask(
  { host, cookie, key }: Omit<Client, "forbidden">,
  { method, url, body }: RandomRequest,
) {
  return app.app.inject({
    method,
    url,
    headers: {
      host,
      ...(cookie !== undefined && { cookie }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    ...(body !== undefined && { payload: body as object }),
    remoteAddress: "203.0.113.7",
  });
}

const wordsIn = (text: string) => new Set(text.toLowerCase().match(/[0-9a-f]{32}/g) ?? []);

interface WalkResult {
  leaks: string[];
  responses: number;
  statuses: Map<number, number>;
  /** Words that clients have put into requests. The log may contain these words. */
  sent: Set<string>;
}

/** Sends random requests as each client in turn, while B's users read and write. */
async function sendRandomRequests(count: number, seed: number): Promise<WalkResult> {
  const result: WalkResult = { leaks: [], responses: 0, statuses: new Map(), sent: new Set() };
  const clients = listClients();
  const mounted = listMountedRoutes(app.app);
  const requests = randomRequests(listRequestValues(fixtures, registry.wordsOf("B").slice(0, 20)), {
    routes,
    mounted,
  });
  const batch = fc.sample(requests, { numRuns: Math.min(count, 20_000), seed });
  let next = 0;
  const run = { isOver: false };
  const sendNext = async () => {
    for (let n = next++; result.responses < count; n = next++) {
      const request = batch[n % batch.length];
      // The offset makes each repetition of the batch send every request as a different client.
      const client = clients[(n + Math.floor(n / batch.length)) % clients.length];
      if (!request || !client) continue;
      if (client.skipsConsole && IN_CONSOLE.test(request.url)) continue;
      if (client.isReadOnly && request.method !== "GET") continue;
      const sent = wordsIn(request.url);
      for (const word of sent) result.sent.add(word);
      // The response cache serves anonymous visitors. The request is first sent to B's host twice,
      // so that B's response is cached.
      if (client.cookie === undefined && !client.key && request.method === "GET") {
        for (let time = 0; time < 2; time += 1)
          await ask({ host: fixtures.b.company.host }, request);
      }
      const reply = await ask(client, request);
      result.responses += 1;
      result.statuses.set(reply.statusCode, (result.statuses.get(reply.statusCode) ?? 0) + 1);
      const found = [reply.body, JSON.stringify(reply.headers)].flatMap((text) =>
        registry.find(text, client.forbidden, sent),
      );
      for (const place of found) {
        if (client.allowed?.test(place)) continue;
        result.leaks.push(
          `${request.method} ${request.url} of ${client.host} (${String(clients.indexOf(client))}): ${place}`,
        );
      }
      // Without this reset, rate limits would refuse later requests.
      if (n % 250 === 0) await portal.sql("delete from throttle");
    }
  };
  const causeTraffic = async () => {
    for (let n = 0; !run.isOver; n += 1) await causeTrafficInB(n);
  };
  const traffic = causeTraffic();
  await Promise.all(Array.from({ length: 6 }, sendNext));
  run.isOver = true;
  await traffic;
  return result;
}

/**
 * Number of responses in which B's users and anonymous visitors received canary words of B on B's
 * host, where they are allowed to read these words.
 */
let ownWordsSeen = 0;

/** Sends one read of B's data, and every 20th time also a write. */
async function causeTrafficInB(n: number): Promise<void> {
  const { company, admin, user, items, boards, slugs } = fixtures.b;
  const host = company.host;
  const item = `/api/feedback/${String(items[n % items.length])}`;
  const path = [
    "/api/feedback",
    "/api/boards",
    item,
    `${item}/comments`,
    `/board/${slugs[n % slugs.length] ?? ""}`,
    "/feedback",
  ];
  const reads: RandomRequest = {
    method: "GET",
    url: path[n % path.length] ?? "/",
    body: undefined,
  };
  const cookie = n % 3 === 0 ? admin.cookie : user.cookie;
  const vote: RandomRequest = { method: "POST", url: `${item}/vote`, body: undefined };
  const newItem = { title: registry.wordsOf("B")[0], description: "B", boardId: boards[0] };
  const writes =
    n % 40 === 0 ? vote : ({ method: "POST", url: "/api/feedback", body: newItem } as const);
  const reply = await ask({ host, ...(n % 5 > 0 && { cookie }) }, reads);
  if (registry.find(reply.body, ALL_SECRETS).length > 0) ownWordsSeen += 1;
  if (n % 20 === 0) await ask({ host, cookie }, writes);
}

describe("canary words", () => {
  test("an export of company A contains A's private texts and no forbidden canary word", async () => {
    const { subdomain } = fixtures.a.company;
    const path = join(folder, "a.zip");
    await exportToFile(portal.database, subdomain, path);
    const files = await readZip(readFileSync(path));
    const places = [...files.values()].flatMap((content) =>
      registry.find(content.toString(), ALL_SECRETS),
    );
    expect(places).toContain("adminsOfA comment.content");
    expect(places.filter((place) => !place.startsWith("adminsOfA "))).toEqual([]);
  });

  test(
    "no client receives a forbidden canary word by any route, page, id, search or cursor",
    async () => {
      const streams = await openStreams();
      const { leaks, responses, statuses, sent } = await sendRandomRequests(RESPONSES, 20_261_120);
      expect([...new Set(leaks)]).toEqual([]);
      expect(responses).toBeGreaterThanOrEqual(RESPONSES);
      // The test proves nothing unless all kinds of responses occurred and B's users received their
      // own words.
      expect([...statuses.keys()].toSorted((one, other) => one - other)).toEqual(
        expect.arrayContaining([200, 201, 302, 400, 401, 403, 404]),
      );
      expect(statuses.get(500)).toBeUndefined();
      expect(statuses.get(200)).toBeGreaterThan(RESPONSES / 5);
      expect(ownWordsSeen).toBeGreaterThan(RESPONSES / 50);
      expect(streams.close()).toEqual([]);
      const ownLines = log.filter((line) => !line.includes(`"host":"${fixtures.b.company.host}"`));
      expect(ownLines.length).toBeGreaterThan(RESPONSES / 2);
      expect(ownLines.flatMap((line) => registry.find(line, ALL_SECRETS, sent))).toEqual([]);
    },
    LONG_TIMEOUT,
  );

  test("a canary word of company B in a response of company A's portal is detected", async () => {
    const [word = ""] = registry.wordsOf("B").slice(-1);
    await portal.sql("update feedback_item set description = $1 where id = $2", [
      `This is ${word.toUpperCase()}.`,
      fixtures.a.items[0],
    ]);
    const { leaks } = await sendRandomRequests(2000, 7);
    expect(new Set(leaks.map((leak) => leak.split(": ")[1]))).toEqual(new Set([placeOf(word)]));
    await portal.sql("update feedback_item set description = 'Mended' where id = $1", [
      fixtures.a.items[0],
    ]);
  });
});

const placeOf = (word: string) => registry.find(word, ALL_SECRETS)[0];

const disconnects: (() => void)[] = [];
afterAll(() => {
  for (const disconnect of disconnects) disconnect();
});

/**
 * Opens every stream as every client over a TCP connection. `close` returns the places of forbidden
 * canary words that the clients received.
 */
async function openStreams(): Promise<{ close: () => string[] }> {
  const paths = listMountedRoutes(app.app)
    .filter(({ method, path }) => method === "GET" && isStream(path))
    .map(({ path }) => path);
  if (paths.length === 0) return { close: () => [] };
  const address = await app.app.listen({ host: "127.0.0.1", port: 0 });
  const received: { client: Client; text: string }[] = [];
  for (const path of paths) {
    for (const client of listClients()) {
      const stream = { client, text: "" };
      received.push(stream);
      const { host, cookie } = client;
      const request = get(new URL(path, address), {
        agent: false,
        headers: { host, ...(cookie !== undefined && { cookie }) },
      });
      request.on("error", () => undefined);
      request.on("response", (response) => {
        response.setEncoding("utf8").on("data", (part: string) => {
          stream.text += part;
        });
      });
      disconnects.push(() => request.destroy());
    }
  }
  const read = ({ client, text }: (typeof received)[number]) =>
    registry.find(text, client.forbidden).filter((place) => !client.allowed?.test(place));
  return { close: () => received.flatMap(read) };
}
