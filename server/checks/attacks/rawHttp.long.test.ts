import { connect } from "node:net";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import { MAX_PIPELINED } from "#server/platform/connections/limitRequests.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { openSocket, rawExchange } from "./support/rawExchange.ts";
import type { AttackFixtures } from "./support/attackFixtures.ts";
import { createAttackFixtures } from "./support/attackFixtures.ts";

let portal: TestPortal;
let app: TestApp;
let fixtures: AttackFixtures;
let port: number;
beforeAll(async () => {
  portal = await startTestPortal();
  app = portal;
  fixtures = await createAttackFixtures(portal);
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.app.server.address();
  port = typeof address === "object" && address ? address.port : 0;
});

/** Checks that the portal serves another connection during or after an attack. */
async function expectOthersServed(): Promise<void> {
  const { statuses } = await rawExchange(
    port,
    `GET /api/boards HTTP/1.1\r\nhost: ${fixtures.company.host}\r\nconnection: close\r\n\r\n`,
  );
  expect(statuses).toEqual([200]);
}
afterEach(expectOthersServed);

const COMMENT = JSON.stringify({ content: "Over a bare connection" });

/** Returns the request head of a comment by the customer, with additional headers. */
function head(more: string, path = `/api/feedback/${String(fixtures.item.id)}/comments`): string {
  const { company, customer } = fixtures;
  return `POST ${path} HTTP/1.1\r\nhost: ${company.host}\r\ncookie: ${customer.cookie}\r\ncontent-type: application/json\r\n${more}\r\n\r\n`;
}

const commentsOf = async () =>
  (await portal.sql("select 1 from comment where feedback_id = $1", [fixtures.item.id])).length;

describe("wrong content lengths", () => {
  test("the portal waits for the missing bytes of a body that is shorter than its content length, and does not process the incomplete body", async () => {
    const before = await commentsOf();
    const response = await rawExchange(
      port,
      head(`content-length: ${String(COMMENT.length + 10)}`) + COMMENT,
      {
        patience: 300,
      },
    );
    expect([response.statuses, await commentsOf()]).toEqual([[], before]);
    // The portal drops the request when the client disconnects.
    const gone = await rawExchange(
      port,
      head(`content-length: ${String(COMMENT.length + 10)}`) + COMMENT,
      {
        half: true,
      },
    );
    expect([gone.statuses.filter((status) => status < 400), await commentsOf()]).toEqual([
      [],
      before,
    ]);
  });

  test("a body longer than its content length gets 400, and the excess bytes are not processed as a request", async () => {
    const before = await fingerprint(portal);
    const smuggled = `DELETE /api/feedback/${String(fixtures.item.id)} HTTP/1.1\r\nhost: x\r\n\r\n`;
    const response = await rawExchange(
      port,
      `${head("content-length: 3")}${COMMENT}\r\n${smuggled}`,
      {
        patience: 2_000,
      },
    );
    expect([
      response.statuses[0],
      response.statuses.filter((status) => status < 400),
      response.isClosed,
    ]).toEqual([400, [], true]);
    expect(await fingerprint(portal)).toEqual(before);
  });

  test.each([
    "content-length: -1",
    "content-length: +5",
    "content-length: 0x10",
    "content-length: 5,5",
    "content-length: 5\r\ncontent-length: 6",
    "content-length: 99999999999999999999",
    "content-length: 5 5",
    "content-length: ",
    "content-length: 44\r\ntransfer-encoding: chunked",
    "transfer-encoding: chunked\r\ncontent-length: 44",
    "transfer-encoding: chunked, identity",
    "transfer-encoding: identity, chunked",
    "transfer-encoding: gzip",
    "transfer-encoding: gzip, chunked",
    "transfer-encoding: xchunked",
    "transfer-encoding: chunked\r\ntransfer-encoding: identity",
    "transfer-encoding\t: chunked",
    "transfer-encoding : chunked",
    "transfer-encoding:\u000bchunked",
    " transfer-encoding: chunked",
    "x: y\r\n transfer-encoding: chunked",
    "x: y\nz: w",
    "x: \u0000",
    "x\u0000: y",
    "(x): y",
    ": y",
  ])("a request with the malformed header %j is refused and not processed", async (header) => {
    const before = await commentsOf();
    const chunked = `${COMMENT.length.toString(16)}\r\n${COMMENT}\r\n0\r\n\r\n`;
    const response = await rawExchange(port, head(header) + chunked, {
      patience: 1_500,
      isDone: ({ statuses }) => statuses.length > 0,
    });
    expect(response.statuses.filter((status) => status < 400)).toEqual([]);
    expect(response.statuses.filter((status) => status >= 500)).toEqual([]);
    expect(await commentsOf()).toBe(before);
  });
});

