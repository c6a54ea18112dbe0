import { beforeAll, describe, expect, test } from "vitest";
import { itemScene } from "#server/checks/fixtures/itemScene.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const own = await itemScene(portal);
  return { ...own, visitor: portal.visitor(own.company.host, own.customer) };
}

const JSON_TYPE = { "content-type": "application/json" };

describe("error responses", () => {
  test("the response to invalid fields has one message and a list of errors per field", async () => {
    const { visitor } = await scene();
    const reply = await visitor.post("/api/feedback", { title: " ", boardId: "x" });
    expect(reply.status).toBe(400);
    expect(reply.headers["content-type"]).toMatch(/^application\/json/);
    expect(Object.keys(reply.body)).toEqual(["message", "errors"]);
    expect(reply.body.errors).toEqual({
      title: ["Title is required"],
      description: ["Description is required"],
      boardId: ["Must be a positive integer"],
    });
    expect(reply.body.message).toBe("Title is required");
  });

  test.each(["", "{", '{"title":}', "[1,", "undefined", "'x'"])(
    "the malformed body %j gets a 400",
    async (body) => {
      const { visitor } = await scene();
      const reply = await visitor.post("/api/feedback", body, JSON_TYPE);
      expect(reply.status).toBe(400);
      expect(typeof reply.body.message).toBe("string");
      expect(
        Object.keys(reply.body).filter((key) => key !== "message" && key !== "errors"),
      ).toEqual([]);
    },
  );

  test.each([null, [], "text", 5, true, [{ title: "x" }]])(
    "the body %j, which is not an object, gets a 400",
    async (body) => {
      const { visitor } = await scene();
      expect((await visitor.post("/api/feedback", JSON.stringify(body), JSON_TYPE)).status).toBe(
        400,
      );
    },
  );

  test.each([
    '{"__proto__":{"isAdmin":true},"title":"x"}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"title":{"__proto__":{"isAdmin":true}}}',
    '{"\\u005f_proto__":{"isAdmin":true}}',
  ])("the body %s gets a 400 and changes no prototype", async (body) => {
    const { visitor } = await scene();
    expect((await visitor.post("/api/feedback", body, JSON_TYPE)).status).toBe(400);
    expect("isAdmin" in {}).toBe(false);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain; application/json",
    "application/xml",
    "nonsense",
  ])("the content type %s gets a 415", async (type) => {
    const { visitor, board } = await scene();
    const body = JSON.stringify({ title: "T", description: "D", boardId: board.id });
    const reply = await visitor.post("/api/feedback", body, { "content-type": type });
    expect(reply.status).toBe(415);
    expect(Object.keys(reply.body)).toEqual(["message"]);
  });

  test("a body of one megabyte gets a 413, whether or not the request has a content length", async () => {
    const { visitor } = await scene();
    const body = JSON.stringify({ title: "x".repeat(1024 * 1024) });
    const reply = await visitor.post("/api/feedback", body, JSON_TYPE);
    expect(reply).toMatchObject({ status: 413, text: '{"message":"The request is too large"}' });
    const chunked = await visitor.post("/api/feedback", body, {
      ...JSON_TYPE,
      "transfer-encoding": "chunked",
    });
    expect(chunked.status).toBe(413);
  });

  test("a call that the guard refuses gets a 401 before the body is read", async () => {
    const { company } = await scene();
    const guest = portal.visitor(company.host);
    const huge = "x".repeat(1024 * 1024);
    for (const [body, type] of [
      ["{", "application/json"],
      ["x", "text/plain"],
      [huge, "application/json"],
    ] as const) {
      expect((await guest.post("/api/feedback", body, { "content-type": type })).status).toBe(401);
    }
  });

  test.each(["GET", "POST", "PUT", "PATCH", "DELETE"] as const)(
    "%s of an unknown path gets a 404 in JSON",
    async (method) => {
      const { company } = await scene();
      for (const url of [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/feedback/1/2/3",
        "/api/../api/nothing",
      ]) {
        const reply = await portal.app.inject({ method, url, headers: { host: company.host } });
        expect([url, reply.statusCode, reply.body]).toEqual([url, 404, '{"message":"Not found"}']);
      }
    },
  );

  test("unsupported methods of a known path get a 404", async () => {
    const { company } = await scene();
    for (const [method, url] of [
      ["PUT", "/api/user"],
      ["DELETE", "/api/login"],
      ["POST", "/api/user"],
    ] as const) {
      const reply = await portal.app.inject({ method, url, headers: { host: company.host } });
      expect([method, url, reply.statusCode]).toEqual([method, url, 404]);
    }
  });

  test("an id that is not a positive integer gets the same response as an unknown id", async () => {
    const { visitor } = await scene();
    const ids = [
      "999999999",
      "0",
      "-1",
      "1.5",
      "1e3",
      "0x1",
      "01",
      "+1",
      "%201",
      "NaN",
      "9".repeat(15),
      "9".repeat(16),
    ];
    for (const id of [...ids, "%00", "1%27%20or%201=1", "%E2%82%AC"]) {
      const reply = await visitor.get(`/api/feedback/${id}`);
      expect([id, reply.status, reply.text]).toEqual([
        id,
        404,
        '{"message":"Feedback item not found"}',
      ]);
    }
  });

  test("an id of four hundred digits gets a 404", async () => {
    const { visitor } = await scene();
    expect((await visitor.get(`/api/feedback/${"9".repeat(400)}`)).status).toBe(404);
  });

  test("a path that cannot be decoded gets an error response with the usual fields and headers", async () => {
    const { visitor } = await scene();
    const reply = await visitor.get("/api/feedback/%ZZ");
    expect([400, 404]).toContain(reply.status);
    expect(Object.keys(reply.body)).toEqual(["message"]);
    expect(reply.text).not.toContain("ZZ");
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
  });

  test("an error response names no library, no file and no database", async () => {
    const { visitor } = await scene();
    const replies = [
      await visitor.post("/api/feedback", "{", JSON_TYPE),
      await visitor.get("/api/feedback?limit=0"),
      await visitor.get("/api/nothing"),
      await visitor.get("/api/feedback/%ZZ"),
    ];
    for (const { text, headers } of replies) {
      expect(text).not.toMatch(/fastify|FST_|zod|postgres|node_modules|\.ts/i);
      expect(headers).not.toHaveProperty("x-powered-by");
      expect(headers).not.toHaveProperty("server");
    }
  });

  test("an error response is not cached", async () => {
    const { visitor } = await scene();
    for (const path of ["/api/feedback/0", "/api/feedback?limit=0", "/api/nothing"]) {
      expect((await visitor.get(path)).headers["cache-control"]).toBe("no-store");
    }
  });
});

describe("an empty body", () => {
  test("an empty body is treated as no body, whatever its content type", async () => {
    const { visitor, item } = await scene();
    const path = `/api/feedback/${String(item.id)}/vote`;
    for (const headers of [{}, JSON_TYPE, { ...JSON_TYPE, "content-length": "0" }] as Record<
      string,
      string
    >[]) {
      expect([headers, (await visitor.post(path, undefined, headers)).status]).toEqual([
        headers,
        200,
      ]);
    }
    expect((await visitor.post(path, "", JSON_TYPE)).status).toBe(200);
  });
});
