import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import * as z from "zod";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Route } from "#server/platform/routing/route.ts";
import type { CanaryFixtures } from "./createCanaryFixtures.ts";
import type { MountedRoute } from "./listMountedRoutes.ts";

/** One request of a walk. */
export interface WalkRequest {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  url: string;
  body: unknown;
}

interface Material {
  /** Ids of A, of B, and of nobody; all kinds of things share them. */
  ids: number[];
  /** Ids that are not A's: with these anything may be deleted. */
  foreignIds: number[];
  companyIds: number[];
  slugs: string[];
  /** What is looked for: words of B among them. */
  searches: string[];
}

/** Calls that end the walker's own session or account, or work long on a password. */
const LEAVING = /^\/api\/(?:log(?:in|out)|register|password-reset|user\/)/;

/** By these A's admin could show or lose what is private in A: only with ids that are not A's. */
const isOpening = (method: string, path: string) =>
  method === "DELETE" || (method === "PATCH" && /^\/api\/(?:boards|feedback)\/:id/.test(path));

/** Requests for everything that the portal has: its table of routes, its other routes, its pages. */
export function walkRequests(
  material: Material,
  { routes, mounted }: { routes: readonly Route[]; mounted: readonly MountedRoute[] },
): fc.Arbitrary<WalkRequest> {
  const inTable = routes.filter(
    ({ endpoint: { method, path } }) =>
      !isStream(path) && (method === "GET" || !LEAVING.test(path)),
  );
  const reads = inTable.filter(({ endpoint }) => endpoint.method === "GET");
  const writes = inTable.filter(({ endpoint }) => endpoint.method !== "GET");
  const known = new Set<string>(routes.map(({ endpoint: { path } }) => path));
  const others = mounted.filter(
    ({ method, path }) => method === "GET" && !known.has(path) && path !== "*" && !isStream(path),
  );
  const pages = pagePaths();
  return fc.oneof(
    {
      weight: 10,
      arbitrary: fc.constantFrom(...reads).chain((route) => callOf(route.endpoint, material)),
    },
    {
      weight: 4,
      arbitrary: fc.constantFrom(...writes).chain((route) => callOf(route.endpoint, material)),
    },
    { weight: 3, arbitrary: fc.constantFrom(...pages).chain((path) => readOf(path, material)) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...others).chain(({ path }) => readOf(path, material)),
    },
  );
}

/** An answer that does not end is listened to by itself. */
export const isStream = (path: string) => path.includes("events");

