import { expect, test } from "vitest";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { threadMs } from "#server/checks/fixtures/threadMs.ts";
import type { ForeignParser } from "./support/foreignParsers.ts";
import {
  hostileTexts,
  IMPORT_PARSERS,
  REPORT_PARSERS,
  SERVING_PARSERS,
  TOKENS,
} from "./support/foreignParsers.ts";

/**
 * The length of the shortest text. Work of quadratic time takes more than half a second for a text
 * that is `TIMES` times as long.
 */
const SHORTEST = 5_000;

/** How many times the longest text is as long as the shortest. */
const TIMES = 8;

/**
 * The most that the longest text may take, in processor time of the shortest text. Linear work takes
 * 8 times as long, quadratic work 64 times.
 */
const MOST_TIMES = 24;

/** Milliseconds below which processor time is not compared, because it is mostly noise. */
const NOISE_MS = 40;

/** Returns the shortest of several measurements, because a busy machine only adds time. */
async function least(work: () => unknown): Promise<number> {
  const times = [await threadMs(work), await threadMs(work), await threadMs(work)];
  return Math.min(...times);
}

/** Returns the tokens for which the time grows faster than the text. */
async function growingTokens(
  { parse }: Pick<ForeignParser, "parse">,
  shortest: number,
  tokens: readonly string[] = TOKENS,
) {
  const growing: { token: string; short: number; long: number }[] = [];
  for (const token of tokens) {
    const shortTexts = hostileTexts(token, shortest);
    for (const [variant, longText] of hostileTexts(token, shortest * TIMES).entries()) {
      const once = await threadMs(() => parse(longText));
      if (once < NOISE_MS) continue;
      const short = await least(() => parse(shortTexts[variant] ?? ""));
      const most = MOST_TIMES * Math.max(short, 1);
      // The first measurement is seldom too long, so that it is seldom repeated.
      const long = once > most ? await least(() => parse(longText)) : once;
      if (long > most) growing.push({ token, short, long });
    }
  }
  return growing;
}

test.each([...SERVING_PARSERS, ...IMPORT_PARSERS])(
  "the time for $name grows no faster than the text",
  { timeout: 300_000 },
  async (parser) => {
    expect(await growingTokens(parser, SHORTEST)).toEqual([]);
  },
);

test.each(REPORT_PARSERS)(
  "the time for $name grows no faster than the text, up to the largest that is read",
  { timeout: 300_000 },
  async (parser) => {
    expect(await growingTokens(parser, 7_500)).toEqual([]);
  },
);

test("the time for a request grows no faster than its parts", { timeout: 300_000 }, async () => {
  const portal = await startTestPortal();
  const company = await portal.company();
  const guest = portal.visitor(company.host);
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const json = { "content-type": "application/json" };
  const logo = `/api/company/${String(company.id)}/logo`;
  const { headers: multipart } = multipartOf();
  const [boundary = ""] = /(?<==).*/.exec(multipart["content-type"] ?? "") ?? [];
  const requests: ForeignParser[] = [
    { name: "a JSON body", parse: (text) => guest.post("/api/login", text, json) },
    {
      name: "a text in a JSON body",
      parse: (text) => guest.post("/api/login", { username: text, password: text }),
    },
    {
      name: "a multipart body",
      parse: (text) => admin.post(logo, `--${boundary}\r\n${text}`, multipart),
    },
    {
      name: "a file in a multipart body",
      parse: (text) => {
        // Nothing that starts like a picture, which would be drawn in a process of its own.
        const { payload } = multipartOf({ name: "logo", filename: text, content: `x${text}` });
        return admin.post(logo, payload, multipart);
      },
    },
    { name: "a path", parse: (text) => guest.get(`/api/${encodeURI(text.toWellFormed())}`) },
    {
      name: "a query",
      parse: (text) => guest.get(`/api/feedback?${encodeURI(text.toWellFormed())}`),
    },
    {
      name: "a search",
      parse: (text) => guest.get(`/api/feedback?search=${encodeURIComponent(text.toWellFormed())}`),
    },
    {
      name: "headers",
      parse: (text) => {
        const value = text.replaceAll(/[^\x20-\x7e]/g, "x");
        const names = ["cookie", "user-agent", "accept", "accept-encoding", "if-none-match"];
        const headers = Object.fromEntries(names.map((name) => [name, value]));
        return guest.request("GET", "/api/boards", undefined, headers);
      },
    },
  ];
  for (const { name, parse } of requests) {
    const unlimited = async (text: string) => {
      await portal.sql("delete from throttle");
      await parse(text);
    };
    expect([name, await growingTokens({ parse: unlimited }, SHORTEST)]).toEqual([name, []]);
  }
});

test("work of quadratic time is found", async () => {
  const parse = (text: string) => /x+y/.exec(text.replaceAll(/[^\n]/g, "x"));
  expect(await growingTokens({ parse }, SHORTEST, ["a"])).not.toEqual([]);
});
