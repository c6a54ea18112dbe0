import fc from "fast-check";
import type { Endpoint } from "#contract/endpoint.ts";
import { validFields, validValue } from "#server/checks/fixtures/validValue.ts";
import type { Known } from "#server/checks/fixtures/validValue.ts";
import { BOUNCE_HEADERS } from "#server/checks/fixtures/bounceReport.ts";
import { fuzzedReport } from "./fuzzedReport.ts";
import { fuzzedUpload } from "./fuzzedUpload.ts";
import { hostileText, hostileValue } from "./hostileValues.ts";

/** A request to send. The body is JSON text or bytes, valid or not. */
export interface FuzzedRequest {
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

/**
 * Generates requests to an endpoint. The parts of a request match the endpoint's schemas, or some
 * or all of the parts violate the schemas.
 */
export function fuzzedRequest(endpoint: Endpoint, known: Known): fc.Arbitrary<FuzzedRequest> {
  return fc
    .record({
      params: paramsOf(endpoint, known),
      query: queryOf(endpoint, known),
      sent: sentTo(endpoint, known),
      headers: unusualHeaders,
    })
    .map(({ params, query, sent, headers }) => ({
      path: `${endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? "")}${query}`,
      headers: {
        ...(sent.body !== undefined && { "content-type": sent.type }),
        ...(endpoint.raw && { authorization: BOUNCE_HEADERS.authorization }),
        ...headers,
      },
      body: sent.body,
    }));
}

/**
 * Malformed path segments. Empty segments and ".." are left out, because they would address another
 * endpoint.
 */
const malformedSegment = fc.oneof(
  fc.constantFrom(
    "0",
    "-1",
    "01",
    "1.0",
    "1e3",
    "%00",
    "%ZZ",
    "%",
    "%ed%a0%80",
    "%c0%ae",
    "..%2f..",
    "1%20",
    "%31",
    "१",
    "1;2",
    "1,2",
  ),
  fc.integer({ min: 1, max: 1_500 }).map((length) => "9".repeat(length)),
  hostileText.map((text) => `x${encodeURIComponent(text.toWellFormed().slice(0, 500))}`),
);

/**
 * Generates the parameters of a path. A valid parameter is the id of an entity of the kind that the
 * preceding path segment names.
 */
function paramsOf({ params, path }: Endpoint, known: Known): fc.Arbitrary<Record<string, string>> {
  if (!params) return fc.constant({});
  const segmentBefore = (name: string) =>
    path.split("/").at(path.split("/").indexOf(`:${name}`) - 1) ?? "";
  const fields = Object.entries(validFields(params, known, segmentBefore)).map(([name, valid]) => [
    name,
    fc.oneof(
      {
        weight: 5,
        arbitrary: valid.map((value) => encodeURIComponent(String(value).toWellFormed())),
      },
      { weight: 1, arbitrary: malformedSegment },
    ),
  ]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<string>>);
}

function queryOf({ query }: Endpoint, known: Known): fc.Arbitrary<string> {
  const malformed = fc.constantFrom(
    "?",
    "?%ZZ",
    "?a=%00",
    "?a[b]=1",
    "?__proto__=x",
    "?__proto__[x]=1",
    "?a&a&a",
    "?=",
    `?${"a=1&".repeat(500)}`,
    "?limit=1&limit=2",
  );
  if (!query)
    return fc.oneof({ weight: 4, arbitrary: fc.constant("") }, { weight: 1, arbitrary: malformed });
  const broken = fc.oneof(
    hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom("%ZZ", "%ed%a0%80", "%00", "%"),
  );
  const fields = Object.entries(validFields(query, known)).map(([name, valid]) => [
    name,
    fc.oneof(
      {
        weight: 6,
        arbitrary: valid.map((value) => `${name}=${encodeURIComponent(String(value))}`),
      },
      { weight: 1, arbitrary: broken.map((value) => `${name}=${value}`) },
      { weight: 1, arbitrary: broken.map((value) => `${name}=1&${name}=${value}`) },
    ),
  ]);
  const whole = fc
    .record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<string>>, {
      requiredKeys: [],
    })
    .map((parts) => `?${Object.values(parts).join("&")}`);
  return fc.oneof({ weight: 8, arbitrary: whole }, { weight: 1, arbitrary: malformed });
}

function sentTo(
  endpoint: Endpoint,
  known: Known,
): fc.Arbitrary<{ type: string; body: FuzzedRequest["body"] }> {
  if (endpoint.raw) return fuzzedReport;
  const isUpload = endpoint.upload !== undefined || endpoint.uploadStream !== undefined;
  return isUpload ? fuzzedUpload : jsonOf(endpoint, known);
}

function jsonOf(
  endpoint: Endpoint,
  known: Known,
): fc.Arbitrary<{ type: string; body: FuzzedRequest["body"] }> {
  return bodyOf(endpoint, known).map((body) => ({ type: "application/json", body }));
}

function bodyOf({ body }: Endpoint, known: Known): fc.Arbitrary<string | Buffer | undefined> {
  const malformed = fc.oneof(
    hostileValue.map((value) => JSON.stringify(value)),
    fc.constantFrom<string | Buffer>(
      "{",
      "[",
      "nul",
      "'x'",
      "{}x",
      "\ufeff{}",
      '{"a":1e999}',
      '{"a":"\\ud800"}',
      '{"a":1,"a":2}',
      Buffer.from([0xff, 0xfe, 0x7b]),
      Buffer.from('{"a":"\xc3("}', "latin1"),
    ),
    fc.integer({ min: 1_000, max: 60_000 }).map((depth) => "[".repeat(depth)),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  );
  if (!body)
    return fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: malformed },
    );
  const valid = validValue(body, known);
  return fc.oneof(
    { weight: 6, arbitrary: valid.map((value) => JSON.stringify(value)) },
    {
      weight: 5,
      arbitrary: fc
        .tuple(valid, fc.nat(), hostileValue)
        .map(([value, at, wrong]) => JSON.stringify(withWrongField(value, at, wrong))),
    },
    // The first of the next two bodies has duplicate keys, and the second body is truncated.
    {
      weight: 1,
      arbitrary: fc
        .tuple(valid, valid)
        .map(([one, two]) => `${JSON.stringify(one).slice(0, -1)},${JSON.stringify(two).slice(1)}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(valid, fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([value, part]) => cut(JSON.stringify(value), part)),
    },
    { weight: 2, arbitrary: malformed },
  );
}

/** Replaces or adds one field of an object. Replaces any other value as a whole. */
function withWrongField(value: unknown, at: number, wrong: unknown): unknown {
  if (typeof value !== "object" || value === null) return wrong;
  const keys = Object.keys(value);
  const key = keys[at % (keys.length + 1)] ?? "unknown";
  return { ...value, [key]: wrong };
}

const cut = (text: string, part: number) => text.slice(0, Math.floor(text.length * part));

const unusualHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { "content-type": "application/json; charset=utf-7" },
      { "content-type": "text/plain" },
      { "content-type": "multipart/form-data; boundary=x" },
      { "accept-encoding": "br;q=x, *;q=, gzip;;;" },
      { "if-none-match": "*" },
      { "user-agent": "x".repeat(5_000) },
      { "user-agent": "" },
      { "x-forwarded-for": "evil, 1.2.3.4", "x-forwarded-host": "evil.example" },
      { cookie: "hearback_session=; hearback_device=x; theme=evil; =; ;;" },
      { range: "bytes=0-0,5-4" },
      { expect: "something" },
      { "accept-language": "\u00e9" },
    ),
  },
);
