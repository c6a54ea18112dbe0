import { expect, test } from "vitest";
import type { ApiDocument } from "./breakingChanges.ts";
import { breakingChanges } from "./breakingChanges.ts";

/** A call that creates a thing, whose kind is one of two. */
const FORMER = {
  paths: {
    "/api/things": {
      post: {
        security: [{ session: [] }, { apiKey: [] }],
        parameters: [{ name: "dry", in: "query", schema: { type: "string" } }],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/NewThing" } } },
        },
        responses: {
          201: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
            headers: { Link: {} },
          },
          404: {},
        },
      },
    },
  },
  components: {
    schemas: {
      NewThing: {
        type: "object",
        properties: { name: { type: "string" }, kind: { type: "string", enum: ["a", "b"] } },
        required: ["name"],
      },
      Thing: {
        type: "object",
        properties: { id: { type: "integer" }, note: { type: "string" } },
        required: ["id", "note"],
      },
    },
  },
} as const satisfies ApiDocument;

/** Returns the former document with other values at places such as `components.schemas`. */
function changed(change: (document: typeof FORMER) => object): ApiDocument {
  const copy = structuredClone(FORMER);
  return { ...copy, ...change(copy) };
}

const withOperation = (change: object) =>
  changed(({ paths }) => ({
    paths: { "/api/things": { post: { ...paths["/api/things"].post, ...change } } },
  }));

const withSchema = (name: "NewThing" | "Thing", change: object) =>
  changed(({ components: { schemas } }) => ({
    components: { schemas: { ...schemas, [name]: { ...schemas[name], ...change } } },
  }));

test.each<[string, ApiDocument, string]>([
  ["a call is gone", changed(() => ({ paths: {} })), "POST /api/things is gone"],
  [
    "keys are refused",
    withOperation({ security: [{ session: [] }] }),
    "POST /api/things no longer admits apiKey",
  ],
  ["a parameter is gone", withOperation({ parameters: [] }), "POST /api/things dry is gone"],
  [
    "a parameter becomes required",
    withOperation({ parameters: [{ name: "dry", in: "query", required: true }] }),
    "POST /api/things dry is newly required",
  ],
  [
    "a success has another status",
    withOperation({ responses: { 200: {} } }),
    "POST /api/things no longer answers 201",
  ],
  [
    "a field must be sent",
    withSchema("NewThing", { required: ["name", "kind"] }),
    "NewThing.kind is newly required",
  ],
  [
    "a value must not be sent",
    withSchema("NewThing", {
      properties: { name: { type: "string" }, kind: { type: "string", enum: ["a"] } },
    }),
    'NewThing.kind must not be "b"',
  ],
  [
    "a field of a response is gone",
    withSchema("Thing", { properties: { id: { type: "integer" } }, required: ["id"] }),
    "Thing.note is gone",
  ],
  [
    "a field of a response may be missing",
    withSchema("Thing", { required: ["id"] }),
    "Thing.note is no longer always there",
  ],
  [
    "a field of a response has another type",
    withSchema("Thing", { properties: { id: { type: "string" }, note: { type: "string" } } }),
    "Thing.id may be string",
  ],
  [
    "a field of a response may be null",
    withSchema("Thing", {
      properties: {
        id: { type: "integer" },
        note: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
    }),
    "Thing.note may be null",
  ],
])("it breaks clients if %s", (_what, current, expected) => {
  expect(breakingChanges(FORMER, current)).toContain(expected);
});

test("new calls, optional input, fields and values of responses break no client", () => {
  const current = changed(({ paths, components: { schemas } }) => ({
    paths: { ...paths, "/api/others": { get: { responses: { 200: {} } } } },
    components: {
      schemas: {
        NewThing: {
          ...schemas.NewThing,
          properties: {
            ...schemas.NewThing.properties,
            kind: { type: "string", enum: ["a", "b", "c"] },
            color: { type: "string" },
          },
        },
        Thing: {
          ...schemas.Thing,
          properties: { ...schemas.Thing.properties, color: { type: "string" } },
          required: ["id", "note", "color"],
        },
      },
    },
  }));
  expect(breakingChanges(FORMER, current)).toEqual([]);
});