describe("chunked bodies", () => {
  const send = (body: string) =>
    rawExchange(port, head("transfer-encoding: chunked\r\nconnection: close") + body, {
      patience: 1_500,
      isDone: ({ statuses }) => statuses.length > 0,
    });

  test("two chunks are accepted as one body", async () => {
    const before = await commentsOf();
    const [one, two] = [COMMENT.slice(0, 5), COMMENT.slice(5)];
    const response = await send(
      `5;ext=1\r\n${one}\r\n${two.length.toString(16)}\r\n${two}\r\n0\r\n\r\n`,
    );
    expect([response.statuses, await commentsOf()]).toEqual([[201], before + 1]);
  });

  test.each([
    "zz\r\nxx\r\n0\r\n\r\n",
    "-5\r\nhello\r\n0\r\n\r\n",
    "5\r\nhel\r\n0\r\n\r\n",
    "FFFFFFFFFFFFFFFFF\r\nx",
    `${"1".repeat(20_000)}\r\nx`,
    "5 5\r\nhello\r\n0\r\n\r\n",
    `5;${"x".repeat(30_000)}\r\nhello\r\n0\r\n\r\n`,
  ])("the malformed chunked body %j is refused", async (body) => {
    const before = await commentsOf();
    const response = await send(body);
    expect(response.statuses.filter((status) => status < 400 || status >= 500)).toEqual([]);
    expect(await commentsOf()).toBe(before);
  });

  test("an endless chunked body is refused once the body exceeds the size limit", async () => {
    const chunk = `8000\r\n${"x".repeat(0x8000)}\r\n`;
    const response = await rawExchange(port, head("transfer-encoding: chunked") + chunk.repeat(8), {
      isDone: ({ statuses }) => statuses.length > 0,
    });
    expect(response.statuses).toEqual([413]);
  });
});