/** The table of pages, read from its source: no file of the server imports one of the web. */
function pagePaths(): string[] {
  const table = readFileSync(join(ROOT, "web/app/pageTable.ts"), "utf8");
  return [
    ...new Set(
      [...table.matchAll(/[([]\s*"(?<path>\/[\w/:-]*)"/g)].map(
        ({ groups }) => groups?.["path"] ?? "/",
      ),
    ),
  ];
}

export function materialOf({ a, b }: CanaryFixtures, words: readonly string[]): Material {
  const idsOf = ({
    boards,
    privateBoards,
    items,
    privateItems,
    comments,
    categories,
  }: CanaryFixtures["a"]) => [
    ...boards,
    ...privateBoards,
    ...items,
    ...privateItems,
    ...comments,
    ...categories,
  ];
  const own = new Set(idsOf(a));
  const foreignIds = [...idsOf(b).filter((id) => !own.has(id)), 999_999_999];
  return {
    ids: [...own, ...foreignIds],
    foreignIds,
    companyIds: [a.company.id, b.company.id, 999_999_999],
    slugs: [...a.slugs, ...b.slugs, "no-such-board"],
    searches: [...words, ...words.map((word) => word.slice(3, 20)), "item", "a", "%", "'", "Item"],
  };
}

const orGarbage = (ids: readonly number[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...ids.map(String)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("0", "-1", "1e3", "x", "..", "%2e", "1;2", "9".repeat(15)),
    },
  );

/** A path with something for each of its names. */
function filled(path: string, material: Material, method = "GET"): fc.Arbitrary<string> {
  const ids = isOpening(method, path) ? material.foreignIds : material.ids;
  const names = [...path.matchAll(/:(?<name>\w+)/g)].map(({ groups }) => groups?.["name"] ?? "");
  const values = names.map((name) => {
    if (name === "companyId") return orGarbage(material.companyIds);
    return name === "slug" ? fc.constantFrom(...material.slugs) : orGarbage(ids);
  });
  return fc
    .tuple(...values)
    .map((given) => names.reduce((url, name, n) => url.replace(`:${name}`, given[n] ?? ""), path));
}

/** Query parameters that any list or page may have, some of them wrong. */
function queryOf(material: Material): fc.Arbitrary<string> {
  const { searches, ids, companyIds } = material;
  return fc
    .record(
      {
        search: fc.constantFrom(...searches),
        sort: fc.constantFrom("votes", "date", "name"),
        limit: fc.constantFrom("1", "100", "0"),
        status: fc.constantFrom("all", "new", "planned", "complete"),
        category: fc.constantFrom("all", "feature", "bug"),
        boardId: fc.constantFrom(...ids.map(String)),
        boardCategoryId: fc.constantFrom(...ids.map(String)),
        companyId: fc.constantFrom(...companyIds.map(String)),
        action: fc.constantFrom("board", "board.create"),
        domain: fc.constantFrom(...material.slugs.map((slug) => `${slug}.example.com`)),
        code: fc.constantFrom(...searches),
        cursor: fc.constantFrom(
          "x",
          ...searches.map((word) =>
            Buffer.from(`["votes",5,${word.length}]`).toString("base64url"),
          ),
        ),
        from: fc.constantFrom("/feedback", "//example.com"),
      },
      { requiredKeys: [] },
    )
    .map((query) => String(new URLSearchParams(Object.entries(query).slice(0, 3))));
}

function readOf(path: string, material: Material): fc.Arbitrary<WalkRequest> {
  return fc
    .tuple(filled(path, material), fc.option(queryOf(material), { nil: "", freq: 2 }))
    .map(([url, query]) => ({
      method: "GET",
      url: query === "" ? url : `${url}?${query}`,
      body: undefined,
    }));
}

function callOf(endpoint: Endpoint, material: Material): fc.Arbitrary<WalkRequest> {
  if (endpoint.method === "GET") return readOf(endpoint.path, material);
  const schema =
    endpoint.body &&
    (z.toJSONSchema(endpoint.body, { io: "input", unrepresentable: "any" }) as Json);
  return fc
    .tuple(
      filled(endpoint.path, material, endpoint.method),
      schema ? valueOf(schema, material) : fc.constant(undefined),
    )
    .map(([url, body]) => ({ method: endpoint.method, url, body }));
}

interface Json {
  type?: string;
  enum?: unknown[];
  anyOf?: Json[];
  properties?: Record<string, Json>;
  items?: Json;
}

/** A value of a schema's shape, of words that are nobody's secret and ids that may be anybody's. */
function valueOf(schema: Json, material: Material): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valueOf(each, material)));
  if (schema.type === "array")
    return fc.array(valueOf(schema.items ?? {}, material), { maxLength: 3 });
  if (schema.type === "integer" || schema.type === "number")
    return fc.constantFrom(...material.ids);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "object") {
    const fields: Record<string, fc.Arbitrary<unknown>> = {};
    for (const [name, field] of Object.entries(schema.properties ?? {}))
      fields[name] = valueOf(field, material);
    return fc.record(fields, { requiredKeys: [] });
  }
  return schema.type === "null" ? fc.constant(null) : fc.constantFrom(...WORDS);
}

const WORDS = [
  "A walk in the park",
  "walk",
  "walk.example.com",
  "https://walk.example.com",
  "#336699",
  "",
];
