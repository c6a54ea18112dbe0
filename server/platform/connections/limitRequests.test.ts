import { once } from "node:events";
import type { Socket } from "node:net";
import Fastify from "fastify";
import { expect, test, vi } from "vitest";
import { openSocket } from "#server/checks/attacks/support/rawExchange.ts";
import { listen } from "#server/checks/fixtures/listen.ts";
import { onFileFinished } from "#server/checks/fixtures/onFileFinished.ts";
import { limitRequests, MAX_PIPELINED, MAX_REQUESTS } from "./limitRequests.ts";

/** Creates an app whose requests stay in progress until `finish` is called. */
function slowApp() {
  const app = Fastify({ trustProxy: true });
  limitRequests(app);
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let begun = 0;
  const respond = async () => {
    begun += 1;
    await finished;
    return "done";
  };
  app.get("/", respond);
  app.get("/stream", { config: { isStream: true } }, respond);
  onFileFinished(() => app.close());
  const ask = async (ip: string, url = "/") =>
    app.inject({ url, headers: { "x-forwarded-for": ip } });
  const waitUntilBegun = (count: number) =>
    vi.waitFor(() => expect(begun).toBe(count), { timeout: 15_000 });
  /** Sends `MAX_REQUESTS` requests and waits until all of them have begun. */
  const askOften = async (ip: string) => {
    const before = begun;
    const replies = Array.from({ length: MAX_REQUESTS }, () => ask(ip));
    await waitUntilBegun(before + MAX_REQUESTS);
    return { replies };
  };
  return { app, finish, ask, askOften, waitUntilBegun };
}

const statusesOf = async (replies: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(replies)).map(({ statusCode }) => statusCode);

test("an IP address with too many requests in progress gets 429, and other addresses are served", async () => {
  const { finish, ask, askOften } = slowApp();
  const { replies } = await askOften("198.51.100.1");
  const refused = await ask("198.51.100.1");
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "5"]);
  expect(refused.json()).toMatchObject({
    message: "Too many requests at the same time. Please try again.",
  });
  const other = ask("198.51.100.2");
  finish();
  expect(new Set(await statusesOf([...replies, other]))).toEqual(new Set([200]));
  expect((await ask("198.51.100.1")).statusCode).toBe(200);
});

test("all addresses of an IPv6 /64 network share one limit on requests in progress", async () => {
  const { finish, ask, askOften } = slowApp();
  const { replies } = await askOften("2001:db8:0:1::1");
  expect((await ask("2001:db8:0:1::2")).statusCode).toBe(429);
  const other = ask("2001:db8:0:2::1");
  finish();
  expect(new Set(await statusesOf([...replies, other]))).toEqual(new Set([200]));
});

test("event streams do not count toward the limit on requests in progress", async () => {
  const { finish, ask, askOften, waitUntilBegun } = slowApp();
  const streams = [ask("198.51.100.1", "/stream"), ask("198.51.100.1", "/stream")];
  await waitUntilBegun(2);
  const { replies } = await askOften("198.51.100.1");
  finish();
  expect(new Set(await statusesOf([...streams, ...replies]))).toEqual(new Set([200]));
});

test("a connection has at most 20 requests in progress, and the requests of a closed connection do not count toward the limit", async () => {
  const { app, finish, ask, askOften, waitUntilBegun } = slowApp();
  const port = await listen({ app });
  const sockets: Socket[] = [];
  app.server.on("connection", (socket) => sockets.push(socket));
  const opening = Array.from({ length: MAX_REQUESTS / MAX_PIPELINED }, () => openSocket(port));
  const clients = await Promise.all(opening);
  for (const client of clients)
    client.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(MAX_PIPELINED + 5));
  await waitUntilBegun(MAX_REQUESTS);
  expect((await ask("127.0.0.1")).statusCode).toBe(429);
  const closed = sockets.map((socket) => once(socket, "close"));
  for (const client of clients) client.destroy();
  await Promise.all(closed);
  const { replies } = await askOften("127.0.0.1");
  finish();
  expect(new Set(await statusesOf(replies))).toEqual(new Set([200]));
});
