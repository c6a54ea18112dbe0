import { get } from "node:http";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { builtPages } from "#server/platform/pages/builtPages.ts";
import { routes } from "#server/app/routes.ts";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { bySize, LONG_TIMEOUT } from "#server/checks/fixtures/testSize.ts";
import type { Owner } from "./canaryRegistry.ts";
import { CanaryRegistry } from "./canaryRegistry.ts";
import type { CanaryFixtures } from "./createCanaryFixtures.ts";
import { createCanaryFixtures } from "./createCanaryFixtures.ts";
import { listMountedRoutes } from "./listMountedRoutes.ts";
import type { WalkRequest } from "./walkRequests.ts";
import { isStream, materialOf, walkRequests } from "./walkRequests.ts";

// A random word in every place where company B can have one, and in every place of A that is for its admins: none of them comes to
// anybody it is not for, by whatever they ask, while B is busy on the same connections.

const RESPONSES = bySize(1500, 100_000);

let portal: TestPortal;
let app: TestApp;
let aviary: CanaryFixtures;
const registry = new CanaryRegistry();
const log: string[] = [];
beforeAll(async () => {
  portal = await startTestPortal();
  aviary = await createCanaryFixtures(portal, registry);
  // As it is served: React's own checks for developers would only cost time.
  vi.stubEnv("NODE_ENV", "production");
  const pages = await builtPages(join(ROOT, "dist"));
  app = await portal.anotherApp({ LOG_LEVEL: "info" }, pages, {
    write: (line) => void log.push(line),
  });
});

/** Somebody who walks, and whose secrets must not come their way. */
interface Walker {
  host: string;
  cookie?: string;
  forbidden: ReadonlySet<Owner>;
  /** Places of their own. */
  owns?: RegExp;
  /** Super admins look at any company in the console: only the portal's own pages and calls are walked. */
  staysInPortal?: true;
  /** What they said here would rightly be signed with their name. */
  onlyLooks?: true;
}

const EVERYONES: ReadonlySet<Owner> = new Set(["B", "adminsOfA", "provider"]);
const ADMINS: ReadonlySet<Owner> = new Set(["B", "provider"]);

function walkers(): Walker[] {
  const { a, b, superAdmin, superOfA, homeless } = aviary;
  const { host } = a.company;
  const product = "localhost";
  return [
    { host, forbidden: EVERYONES },
    { host: product, forbidden: EVERYONES },
    { host, cookie: a.user.cookie, forbidden: EVERYONES },
    { host: product, cookie: a.user.cookie, forbidden: EVERYONES },
    { host, cookie: homeless.cookie, forbidden: EVERYONES },
    { host: product, cookie: homeless.cookie, forbidden: EVERYONES },
    { host, cookie: a.admin.cookie, forbidden: ADMINS },
    { host: product, cookie: a.admin.cookie, forbidden: ADMINS },
    // B's own admin is a visitor here, who sees of B only who he is, and is led home.
    {
      host,
      cookie: b.admin.cookie,
      forbidden: EVERYONES,
      owns: /^B (?:user_account\.|session\.|company\.subdomain)/,
      onlyLooks: true,
    },
    { host: product, cookie: superAdmin.cookie, forbidden: EVERYONES, staysInPortal: true },
    { host, cookie: superAdmin.cookie, forbidden: ADMINS, staysInPortal: true },
    { host: product, cookie: superOfA.cookie, forbidden: ADMINS, staysInPortal: true },
  ];
}

const IN_CONSOLE = /^\/(?:api\/)?(?:admin|company)\b/;

async function ask(
  { host, cookie }: Omit<Walker, "forbidden">,
  { method, url, body }: WalkRequest,
) {
  return app.app.inject({
    method,
    url,
    headers: { host, ...(cookie !== undefined && { cookie }) },
    ...(body !== undefined && { payload: body as object }),
    remoteAddress: "203.0.113.7",
  });
}

const wordsIn = (text: string) => new Set(text.toLowerCase().match(/[0-9a-f]{32}/g) ?? []);

interface Walk {
  leaks: string[];
  responses: number;
  statuses: Map<number, number>;
  /** Words that somebody who looked on sent himself: they stand in the log. */
  sent: Set<string>;
}

/** Walks until there are that many answers, everyone in turn, while B's own people read and write. */
async function walk(count: number, seed: number): Promise<Walk> {
  const result: Walk = { leaks: [], responses: 0, statuses: new Map(), sent: new Set() };
  const everyone = walkers();
  const mounted = listMountedRoutes(app.app);
  const requests = walkRequests(materialOf(aviary, registry.wordsOf("B").slice(0, 20)), {
    routes,
    mounted,
  });
  const batch = fc.sample(requests, { numRuns: Math.min(count, 20_000), seed });
  let next = 0;
  const day = { isOver: false };
  const stroll = async () => {
    for (let n = next++; result.responses < count; n = next++) {
      const request = batch[n % batch.length];
      // Another walker each time that the same requests come round.
      const walker = everyone[(n + Math.floor(n / batch.length)) % everyone.length];
      if (!request || !walker) continue;
      if (walker.staysInPortal && IN_CONSOLE.test(request.url)) continue;
      if (walker.onlyLooks && request.method !== "GET") continue;
      const sent = wordsIn(request.url);
      for (const word of sent) result.sent.add(word);
      // What is kept for anonymous visitors, since it is asked a second time, is kept for B's first.
      if (walker.cookie === undefined && request.method === "GET") {
        for (let time = 0; time < 2; time += 1) await ask({ host: aviary.b.company.host }, request);
      }
      const reply = await ask(walker, request);
      result.responses += 1;
      result.statuses.set(reply.statusCode, (result.statuses.get(reply.statusCode) ?? 0) + 1);
      const found = [reply.body, JSON.stringify(reply.headers)].flatMap((text) =>
        registry.find(text, walker.forbidden, sent),
      );
      for (const place of found) {
        if (walker.owns?.test(place)) continue;
        result.leaks.push(
          `${request.method} ${request.url} of ${walker.host} (${String(everyone.indexOf(walker))}): ${place}`,
        );
      }
      // Nobody is to be told to come back later for the whole rest of the walk.
      if (n % 250 === 0) await portal.sql("delete from throttle");
    }
  };
  const liveOn = async () => {
    for (let n = 0; !day.isOver; n += 1) await liveInB(n);
  };
  const traffic = liveOn();
  await Promise.all(Array.from({ length: 6 }, stroll));
  day.isOver = true;
  await traffic;
  return result;
}

