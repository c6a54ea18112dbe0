import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { MAX_CONNECTIONS } from "#server/platform/connections/limitConnections.ts";
import { MAX_PIPELINED, MAX_REQUESTS } from "#server/platform/connections/limitRequests.ts";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import { listen } from "#server/checks/fixtures/listen.ts";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

/** Timeout in milliseconds that is long enough for busy machines. */
const PATIENCE = { timeout: 15_000 };

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

/**
 * Sends a request over a connection and returns the status of the response; undefined if the portal
 * closes the connection.
 */
async function statusOver(socket: Socket): Promise<number | undefined> {
  const text = new Promise<string>((resolve) => {
    socket.once("data", (data) => resolve(data.toString("latin1")));
    socket.once("close", () => resolve(""));
  });
  socket.write(requestOf("/api/boards"));
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(await text)?.[1];
  return status === undefined ? undefined : Number(status);
}

describe("connections of one IP address", () => {
  test("an IP address with too many connections gets no new connection, but its open connections are served", async () => {
    const port = await listen(await portal.anotherApp());
    const all: Socket[] = [];
    for (let count = 0; count < MAX_CONNECTIONS; count += 1) all.push(await open(port));
    const more = await open(port);
    expect(await statusOver(more)).toBeUndefined();
    expect(await statusOver(all[0] as Socket)).toBe(200);
    all[1]?.destroy();
    await vi.waitFor(async () => expect(await statusOver(await open(port))).toBe(200), PATIENCE);
  });

  test("a trusted proxy can open more connections than the limit for any other IP address allows", async () => {
    const port = await listen(proxied);
    const all: Socket[] = [];
    for (let count = 0; count <= MAX_CONNECTIONS; count += 1) all.push(await open(port));
    expect(await statusOver(all.at(-1) as Socket)).toBe(200);
  });
});

test("an IP address with too many requests in progress gets 429, while another address is served", async () => {
  const askFrom = (address: string, number: number) =>
    proxied
      .visitor(company.host)
      .get(`/api/boards?n=${String(number)}`, { "x-forwarded-for": address });
  const flood = Array.from({ length: MAX_REQUESTS + 20 }, (_, index) =>
    askFrom("198.51.100.1", index),
  );
  const other = await askFrom("198.51.100.2", 0);
  expect(other.status).not.toBe(429);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});

test("a client that requests many lists and reads no response is disconnected", async () => {
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
    await vi.waitFor(() => {
      client.write(requestOf("/api/feedback").repeat(MAX_PIPELINED));
      expect(socket.writableLength).toBeGreaterThan(0);
    }, PATIENCE);
    await vi.waitFor(() => {
      vi.advanceTimersByTime(35_000);
      expect(socket.destroyed).toBe(true);
    }, PATIENCE);
    await closed;
  } finally {
    vi.useRealTimers();
  }
});
