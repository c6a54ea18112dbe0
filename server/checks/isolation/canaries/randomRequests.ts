import fc from "fast-check";
import * as z from "zod";
import type { Endpoint, Method } from "#contract/endpoint.ts";
import { listPagePaths } from "#server/checks/fixtures/listPagePaths.ts";
import type { Route } from "#server/platform/routing/route.ts";
import type { CanaryFixtures } from "./createCanaryFixtures.ts";
import type { MountedRoute } from "#server/checks/fixtures/listMountedRoutes.ts";

export interface RandomRequest {
  method: Method;
  url: string;
  body: unknown;
}

interface RequestValues {
  /**
   * Ids of entities of A and of B, and an unknown id. A request may use any of these ids for any
   * kind of entity.
   */
  ids: number[];
  /** Ids that no entity of A has. Requests with these ids cannot publish or delete data of A. */
  foreignIds: number[];
  companyIds: number[];
  slugs: string[];
  /** Ids of pictures that visitors must not see. */
  pictureIds: string[];
  /** Search terms, including canary words of B. */
  searches: string[];
}

/**
 * Calls that end the client's session or account, that hash passwords or codes, that publish posts
 * waiting for approval or drafts of the changelog, that change what an API key may read, or that
 * block a client.
 */
const EXCLUDED =
  /^\/api\/(?:log(?:in|out)|register|password-reset|confirm-email|user(?:\/|$)|moderation|blocked|api-keys\/|changelog\/:id\/publish)/;

/**
 * Whether A's admin could publish or delete private entities of A with a call. These calls use only
 * ids from `foreignIds`.
 */
const revealsPrivate = (method: string, path: string) =>
  method === "DELETE" || (method === "PATCH" && /^\/api\/(?:boards|feedback)\/:id/.test(path));

/**
 * Random requests leave out this path, because its response contains the signed-in user's data from
 * every company and from private boards. `ownData.test.ts` checks that the response contains no
 * words of other users.
 */
const OWN_DATA = "/api/user/data";

/** Generates requests to the route table, to the other routes and to the pages. */
export function randomRequests(
  values: RequestValues,
  { routes, mounted }: { routes: readonly Route[]; mounted: readonly MountedRoute[] },
): fc.Arbitrary<RandomRequest> {
  const inTable = routes.filter(
    ({ endpoint: { method, path } }) =>
      !isStream(path) && path !== OWN_DATA && (method === "GET" || !EXCLUDED.test(path)),
  );
  const reads = inTable.filter(({ endpoint }) => endpoint.method === "GET");
  const writes = inTable.filter(({ endpoint }) => endpoint.method !== "GET");
  const known = new Set<string>(routes.map(({ endpoint: { path } }) => path));
  const others = mounted.filter(
    ({ method, path }) => method === "GET" && !known.has(path) && path !== "*" && !isStream(path),
  );
  const pages = listPagePaths();
  return fc.oneof(
    {
      weight: 10,
      arbitrary: fc.constantFrom(...reads).chain((route) => callOf(route.endpoint, values)),
    },
    {
      weight: 4,
      arbitrary: fc.constantFrom(...writes).chain((route) => callOf(route.endpoint, values)),
    },
    { weight: 3, arbitrary: fc.constantFrom(...pages).chain((path) => readOf(path, values)) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...others).chain(({ path }) => readOf(path, values)),
    },
  );
}

/** Whether a path opens a stream. Streams are tested separately. */
export const isStream = (path: string) => path.includes("events");

export function listRequestValues(
  { a, b }: CanaryFixtures,
  words: readonly string[],
): RequestValues {
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
    pictureIds: [...a.privatePictures, ...b.privatePictures],
    searches: [...words, ...words.map((word) => word.slice(3, 20)), "item", "a", "%", "'", "Item"],
  };
}

const orMalformed = (ids: readonly number[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...ids.map(String)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("0", "-1", "1e3", "x", "..", "%2e", "1;2", "9".repeat(15)),
    },
  );

