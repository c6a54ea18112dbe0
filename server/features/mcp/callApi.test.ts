import Fastify from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { portalApi } from "#contract/portal.ts";
import { callApiAs, Refusal } from "./callApi.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Starts an app whose route POST /ask calls the API, which answers with `answer`. */
function askingApp(answer: (headers: object) => unknown) {
  const app = Fastify();
  app.get("/api/portal", ({ headers }) => answer(headers));
  app.post("/ask", async (request) => {
    try {
      return (await callApiAs(app, request)(portalApi.get, {})).body;
    } catch (error) {
      return { refused: error instanceof Refusal && error.message };
    }
  });
  return (headers: Record<string, string> = {}) =>
    app.inject({ method: "POST", url: "/ask", headers });
}

test("a call that takes too long is given up, and the assistant is told to look first", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const isAsked = Promise.withResolvers<void>();
  const ask = askingApp(() => {
    isAsked.resolve();
    return new Promise(() => undefined);
  });
  const answer = ask();
  await isAsked.promise;
  vi.advanceTimersByTime(20_000);
  expect((await answer).json()).toEqual({ refused: expect.stringContaining("look first") });
});

test("a call is made with the key, the host and the client's address, and without cookies", async () => {
  const ask = askingApp((headers) => headers);
  const kept = {
    host: "acme.localhost",
    authorization: "Bearer hb_x",
    "x-forwarded-for": "10.0.0.1",
  };
  const { body } = await ask({ ...kept, cookie: "session=1", "idempotency-key": "1" });
  expect(JSON.parse(body)).toMatchObject(kept);
  expect(body).not.toMatch(/session|idempotency/);
});
