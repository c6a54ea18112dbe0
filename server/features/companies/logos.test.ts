import { randomUUID } from "node:crypto";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { mountLogos } from "./logos.ts";

test("responses with the same logo share one buffer, and a deleted logo is not served", async () => {
  let isThere = true;
  const first = async () =>
    isThere ? { contentType: "image/png", content: Buffer.from("picture") } : undefined;
  const app = Fastify();
  app.decorateRequest("requestContext", {
    getter: () => ({ database: { tenant: () => ({ first }) } }) as never,
  });
  const sent: unknown[] = [];
  app.addHook("onSend", async (_, reply, payload) => {
    if (reply.statusCode === 200) sent.push(payload);
  });
  mountLogos(app);
  const urls = [randomUUID(), randomUUID()].map((fileId) => `/logos/7/${fileId}`);
  const [one = "", other = ""] = urls;
  for (const url of [one, one, other]) await app.inject(url);
  expect(sent[0]).toBeInstanceOf(Buffer);
  expect(sent[1]).toBe(sent[0]);
  expect(sent[2]).not.toBe(sent[0]);
  isThere = false;
  expect((await app.inject(one)).statusCode).not.toBe(200);
});