/** Generates a path with a value for each parameter. */
function filled(path: string, values: RequestValues, method = "GET"): fc.Arbitrary<string> {
  const ids = revealsPrivate(method, path) ? values.foreignIds : values.ids;
  const names = [...path.matchAll(/:(?<name>\w+)/g)].map(({ groups }) => groups?.["name"] ?? "");
  const parameters = names.map((name) => {
    if (name === "companyId") return orMalformed(values.companyIds);
    if (name === "id" && path.startsWith("/pictures/"))
      return fc.constantFrom(...values.pictureIds);
    if (name === "file") return fc.constantFrom("30x20.webp", "640.webp", "x");
    if (name === "emoji") return fc.constantFrom(encodeURIComponent("👍"), "x");
    return name === "slug" ? fc.constantFrom(...values.slugs) : orMalformed(ids);
  });
  return fc
    .tuple(...parameters)
    .map((given) => names.reduce((url, name, n) => url.replace(`:${name}`, given[n] ?? ""), path));
}

/** Generates query parameters of lists and pages, valid or not. */
function queryOf(values: RequestValues): fc.Arbitrary<string> {
  const { searches, ids, companyIds } = values;
  return fc
    .record(
      {
        search: fc.constantFrom(...searches),
        sort: fc.constantFrom("votes", "date", "name"),
        limit: fc.constantFrom("1", "100", "0"),
        status: fc.constantFrom("all", "new", "planned", "complete"),
        category: fc.constantFrom("all", "feature", "bug"),
        mine: fc.constantFrom("submitted", "voted", "commented", "followed"),
        boardId: fc.constantFrom(...ids.map(String)),
        boardCategoryId: fc.constantFrom(...ids.map(String)),
        companyId: fc.constantFrom(...companyIds.map(String)),
        action: fc.constantFrom("board", "board.create"),
        domain: fc.constantFrom(...values.slugs.map((slug) => `${slug}.example.com`)),
        code: fc.constantFrom(...searches),
        cursor: fc.constantFrom(
          "x",
          ...searches.map((word) =>
            Buffer.from(`["votes",5,${word.length}]`).toString("base64url"),
          ),
        ),
        from: fc.constantFrom("/feedback", "//example.com"),
        file: fc.constantFrom("pages", ...ids.map((id) => `${String(id)}-1`)),
      },
      { requiredKeys: [] },
    )
    .map((query) => String(new URLSearchParams(Object.entries(query).slice(0, 3))));
}

function readOf(path: string, values: RequestValues): fc.Arbitrary<RandomRequest> {
  return fc
    .tuple(filled(path, values), fc.option(queryOf(values), { nil: "", freq: 2 }))
    .map(([url, query]) => ({
      method: "GET",
      url: query === "" ? url : `${url}?${query}`,
      body: undefined,
    }));
}

function callOf(endpoint: Endpoint, values: RequestValues): fc.Arbitrary<RandomRequest> {
  if (endpoint.method === "GET") return readOf(endpoint.path, values);
  const schema =
    endpoint.body &&
    (z.toJSONSchema(endpoint.body, { io: "input", unrepresentable: "any" }) as Json);
  return fc
    .tuple(
      filled(endpoint.path, values, endpoint.method),
      schema ? valueOf(schema, values) : fc.constant(undefined),
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

/**
 * Generates a value with the types of a schema, harmless words and random ids. Fields can be
 * missing or violate other rules of the schema.
 */
function valueOf(schema: Json, values: RequestValues): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valueOf(each, values)));
  if (schema.type === "array")
    return fc.array(valueOf(schema.items ?? {}, values), { maxLength: 3 });
  if (schema.type === "integer" || schema.type === "number") return fc.constantFrom(...values.ids);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "object") {
    const fields: Record<string, fc.Arbitrary<unknown>> = {};
    for (const [name, field] of Object.entries(schema.properties ?? {}))
      fields[name] = valueOf(field, values);
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
