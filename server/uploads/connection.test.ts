import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestCompany, TestUser } from "#server/testing/factories.ts";
import { multipartOf } from "#server/testing/multipart.ts";
import { pngOf } from "#server/testing/pictures.ts";
import type { TestPortal } from "#server/testing/testPortal.ts";
import { startTestPortal } from "#server/testing/testPortal.ts";

let portal: TestPortal;
let company: TestCompany;
let admin: TestUser;
let port: number;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  portal = await startTestPortal();
  company = await portal.company();
  admin = await portal.user("company_admin", company);
  await portal.app.listen({ port: 0, host: "127.0.0.1" });
  port = (portal.app.server.address() as AddressInfo).port;
});
afterAll(() => agent.destroy());

interface Answer {
  status: number | undefined;
  text: string;
  isSameConnection: boolean;
}

/** Sends over the one connection of the agent; chunked, so that no length gives the size away. */
function upload(chunks: Iterable<Buffer>, headers: Record<string, string>, cookie = admin.cookie): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      port,
      host: "127.0.0.1",
      method: "POST",
      path: `/api/company/${company.id}/logo`,
      headers: { host: company.host, cookie, ...headers },
    };
    const sent = request(options, (response: IncomingMessage) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode, text, isSameConnection: sent.reusedSocket }));
    });
    sent.on("error", reject);
    const iterator = chunks[Symbol.iterator]();
    const next = () => {
      for (;;) {
        const { value, done } = iterator.next();
        if (done) return void sent.end();
        if (!sent.write(value)) return void sent.once("drain", next);
      }
    };
    next();
  });
}

function* slices(content: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function storedLogos(): Promise<number> {
  return (await portal.sql("select 1 from company_logo")).length;
}

describe("a connection", () => {
  test("serves on after uploads that were refused", async () => {
    const huge = multipartOf({ name: "logo", filename: "x.png", content: Buffer.alloc(40_000_000) });
    const good = multipartOf({ name: "logo", filename: "x.png", content: await pngOf() });
    const misplaced = multipartOf({ name: "other", filename: "x.png", content: Buffer.alloc(3_000_000) });
    const start = process.memoryUsage().arrayBuffers;
    const answers = [];
    for (const { payload, headers } of [huge, misplaced, huge]) answers.push(await upload(slices(payload, 65_536), headers));
    answers.push(await upload(slices(huge.payload, 65_536), huge.headers, "nobody=1"));
    answers.push(await upload([good.payload.subarray(0, -20)], good.headers));
    expect(await storedLogos()).toBe(0);
    answers.push(await upload(slices(good.payload, 7), good.headers));
    expect(answers.map(({ status }) => status)).toEqual([413, 400, 413, 401, 400, 200]);
    expect(answers.slice(1).every(({ isSameConnection }) => isSameConnection)).toBe(true);
    expect(answers[0]?.text).toBe('{"message":"File size must be less than 5MB"}');
    expect(process.memoryUsage().arrayBuffers - start).toBeLessThan(60_000_000);
  });

  test("that ends in the middle of an upload stores nothing, and frees its place", async () => {
    await portal.sql("delete from company_logo");
    const { payload, headers } = multipartOf({ name: "logo", filename: "x.png", content: await pngOf() });
    for (let round = 0; round < 5; round += 1) {
      await new Promise<void>((resolve, reject) => {
        const socket = connect(port, "127.0.0.1", () => {
          const head = [
            `POST /api/company/${company.id}/logo HTTP/1.1`,
            `Host: ${company.host}`,
            `Cookie: ${admin.cookie}`,
            `Content-Type: ${headers["content-type"] ?? ""}`,
            `Content-Length: ${payload.length + 1000}`,
          ];
          socket.write(`${head.join("\r\n")}\r\n\r\n`);
          socket.write(payload);
          setTimeout(() => socket.destroy(), 100);
        });
        socket.on("close", () => resolve());
        socket.on("error", reject);
      });
    }
    const again = await upload([payload], headers);
    expect(again.status).toBe(200);
    expect(await storedLogos()).toBe(1);
  });
});
