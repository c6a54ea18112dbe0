import { EventEmitter, once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeStalledConnections } from "./closeStalledConnections.ts";

const SWEEP_MS = 5_000;

/** More bytes than the operating system buffers for a connection. */
const HUGE = Buffer.alloc(32 * 1024 * 1024, "x");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
});

/**
 * Starts a server and a client. The server has begun its response to the client's request, and the
 * client does not read anything yet.
 */
async function openExchange(respond: RequestListener) {
  const server = createServer(respond);
  const endChecks = closeStalledConnections(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  client.on("error", () => undefined);
  ends.push(
    endChecks,
    () => client.destroy(),
    () => server.close(),
  );
  const accepted = once(server, "connection") as Promise<[Socket]>;
  client.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
  const [socket] = await accepted;
  const closed = once(socket, "close");
  return { client, socket, closed };
}

const waitUntilFull = (socket: Socket) =>
  vi.waitFor(() => expect(socket.writableLength).toBeGreaterThan(0), { timeout: 15_000 });

/**
 * Advances the clock by 35 s. The first check stores how many bytes were sent, and the next six
 * checks find too little progress.
 */
const passTime = () => vi.advanceTimersByTime(7 * SWEEP_MS);

const RESPONSES: [what: string, RequestListener][] = [
  ["a plain response", (_, response) => response.end(HUGE)],
  ["a file", (_, response) => Readable.from([HUGE]).pipe(response)],
  [
    "an event stream",
    (_, response) => {
      const write = () => {
        while (response.write("data: x\n\n".repeat(10_000)));
      };
      response.on("drain", write);
      write();
    },
  ],
];

test.each(RESPONSES)("a client that does not read %s is disconnected", async (_, respond) => {
  const { socket, closed } = await openExchange(respond);
  await waitUntilFull(socket);
  passTime();
  await closed;
});

test("a client that sends bytes but does not read is disconnected", async () => {
  const { client, socket, closed } = await openExchange((_, response) => response.end(HUGE));
  await waitUntilFull(socket);
  for (let sweep = 0; sweep < 7; sweep += 1) {
    client.write("x");
    vi.advanceTimersByTime(SWEEP_MS);
  }
  await closed;
});

test("a client that reads slowly gets the whole response", async () => {
  const { client, socket } = await openExchange((_, response) => response.end(HUGE));
  await waitUntilFull(socket);
  let received = 0;
  client.on("data", (chunk: Buffer) => {
    received += chunk.length;
    // The client pauses once per megabyte. The server checks the connection during each pause.
    if (Math.floor(received / 2 ** 20) === Math.floor((received - chunk.length) / 2 ** 20)) return;
    client.pause();
    vi.advanceTimersByTime(SWEEP_MS);
    setImmediate(() => client.resume());
  });
  client.resume();
  await vi.waitFor(() => expect(received).toBeGreaterThan(HUGE.length), { timeout: 15_000 });
  expect(socket.destroyed).toBe(false);
});

/**
 * Returns the number of the sweep that resets a connection, or 200 if none of 200 sweeps does. The
 * connection's client accepts `acceptedBefore(sweep)` bytes before each sweep.
 */
function sweepsSurvived(acceptedBefore: (sweep: number) => number): number {
  const server = new EventEmitter();
  ends.push(closeStalledConnections(server as Server));
  const handle = { bytesWritten: 2 ** 30, writeQueueSize: 2 ** 30 };
  const resetAndDestroy = vi.fn<() => void>();
  server.emit(
    "connection",
    Object.assign(new EventEmitter(), { _handle: handle, resetAndDestroy }),
  );
  let sweep = 0;
  while (sweep < 200 && resetAndDestroy.mock.calls.length === 0) {
    handle.writeQueueSize -= acceptedBefore(sweep);
    vi.advanceTimersByTime(SWEEP_MS);
    sweep += 1;
  }
  return sweep;
}

test("a client that reads less than 64 kB in 30 s is disconnected", () => {
  expect(sweepsSurvived(() => 0)).toBe(7);
  expect(sweepsSurvived(() => 1)).toBe(7);
  expect(sweepsSurvived(() => 10 * 1024)).toBe(7);
});

test("a client that reads 64 kB every 30 s, in small steps or at once, is never disconnected", () => {
  expect(sweepsSurvived(() => 11 * 1024)).toBe(200);
  expect(sweepsSurvived((sweep) => (sweep % 6 === 5 ? 64 * 1024 : 0))).toBe(200);
});

test("a client that waits for a slow response stays connected", async () => {
  const { client, socket } = await openExchange(() => undefined);
  passTime();
  passTime();
  expect([socket.destroyed, client.destroyed]).toEqual([false, false]);
});