describe("oversized requests", () => {
  test("a body with an oversized content length is refused before the body arrives", async () => {
    const response = await rawExchange(port, head("content-length: 1000000000"), {
      isDone: ({ statuses }) => statuses.length > 0,
    });
    expect(response.statuses).toEqual([413]);
  });

  test("an oversized request head is refused", async () => {
    const { host } = fixtures.company;
    for (const bytes of [
      `GET /${"x".repeat(100_000)} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
      `GET / HTTP/1.1\r\nhost: ${host}\r\nx: ${"y".repeat(100_000)}\r\n\r\n`,
      `GET / HTTP/1.1\r\nhost: ${host}\r\n${"x: y\r\n".repeat(20_000)}\r\n`,
      `GET / HTTP/1.1\r\nhost: ${host}\r\ncookie: ${"a=b; ".repeat(20_000)}\r\n\r\n`,
    ]) {
      const response = await rawExchange(port, bytes, {
        isDone: ({ statuses }) => statuses.length > 0,
      });
      expect(response.statuses.every((status) => status === 431 || status === 400)).toBe(true);
    }
  });
});

describe("pipelined requests", () => {
  test("pipelined requests get their responses in order, each for the session of its own cookie", async () => {
    const { company, customer } = fixtures;
    const get = (path: string, more = "") =>
      `GET ${path} HTTP/1.1\r\nhost: ${company.host}\r\n${more}\r\n`;
    const signedIn = `cookie: ${customer.cookie}\r\n`;
    const response = await rawExchange(
      port,
      get("/api/user", signedIn) +
        get("/api/user") +
        get("/api/boards") +
        get("/api/nothing") +
        get("/api/user", `${signedIn}connection: close\r\n`),
    );
    expect(response.statuses).toEqual([200, 401, 200, 404, 200]);
    expect(response.text.split(customer.username)).toHaveLength(3);
  });

  test("each of 300 pipelined requests gets a response, and only requests above the limit of pipelined requests can get 429", async () => {
    const one = `GET /api/boards HTTP/1.1\r\nhost: ${fixtures.company.host}\r\n\r\n`;
    const response = await rawExchange(port, one.repeat(300), {
      isDone: ({ statuses }) => statuses.length >= 300,
    });
    expect(response.statuses.length).toBe(300);
    expect(new Set(response.statuses.slice(0, MAX_PIPELINED))).toEqual(new Set([200]));
    expect([200, 429]).toEqual(expect.arrayContaining([...new Set(response.statuses)]));
  });
});

describe("invalid and unsupported requests", () => {
  test.each([
    "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
    "GET\r\n\r\n",
    "GET /api/portal HTTP/9.9\r\nhost: x\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\u0000\u0000\u0000\u0000",
    "G\u00c3T / HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /api/portal HTTP/1.1\r\n\r\n",
    "GET /api/portal\u0000 HTTP/1.1\r\nhost: x\r\n\r\n",
    "CONNECT localhost:22 HTTP/1.1\r\nhost: localhost\r\n\r\n",
    "TRACE / HTTP/1.1\r\nhost: localhost\r\n\r\n",
    "GET /api/portal HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n",
    "GET /api/portal HTTP/1.1\r\nhost: localhost, evil.example\r\n\r\n",
  ])("the invalid or unsupported request %j gets an error or no response", async (bytes) => {
    const response = await rawExchange(port, bytes, {
      patience: 1_500,
      isDone: ({ statuses }) => statuses.length > 0,
    });
    expect(response.statuses.filter((status) => status < 400 || status >= 500)).toEqual([]);
    expect(response.text).not.toMatch(/evil|fastify|node/i);
  });
});

describe("interrupted uploads", () => {
  test("an interrupted upload stores nothing and does not block the next upload", async () => {
    const { payload, headers } = multipartOf({
      name: "logo",
      filename: "logo.png",
      content: await pngOf(),
    });
    const { company, admin } = fixtures;
    const before = await fingerprint(portal);
    const start = `POST /api/company/${String(company.id)}/logo HTTP/1.1\r\nhost: ${company.host}\r\ncookie: ${admin.cookie}\r\ncontent-type: ${String(headers["content-type"])}\r\ncontent-length: ${String(payload.length)}\r\n\r\n`;
    for (let turn = 0; turn < 5; turn += 1) {
      await rawExchange(port, Buffer.concat([Buffer.from(start), payload.subarray(0, -30)]), {
        patience: 100,
      });
    }
    expect(await fingerprint(portal)).toEqual(before);
    const whole = await rawExchange(port, Buffer.concat([Buffer.from(start), payload]), {
      isDone: ({ statuses }) => statuses.length > 0,
    });
    expect(whole.statuses).toEqual([200]);
  });
});

describe("idle and slow clients", () => {
  test("hundreds of idle and slow connections do not block other clients", async () => {
    const slow = await Promise.all(Array.from({ length: 300 }, () => openSocket(port)));
    for (const [index, socket] of slow.entries()) {
      socket.on("error", () => undefined);
      if (index % 3 === 0) socket.write("GET / HT");
      if (index % 3 === 1) socket.write(head("content-length: 1000"));
    }
    await expectOthersServed();
    for (const socket of slow) socket.destroy();
  });

  test(
    "idle and slow connections are closed when their time limit expires",
    async () => {
      const patience = 300_000;
      const began = performance.now();
      const seconds = async (bytes: string) => {
        const response = await rawExchange(port, bytes, { patience });
        return { ...response, seconds: (performance.now() - began) / 1000 };
      };
      const [nothing, halfHead, halfBody] = await Promise.all([
        seconds(""),
        seconds("GET / HT"),
        seconds(head("content-length: 1000")),
      ]);
      // The time limits are one minute for a head and three minutes for a body. Node checks the
      // limit for a head twice a minute.
      for (const { isClosed, seconds: taken } of [nothing, halfHead])
        expect([isClosed, taken < 100]).toEqual([true, true]);
      expect([
        halfHead.statuses,
        halfBody.statuses,
        halfBody.isClosed,
        halfBody.seconds < 220,
      ]).toEqual([[408], [408], true, true]);
    },
    LONG_TIMEOUT,
  );

  test("half-open and reset connections do not prevent the portal from serving other clients", async () => {
    for (let turn = 0; turn < 50; turn += 1) {
      const socket = connect({ port, host: "127.0.0.1" });
      socket.on("error", () => undefined);
      socket.on("connect", () =>
        turn % 2 === 0 ? socket.resetAndDestroy() : socket.end("GET / HTTP/1.1\r\n"),
      );
    }
    await expectOthersServed();
  });
});
