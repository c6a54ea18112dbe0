import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "#server/app/routes.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

interface Operation {
  summary: string;
  description: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    {
      description: string;
      headers?: Record<string, unknown>;
      content?: Record<string, { schema: Schema }>;
    }
  >;
}

interface Schema {
  type?: string | string[];
  $ref?: string;
  [keyword: string]: unknown;
}

let portal: TestPortal;
let reply: Reply;
let paths: [string, string, Operation][];
beforeAll(async () => {
  portal = await startTestPortal();
  reply = await portal.visitor("localhost").get("/api/openapi.json");
  paths = Object.entries(reply.body.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
        path,
        method,
        operation,
      ]),
  );
});

const TYPES = ["string", "number", "integer", "boolean", "array", "object", "null"];

/** Yields all schemas in a value, with their paths. */
function* schemasIn(value: unknown, place: string): Generator<[string, Schema]> {
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries())
      yield* schemasIn(part, `${place}[${String(index)}]`);
  } else if (typeof value === "object" && value !== null) {
    if ("type" in value || "$ref" in value || "anyOf" in value) yield [place, value as Schema];
    for (const [key, part] of Object.entries(value)) {
      // An example can have a field called type.
      if (key !== "example") yield* schemasIn(part, `${place}.${key}`);
    }
  }
}

/** Resolves a reference in the document. Returns any other value unchanged. */
function resolved<Part extends object>(part: Part): Part {
  if (!("$ref" in part)) return part;
  return String(part.$ref)
    .split("/")
    .slice(1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], reply.body) as Part;
}

