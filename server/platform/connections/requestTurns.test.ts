import { once } from "node:events";
import type { Socket } from "node:net";
import Fastify from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openSocket } from "#server/checks/attacks/support/rawExchange.ts";
import { listen } from "#server/checks/fixtures/listen.ts";
import { onFileFinished } from "#server/checks/fixtures/onFileFinished.ts";
import { ACTIVE_MS, startInTurn } from "./requestTurns.ts";

const BUSY = "198.51.100.1";
const OTHER = "198.51.100.2";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Creates an app whose requests stay in progress until `finish` is called with their name. */
function slowApp() {
  const app = Fastify({ trustProxy: true });
  startInTurn(app);
  const begun: string[] = [];
  const gates = new Map<string, () => void>();
  app.get<{ Params: { name: string } }>("/:name", async ({ params: { name } }) => {
    begun.push(name);
    await new Promise<void>((resolve) => gates.set(name, resolve));
    return "done";
  });
  app.get("/stream", { config: { isStream: true } }, async () => {
    begun.push("stream");
    return "done";
  });
  onFileFinished(async () => {
    for (const open of gates.values()) open();
    await app.close();
  });
  /**
   * Sends an IP address's requests in this order, and waits until all that may start have begun.
   */
  const ask = async (ip: string, ...names: string[]) => {
    for (const name of names)
      void app.inject({ url: `/${name}`, headers: { "x-forwarded-for": ip } });
    await untilIdle();
  };
  const finish = async (name: string) => {
    gates.get(name)?.();
    await untilIdle();
  };
  return { app, begun, ask, finish };
}

/** Waits until the app has done everything that does not wait for a timer. */
async function untilIdle(): Promise<void> {
  for (let n = 0; n < 20; n += 1) await new Promise(setImmediate);
}

async function pass(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await untilIdle();
}

test("while another IP address is active, each waiting request of an address starts after a pause as long as the address's previous request", async () => {
  const { begun, ask, finish } = slowApp();
  await ask(OTHER, "other");
  await ask(BUSY, "a1", "a2", "a3");
  await ask("198.51.100.3", "click");
  expect(begun).toEqual(["other", "a1", "click"]);
  await pass(10);
  await finish("a1");
  await pass(9);
  expect(begun.slice(3)).toEqual([]);
  await pass(1);
  expect(begun.slice(3)).toEqual(["a2"]);
  await finish("a2");
  await pass(1);
  expect(begun.slice(3)).toEqual(["a2", "a3"]);
});

test("an IP address that sends each request after the previous response does not wait for a turn", async () => {
  const { begun, ask, finish } = slowApp();
  await ask(OTHER, "other");
  await ask(BUSY, "a1");
  await pass(10);
  await finish("a1");
  await ask(BUSY, "a2");
  expect(begun).toEqual(["other", "a1", "a2"]);
});

test("a request that takes long does not keep the IP address's next request from starting", async () => {
  const { begun, ask } = slowApp();
  await ask(OTHER, "other");
  await ask(BUSY, "a1", "a2");
  await pass(25);
  await pass(25);
  expect(begun).toEqual(["other", "a1", "a2"]);
});

test("all requests of an IP address start at once if no other address has sent a request for 10 seconds", async () => {
  const { begun, ask } = slowApp();
  await ask(OTHER, "other");
  await pass(ACTIVE_MS);
  await ask(BUSY, "a1", "a2", "a3");
  expect(begun).toEqual(["other", "a1", "a2", "a3"]);
});

test("all addresses of an IPv6 /56 network share their turns", async () => {
  const { begun, ask } = slowApp();
  await ask(OTHER, "other");
  await ask("2001:db8:0:100::1", "a1");
  await ask("2001:db8:0:1ff::1", "a2");
  await ask("2001:db8:0:200::1", "b1");
  expect(begun).toEqual(["other", "a1", "b1"]);
});

test("an event stream starts while other requests of its IP address wait", async () => {
  const { begun, ask } = slowApp();
  await ask(OTHER, "other");
  await ask(BUSY, "a1", "a2", "stream");
  expect(begun).toEqual(["other", "a1", "stream"]);
});

test("a waiting request is dropped when its connection is closed", async () => {
  const { app, begun, ask, finish } = slowApp();
  const port = await listen({ app });
  const sockets: Socket[] = [];
  app.server.on("connection", (socket) => sockets.push(socket));
  const send = async (name: string) => {
    const client = await openSocket(port);
    const received = once(app.server, "request");
    client.write(`GET /${name} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    await received;
    return client;
  };
  await ask(OTHER, "other");
  await send("a1");
  const leaving = await send("a2");
  await send("a3");
  const closed = sockets[1] && once(sockets[1], "close");
  leaving.destroy();
  await closed;
  await finish("a1");
  await pass(1);
  await pass(1);
  expect(begun).toEqual(["other", "a1", "a3"]);
});
