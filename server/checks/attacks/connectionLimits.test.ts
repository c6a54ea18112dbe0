import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { MAX_CONNECTIONS } from "#server/platform/connections/limitConnections.ts";
import { MAX_REQUESTS } from "#server/platform/connections/limitRequests.ts";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import { listen } from "#server/checks/fixtures/listen.ts";
import { openStream } from "#server/checks/fixtures/openStream.ts";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { rawExchange } from "./support/rawExchange.ts";

let portal: TestPortal;
let proxied: TestApp;
let company: TestCompany;
beforeAll(async () => {
  portal = await startTestPortal();
  proxied = await portal.anotherApp({ TRUST_PROXY: "1" });
  company = await portal.company();
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\nhost: ${company.host}\r\n\r\n`;

/** The status of a request over a connection; undefined if the portal closes it. */
async function statusOver(socket: Socket): Promise<number | undefined> {
  const text = new Promise<string>((resolve) => {
    socket.once("data", (data) => resolve(data.toString("latin1")));
    socket.once("close", () => resolve(""));
  });
  socket.write(requestOf("/api/boards"));
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(await text)?.[1];
  return status === undefined ? undefined : Number(status);
}

describe("connections of one address", () => {
  test("an address with too many connections gets no more, and its open ones are served", async () => {
    const port = await listen(await portal.anotherApp());
    const all: Socket[] = [];
    for (let count = 0; count < MAX_CONNECTIONS; count += 1) all.push(await open(port));
    const more = await open(port);
    expect(await statusOver(more)).toBeUndefined();
    expect(await statusOver(all[0] as Socket)).toBe(200);
    all[1]?.destroy();
    await vi.waitFor(async () => expect(await statusOver(await open(port))).toBe(200));
  });

  test("a proxy may open as many connections as it likes", async () => {
    const port = await listen(proxied);
    const all: Socket[] = [];
    for (let count = 0; count <= MAX_CONNECTIONS; count += 1) all.push(await open(port));
    expect(await statusOver(all.at(-1) as Socket)).toBe(200);
  });
});

describe("requests in progress of one address", () => {
  const askFrom = (address: string, path = "/api/boards") =>
    proxied.visitor(company.host).get(path, { "x-forwarded-for": address });
  const askAtOnce = (count: number, address: string) =>
    Promise.all(Array.from({ length: count }, () => askFrom(address)));

  test("an address with too many requests in progress gets 429, and others are served meanwhile", async () => {
    const [flood, other] = await Promise.all([
      askAtOnce(MAX_REQUESTS + 20, "198.51.100.1"),
      askFrom("198.51.100.2"),
    ]);
    const refused = flood.filter(({ status }) => status === 429);
    expect([refused.length, other.status]).toEqual([20, 200]);
    expect(refused[0]).toMatchObject({
      headers: { "retry-after": "5" },
      body: { message: "Too many requests at the same time. Please try again." },
    });
    expect((await askFrom("198.51.100.1")).status).toBe(200);
  });

  test("addresses of one IPv6 /64 network share its limit", async () => {
    const floods = await Promise.all([
      askAtOnce(MAX_REQUESTS, "2001:db8:0:1::1"),
      askAtOnce(1, "2001:db8:0:1::2"),
      askAtOnce(1, "2001:db8:0:2::1"),
    ]);
    expect(floods.slice(1).flatMap((replies) => replies.map(({ status }) => status))).toEqual([
      429, 200,
    ]);
  });

  test("requests that one connection sends at once count one by one", async () => {
    const port = await listen(await portal.anotherApp());
    const bytes = requestOf("/api/boards").repeat(2 * MAX_REQUESTS);
    const { statuses } = await rawExchange(port, bytes, {
      isDone: ({ statuses: all }) => all.length === 2 * MAX_REQUESTS,
    });
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  test("requests of a connection that breaks off no longer count", async () => {
    const app = await portal.anotherApp();
    const bytes = requestOf("/api/boards").repeat(MAX_REQUESTS);
    await rawExchange(await listen(app), bytes, { isDone: () => true });
    await vi.waitFor(async () => {
      const replies = await Promise.all(
        Array.from({ length: MAX_REQUESTS }, () => app.visitor(company.host).get("/api/boards")),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    });
  });

  test("an open event stream is no request in progress", async () => {
    const app = await portal.anotherApp();
    const stream = await openStream({ port: await listen(app), host: company.host });
    const replies = await Promise.all(
      Array.from({ length: MAX_REQUESTS }, () => app.visitor(company.host).get("/api/boards")),
    );
    stream.close();
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

test("a client that requests many lists and reads none is disconnected", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const app = await portal.anotherApp();
    const { id } = await portal.board(company);
    await portal.sql(
      `insert into feedback_item (company_id, board_id, title, description, status, category)
       select $1, $2, 'Long', repeat('x', 10000), 'new', 'bug' from generate_series(1, 13)`,
      [company.id, id],
    );
    const accepted = once(app.app.server, "connection") as Promise<[Socket]>;
    const client = (await open(await listen(app))).pause();
    const [socket] = await accepted;
    const closed = once(socket, "close");
    client.write(requestOf("/api/feedback").repeat(MAX_REQUESTS));
    await vi.waitFor(() => expect(socket.writableLength).toBeGreaterThan(0), { timeout: 10_000 });
    await vi.waitFor(
      () => {
        vi.advanceTimersByTime(35_000);
        expect(socket.destroyed).toBe(true);
      },
      { timeout: 10_000 },
    );
    await closed;
  } finally {
    vi.useRealTimers();
  }
});