describe("/api/openapi.json", () => {
  test("the API's description is an OpenAPI 3.1 document with title and version", () => {
    expect(reply.status).toBe(200);
    expect(reply.headers["content-type"]).toMatch(/^application\/json/);
    expect(reply.body.openapi).toMatch(/^3\.1\.\d+$/);
    expect(reply.body.info).toMatchObject({
      title: expect.any(String),
      version: expect.any(String),
    });
  });

  test("the OpenAPI document lists every mounted route and no other route", () => {
    const documented = paths.map(([path, method]) => `${method.toUpperCase()} ${path}`);
    const mounted = routes.map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, "{$1}")}`,
    );
    expect(documented.toSorted()).toEqual(mounted.toSorted());
  });

  test("each operation describes its purpose, its callers and its responses", () => {
    for (const [path, method, operation] of paths) {
      const place = `${method} ${path}`;
      expect([place, operation.summary]).toEqual([place, expect.stringMatching(/^\w.{5,}\.$/)]);
      expect([place, operation.description]).toEqual([
        place,
        expect.stringMatching(/^May be called by: .+\.$/),
      ]);
      expect([place, operation.tags.every((tag) => /^[a-z-]+$/.test(tag))]).toEqual([place, true]);
      const [success, ...refusals] = Object.keys(operation.responses);
      expect([place, success]).toEqual([place, expect.stringMatching(/^20[014]$/)]);
      expect([place, refusals]).toEqual([place, expect.arrayContaining(["404", "500", "503"])]);
      for (const status of refusals)
        expect([place, status]).toEqual([place, expect.stringMatching(/^[45]/)]);
      for (const response of Object.values(operation.responses))
        expect([place, resolved(response).description]).toEqual([
          place,
          expect.stringMatching(/\.$/),
        ]);
    }
  });

  test("each operation declares all parameters of its path as required, and declares no other path parameters", () => {
    for (const [path, method, { parameters }] of paths) {
      const inPath = parameters.filter((parameter) => parameter.in === "path");
      expect([method, path, inPath.map(({ name }) => name)]).toEqual([
        method,
        path,
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      ]);
      expect(inPath.every(({ required }) => required)).toBe(true);
      expect(new Set(parameters.map(({ name, in: place }) => `${place} ${name}`)).size).toBe(
        parameters.length,
      );
    }
  });

  test("all operations except GET operations accept the header X-Signed-In-As, and POST operations of API keys an Idempotency-Key", () => {
    const repeatable = new Set(
      routes
        .filter(({ endpoint }) => endpoint.scope && endpoint.method === "POST")
        .map(({ endpoint }) => `post ${endpoint.path.replace(/:(\w+)/g, "{$1}")}`),
    );
    for (const [path, method, { parameters }] of paths) {
      const headers = parameters.filter((parameter) => parameter.in === "header");
      expect([path, method, headers.map(({ name, required }) => [name, required])]).toEqual([
        path,
        method,
        method === "get"
          ? []
          : [
              ["X-Signed-In-As", false],
              ...(repeatable.has(`${method} ${path}`) ? [["Idempotency-Key", false]] : []),
            ],
      ]);
    }
  });

  test("an operation declares a request or response body exactly if its route has such a body", () => {
    for (const { endpoint } of routes) {
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
      const operation = paths.find(
        ([p, method]) => p === path && method === endpoint.method.toLowerCase(),
      )?.[2];
      expect([endpoint.path, operation?.requestBody !== undefined]).toEqual([
        endpoint.path,
        ["body", "actsForCustomers", "upload", "uploadStream", "raw"].some(
          (kind) => kind in endpoint,
        ),
      ]);
      const success = operation?.responses[String(endpoint.status)];
      expect([endpoint.path, success?.content !== undefined]).toEqual([
        endpoint.path,
        endpoint.status !== 204,
      ]);
    }
  });

  test("schemas of the OpenAPI document use known types and resolvable references, and define every field that they require", () => {
    const schemas = [
      ...schemasIn(reply.body.paths, "paths"),
      ...schemasIn(reply.body.components, "components"),
      ...schemasIn(reply.body.webhooks, "webhooks"),
    ];
    expect(schemas.length).toBeGreaterThan(50);
    for (const [place, schema] of schemas) {
      for (const type of [schema.type ?? []].flat()) {
        // An example is no schema. That of a passkey has a `type` of its own.
        if (typeof type === "string" && /securitySchemes|\.example\./.test(place)) continue;
        if (typeof type === "string") expect([place, TYPES.includes(type)]).toEqual([place, true]);
      }
      if (schema.$ref !== undefined) {
        expect([place, typeof resolved(schema)]).toEqual([place, "object"]);
      }
      if (Array.isArray(schema["required"])) {
        const known = Object.keys(schema["properties"] ?? {});
        for (const name of schema["required"])
          expect([place, known]).toEqual([place, expect.arrayContaining([name])]);
      }
    }
  });

  test("an operation that returns a list declares the header X-Total-Count, and an operation that returns one entity does not", () => {
    const headersOf = (wanted: string) =>
      Object.keys(
        paths.find(([path, method]) => path === wanted && method === "get")?.[2].responses["200"]
          ?.headers ?? {},
      );
    expect(["/api/admin/faqs", "/api/admin/announcements"].map(headersOf)).toEqual([
      ["X-Total-Count"],
      ["X-Total-Count"],
    ]);
    expect(headersOf("/api/portal")).toEqual([]);
    expect(headersOf("/api/feedback/{id}/comments")).toEqual(["Link", "X-Total-Count"]);
  });

  test("the OpenAPI document describes an item's fields and a paged list's headers and parameters", () => {
    const list = paths.find(([path, method]) => path === "/api/feedback" && method === "get")?.[2];
    const schema = list?.responses["200"]?.content?.["application/json"]?.schema;
    expect(schema).toEqual({ type: "array", items: { $ref: "#/components/schemas/FeedbackItem" } });
    expect(resolved(schema?.["items"] as Schema)).toMatchObject({
      type: "object",
      properties: { votes: { type: "number" }, hasVoted: { type: "boolean" } },
    });
    expect(list?.responses["200"]).toMatchObject({ headers: { Link: {}, "X-Total-Count": {} } });
    expect(list?.parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "search",
        "category",
        "status",
        "boardCategoryId",
        "boardId",
        "sort",
        "limit",
        "cursor",
      ]),
    );
  });
});

describe("/api/docs", () => {
  test("the documentation page has no inline script and allows none, and its script is served by the portal", async () => {
    const visitor = portal.visitor("localhost");
    const page = await visitor.get("/api/docs");
    expect(page.status).toBe(200);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'sha256-");
    const style = /<style>([^<]+)<\/style>/.exec(page.text)?.[1] ?? "none";
    expect(policy).toContain(`'sha256-${createHash("sha256").update(style).digest("base64")}'`);
    const scripts = [...page.text.matchAll(/<script ([^>]*)>/g)].map(
      ([, attributes]) => attributes,
    );
    expect(scripts).toEqual(['type="module" src="/api/docs/redoc.js"']);
    const script = await visitor.get("/api/docs/redoc.js");
    expect(script.status).toBe(200);
    expect(script.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(script.text.length).toBeGreaterThan(1_000_000);
    // A browser would report the picture as blocked by the policy.
    expect(script.text).not.toContain("https://cdn.redoc.ly/redoc/logo-mini-full.svg");
  });
});