/** How often B's people have read what is theirs. */
let ownSightings = 0;

/** Something that B's admin and customer do all day. */
async function liveInB(n: number): Promise<void> {
  const { company, admin, user, items, boards, slugs } = aviary.b;
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
  const reads: WalkRequest = { method: "GET", url: path[n % path.length] ?? "/", body: undefined };
  const cookie = n % 3 === 0 ? admin.cookie : user.cookie;
  const vote: WalkRequest = { method: "POST", url: `${item}/vote`, body: undefined };
  const newItem = { title: registry.wordsOf("B")[0], description: "B", boardId: boards[0] };
  const writes =
    n % 40 === 0 ? vote : ({ method: "POST", url: "/api/feedback", body: newItem } as const);
  const reply = await ask({ host, ...(n % 5 > 0 && { cookie }) }, reads);
  if (registry.find(reply.body, EVERYONES).length > 0) ownSightings += 1;
  if (n % 20 === 0) await ask({ host, cookie }, writes);
}

describe("what is not for them", () => {
  test("is in every place for text that a company has", () => {
    expect(aviary.columns).toBeGreaterThanOrEqual(25);
    expect(registry.wordsOf("adminsOfA").length).toBeGreaterThanOrEqual(10);
  });

  test(
    "comes to nobody who walks through A's portal, by any route, page, id, search or position",
    async () => {
      const streams = await listen();
      const { leaks, responses, statuses, sent } = await walk(RESPONSES, 20_261_120);
      expect([...new Set(leaks)]).toEqual([]);
      expect(responses).toBeGreaterThanOrEqual(RESPONSES);
      // The walk met all kinds of answers, and B's people saw their own all the while.
      expect([...statuses.keys()].toSorted((one, other) => one - other)).toEqual(
        expect.arrayContaining([200, 201, 302, 400, 401, 403, 404]),
      );
      expect(statuses.get(500)).toBeUndefined();
      expect(statuses.get(200)).toBeGreaterThan(RESPONSES / 5);
      expect(ownSightings).toBeGreaterThan(RESPONSES / 50);
      expect(streams.close()).toEqual([]);
      const ownLines = log.filter((line) => !line.includes(`"host":"${aviary.b.company.host}"`));
      expect(ownLines.length).toBeGreaterThan(RESPONSES / 2);
      expect(ownLines.flatMap((line) => registry.find(line, EVERYONES, sent))).toEqual([]);
    },
    LONG_TIMEOUT,
  );

  test("would be found: a word of B's in A's own portal is", async () => {
    const [word = ""] = registry.wordsOf("B").slice(-1);
    await portal.sql("update feedback_item set description = $1 where id = $2", [
      `This is ${word.toUpperCase()}.`,
      aviary.a.items[0],
    ]);
    const { leaks } = await walk(bySize(300, 2000), 7);
    expect(new Set(leaks.map((leak) => leak.split(": ")[1]))).toEqual(new Set([placeOf(word)]));
    await portal.sql("update feedback_item set description = 'Mended' where id = $1", [
      aviary.a.items[0],
    ]);
  });

  test("would be found in a position of a list, where it is written in base64", () => {
    const [word = ""] = registry.wordsOf("B");
    const cursor = Buffer.from(JSON.stringify(["name", word, 7])).toString("base64url");
    expect(registry.find(`</api/x?cursor=${cursor}>; rel="next"`, EVERYONES)).toEqual([
      placeOf(word),
    ]);
    expect(
      registry.find(`</api/x?cursor=${cursor}>; rel="next"`, EVERYONES, new Set([word])),
    ).toEqual([]);
  });
});

const placeOf = (word: string) => registry.find(word, EVERYONES)[0];

const hangUps: (() => void)[] = [];
afterAll(() => {
  for (const hangUp of hangUps) hangUp();
});

/** Every stream that the portal has, listened to as everyone through a real connection while others are busy. */
async function listen(): Promise<{ close: () => string[] }> {
  const paths = listMountedRoutes(app.app)
    .filter(({ method, path }) => method === "GET" && isStream(path))
    .map(({ path }) => path);
  if (paths.length === 0) return { close: () => [] };
  const address = await app.app.listen({ host: "127.0.0.1", port: 0 });
  const heard: { walker: Walker; text: string }[] = [];
  for (const path of paths) {
    for (const walker of walkers()) {
      const ear = { walker, text: "" };
      heard.push(ear);
      const { host, cookie } = walker;
      const request = get(new URL(path, address), {
        agent: false,
        headers: { host, ...(cookie !== undefined && { cookie }) },
      });
      request.on("error", () => undefined);
      request.on("response", (response) => {
        response.setEncoding("utf8").on("data", (part: string) => {
          ear.text += part;
        });
      });
      hangUps.push(() => request.destroy());
    }
  }
  const read = ({ walker, text }: (typeof heard)[number]) =>
    registry.find(text, walker.forbidden).filter((place) => !walker.owns?.test(place));
  return { close: () => heard.flatMap(read) };
}
