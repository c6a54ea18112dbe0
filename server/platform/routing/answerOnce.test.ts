import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { makeApiKey, withApiKey } from "#server/checks/fixtures/apiKeyOf.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const cast = await newCast(portal);
  const { company, viewers } = cast;
  const board = await portal.board(company);
  const { key } = await makeApiKey(viewers.C);
  const program = withApiKey(portal, company.host, key);
  const idempotencyKey: string = randomUUID();
  const submit = (title = "Dark mode", app = program) =>
    app.post(
      "/api/feedback",
      { title, description: "Please", boardId: board.id },
      { "idempotency-key": idempotencyKey },
    );
  const count = async () => (await viewers.C.get("/api/feedback")).body.length as number;
  return { ...cast, board, program, key, submit, count, idempotencyKey };
}

describe("a POST request with an API key and an Idempotency-Key", () => {
  test("is answered for a day with its first answer, by every process", async () => {
    const { company, key, submit, count } = await scene();
    const first = await submit();
    const other = withApiKey(await portal.anotherApp(), company.host, key);
    for (const repeated of [await submit(), await submit("Dark mode", other)]) {
      expect([repeated.status, repeated.text]).toEqual([201, first.text]);
      expect(repeated.headers["idempotency-replayed"]).toBe("true");
    }
    expect(first.headers["idempotency-replayed"]).toBeUndefined();
    expect(await count()).toBe(1);
    await portal.sql("update api_answer set started_at = now() - interval '25 hours'");
    expect((await submit()).text).not.toBe(first.text);
    expect(await count()).toBe(2);
  });

  test("makes one item, however often it is sent at the same time", async () => {
    const { submit, count } = await scene();
    const replies = await Promise.all(Array.from({ length: 100 }, () => submit()));
    const made = replies.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const { status, headers } of replies.filter((reply) => reply.status !== 201))
      expect([status, headers["retry-after"]]).toEqual([409, "1"]);
    expect(await count()).toBe(1);
  });

  test("is refused with 409 while the first one runs, and with 422 for another request", async () => {
    const { program, submit, count, idempotencyKey } = await scene();
    await submit();
    const other = await submit("Light mode");
    expect([other.status, other.body.message]).toEqual([
      422,
      "Another request was sent with this Idempotency-Key",
    ]);
    await portal.sql("update api_answer set answer = null");
    const running = await submit();
    expect([running.status, running.body.message]).toEqual([
      409,
      "The first request with this Idempotency-Key is still running",
    ]);
    const invalid = await program.post("/api/feedback", {}, { "idempotency-key": "é" });
    expect(invalid.status).toBe(400);
    expect((await program.get("/api/feedback", { "idempotency-key": idempotencyKey })).status).toBe(
      200,
    );
    expect(await count()).toBe(1);
  });

  test("can be sent again after a refusal, which changed nothing", async () => {
    const { submit, count } = await scene();
    expect((await submit(" ")).status).toBe(400);
    expect((await submit()).status).toBe(201);
    expect(await count()).toBe(1);
  });

  test("is sent again by another process if the first one was killed before its commit", async () => {
    const { submit, count } = await scene();
    await submit();
    await portal.sql(
      "update api_answer set answer = null, started_at = now() - interval '2 minutes'",
    );
    expect((await submit()).status).toBe(201);
    expect(await count()).toBe(2);
  });

  test("belongs to its key, so that two keys never share an answer", async () => {
    const { company, viewers, submit, count } = await scene();
    const first = await submit();
    const { key } = await makeApiKey(viewers.C, undefined, "Other");
    const second = await submit("Dark mode", withApiKey(portal, company.host, key));
    expect(second.status).toBe(201);
    expect(second.text).not.toBe(first.text);
    expect(await count()).toBe(2);
  });

  test("has its answer stored in the transaction of the change, for each call that creates something", async () => {
    const { company, program, board } = await scene();
    const tables =
      "feedback_item comment user_vote board board_category changelog_entry changelog_label";
    const writers = tables
      .split(" ")
      .map((table) => `select xmin::text from ${table} where company_id = $1`);
    const send = async (path: string, body?: object) => {
      const reply = await program.post(path, body, { "idempotency-key": randomUUID() });
      const [last] = await portal.sql(
        `select answer, xmin::text in (${writers.join(" union all ")}) as "isOfChange"
         from api_answer where company_id = $1 order by started_at desc limit 1`,
        [company.id],
      );
      expect([path, reply.status, last]).toEqual([
        path,
        reply.status < 300 ? reply.status : `no success: ${reply.text}`,
        { answer: reply.text, isOfChange: true },
      ]);
      return reply.body as { id: number };
    };
    const item = { description: "D", boardId: board.id };
    const one = await send("/api/feedback", { title: "One", ...item });
    const two = await send("/api/feedback", { title: "Two", ...item });
    const path = `/api/feedback/${String(one.id)}`;
    await send(`${path}/vote`);
    await send(`${path}/vote`, { onBehalfOf: { email: "a@customer.example" } });
    await send(`${path}/comments`, { content: "Well" });
    await send(`${path}/close`, { reason: "other", note: "No" });
    await send(`${path}/reopen`);
    await send(`${path}/merge`, { targetId: two.id });
    await send(`${path}/unmerge`);
    await send("/api/categories", { name: "Mobile" });
    await send("/api/boards", { name: "Ideas", slug: "ideas", description: "Yours" });
    const entry = await send("/api/changelog", { title: "New", body: "Text" });
    await send(`/api/changelog/${String(entry.id)}/publish`, { tell: [] });
    await send(`/api/changelog/${String(entry.id)}/unpublish`);
    await send("/api/changelog/labels", { name: "Beta", color: "#336699" });
  });
});
