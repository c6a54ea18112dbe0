import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
let company: TestCompany;
let admin: TestUser;
let port: number;
beforeAll(async () => {
  portal = await startTestPortal();
  company = await portal.company();
  admin = await portal.user("company_admin", company);
  await portal.app.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = portal.app.server.address() as AddressInfo);
});

function headOf(headers: Record<string, string | number>): string {
  const all = { host: company.host, cookie: admin.cookie, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${[`POST /api/company/${company.id}/logo HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`;
}

/** Writes all bytes even if the server has refused the request, as some browsers do. */
async function write(socket: Socket, content: Buffer | string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.write(content, (error) => (error ? reject(error) : resolve()));
  });
}

/** Returns a list to which the status of each response on the socket is added. */
function statusesOn(socket: Socket): number[] {
  const statuses: number[] = [];
  socket.setEncoding("utf8").on("data", (text: string) => {
    for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) statuses.push(Number(status));
  });
  return statuses;
}

/** Yields a request with the payload in chunks, so that no header states its length. */
function* chunked(payload: Buffer, headers: Record<string, string>): Generator<Buffer | string> {
  yield headOf({ ...headers, "transfer-encoding": "chunked" });
  for (let at = 0; at < payload.length; at += 65_536) {
    const chunk = payload.subarray(at, at + 65_536);
    yield `${chunk.length.toString(16)}\r\n`;
    yield chunk;
    yield "\r\n";
  }
  yield "0\r\n\r\n";
}

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket)).once("error", reject);
  });
}

async function storedLogos(): Promise<number> {
  return (await portal.sql("select 1 from company_logo")).length;
}

describe("the connection of an upload", () => {
  test("a connection can be used for further requests after refused uploads", async () => {
    const huge = multipartOf({
      name: "logo",
      filename: "x.png",
      content: Buffer.alloc(40_000_000),
    });
    const misplaced = multipartOf({
      name: "other",
      filename: "x.png",
      content: Buffer.alloc(3_000_000),
    });
    const good = multipartOf({ name: "logo", filename: "x.png", content: await pngOf() });
    const socket = await open();
    const statuses = statusesOn(socket);
    const answerTo = async (pieces: Iterable<Buffer | string>) => {
      const count = statuses.length + 1;
      for (const piece of pieces) await write(socket, piece);
      await expect.poll(() => statuses.length, { timeout: 5000 }).toBe(count);
      return statuses.at(-1);
    };
    const whole = (payload: Buffer, headers: Record<string, string>) => [
      headOf({ ...headers, "content-length": payload.length }),
      payload,
    ];
    expect(await answerTo(whole(huge.payload, huge.headers))).toBe(413);
    expect(await answerTo(whole(misplaced.payload, misplaced.headers))).toBe(400);
    expect(await answerTo(whole(huge.payload, { ...huge.headers, cookie: "none=1" }))).toBe(401);
    expect(await answerTo(whole(good.payload.subarray(0, -20), good.headers))).toBe(400);
    expect(await answerTo(chunked(huge.payload, huge.headers))).toBe(413);
    expect(await storedLogos()).toBe(0);
    expect(await answerTo(chunked(good.payload, good.headers))).toBe(200);
    socket.destroy();
  });

  test("an interrupted upload stores nothing and frees its slot", async () => {
    await portal.sql("delete from company_logo");
    const { payload, headers } = multipartOf({
      name: "logo",
      filename: "x.png",
      content: await pngOf(),
    });
    for (let round = 0; round < 5; round += 1) {
      const socket = await open();
      await write(socket, headOf({ ...headers, "content-length": payload.length + 1000 }));
      await write(socket, payload.subarray(0, round * 100));
      await wait(50);
      socket.destroy();
    }
    await wait(50);
    expect(await storedLogos()).toBe(0);
    const reply = await portal
      .visitor(company.host, admin)
      .post(`/api/company/${company.id}/logo`, payload, headers);
    expect(reply.status).toBe(200);
  });
});
