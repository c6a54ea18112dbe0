import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "#server/checks/fixtures/listen.ts";
import { openStream } from "#server/checks/fixtures/openStream.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { LiveStream } from "./liveStream.ts";

let portal: TestPortal;
let port: number;
beforeAll(async () => {
  portal = await startTestPortal();
  port = await listen(portal);
});

const open = (call: { host: string; cookie?: string; query?: string }, at = port) =>
  openStream({ port: at, ...call });

describe("GET /api/events", () => {
  test("everyone can open a stream on a company's host, but only signed-in users can open one on the product's own host", async () => {
    const company = await portal.company();
    const [customer, root] = await Promise.all([
      portal.user("user", company),
      portal.user("super_admin"),
    ]);
    const refused = await open({ host: "localhost" });
    expect([refused.status, refused.text()]).toEqual([401, '{"message":"Not signed in"}']);
    for (const { cookie } of [customer, root]) {
      expect((await open({ host: "localhost", cookie })).status).toBe(200);
    }
    expect((await open({ host: company.host })).status).toBe(200);
  });

  test("a request for a stream on an unknown host gets the 404 that every other call on an unknown host gets", async () => {
    const { status, text } = await open({ host: "nobody.localhost" });
    const other = await portal.visitor("nobody.localhost").get("/api/boards");
    expect([status, text()]).toEqual([404, other.text]);
  });

  test("a request for a stream is refused if its last event id is longer than 64 characters", async () => {
    const { host } = await portal.company();
    const { status, text } = await open({ host, query: `?since=${"x".repeat(65)}` });
    expect(status).toBe(400);
    expect(JSON.parse(text())).toHaveProperty("errors.since");
  });

  test("methods other than GET open no stream", async () => {
    const { host } = await portal.company();
    const head = await portal.app.inject({ method: "HEAD", url: "/api/events", headers: { host } });
    expect([head.statusCode, head.body, head.headers["content-type"]]).toEqual([
      200,
      "",
      "text/event-stream; charset=utf-8",
    ]);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
      const { statusCode } = await portal.app.inject({
        method,
        url: "/api/events",
        headers: { host },
      });
      expect(statusCode, method).toBe(404);
    }
  });

  test("a stream is never compressed", async () => {
    const { host } = await portal.company();
    const stream = await openStream({ port, host, headers: { "accept-encoding": "br, gzip" } });
    expect(stream.text()).toContain("event: ready");
    expect(stream.headers["content-encoding"]).toBeUndefined();
  });
});

describe("limits of streams", () => {
  test("an account can have 30 open streams, and can open a new stream after closing one of these streams", async () => {
    const company = await portal.company();
    const { cookie } = await portal.user("user", company);
    const call = { host: company.host, cookie };
    const streams = await Promise.all(Array.from({ length: 30 }, () => open(call)));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await open(call);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await open({ host: company.host })).status).toBe(200);
    streams[0]?.close();
    await expect.poll(async () => (await open(call)).status).toBe(200);
  });

  test("anonymous visitors behind one IP address can open 300 streams", async () => {
    const { host } = await portal.company();
    const at = await listen(await portal.anotherApp());
    const streams = await Promise.all(Array.from({ length: 300 }, () => open({ host }, at)));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await open({ host }, at)).status).toBe(429);
  });
});

test("/metrics reports the number of open streams and not their duration", async () => {
  const { host } = await portal.company();
  const app = await portal.anotherApp();
  const at = await listen(app);
  const metrics = async () => (await app.visitor("localhost").get("/metrics")).text;
  const [first] = await Promise.all([open({ host }, at), open({ host }, at)]);
  expect(await metrics()).toContain("\nlive_streams 2\n");
  first.close();
  await expect.poll(metrics).toContain("\nlive_streams 1\n");
  expect(await metrics()).not.toContain("/api/events");
});

test("a client that stops reading is disconnected, and a client that reads stays connected", async () => {
  const streams: LiveStream[] = [];
  const rightsKey = { name: "localhost", subdomain: null, domain: null, tokenHash: null };
  const rights = {
    companyId: 1,
    userId: null,
    role: null,
    homeCompanyId: null,
    mustChangePassword: false,
    mustSetUpMfa: false,
  };
  const closed: string[] = [];
  const server = createServer((request, response) => {
    response.writeHead(200).flushHeaders();
    response.on("close", () => closed.push(request.url ?? ""));
    streams.push(new LiveStream(response, { rightsKey, rights, userId: null }));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port: at } = server.address() as AddressInfo;
  const answers = await Promise.all(
    ["/reads", "/sleeps"].map((path) => fetch(`http://127.0.0.1:${String(at)}${path}`)),
  );
  let read = 0;
  const reading = (async () => {
    for await (const chunk of answers[0]?.body ?? []) read += (chunk as Uint8Array).length;
  })();
  const portion = Buffer.alloc(16 * 1024, "x");
  let written = 0;
  await vi.waitFor(
    () => {
      for (const stream of streams) stream.write(portion);
      written += portion.length;
      expect(closed).toEqual(["/sleeps"]);
    },
    { timeout: 10_000, interval: 1 },
  );
  await expect.poll(() => read).toBe(written);
  for (const stream of streams) stream.end();
  await reading;
});
