import { expect, test } from "vitest";
import { threadMs } from "#server/checks/fixtures/threadMs.ts";
import { hostileTexts, SERVING_PARSERS, TOKENS } from "./support/foreignParsers.ts";

const LENGTH = 50_000;

/**
 * Milliseconds of processor time. A linear parser takes one or two of them for a text of this
 * length, and a quadratic one more than a second.
 */
const MAX_MS = 400;

test("no parser in the serving thread takes long for repeated tokens", async () => {
  const slow: [parser: string, token: string, ms: number][] = [];
  for (const token of TOKENS)
    for (const text of hostileTexts(token, LENGTH))
      for (const { name, parse } of SERVING_PARSERS) {
        let ms = await threadMs(() => parse(text));
        // A collection of garbage can be counted with any parser, but hardly twice.
        if (ms > MAX_MS) ms = await threadMs(() => parse(text));
        if (ms > MAX_MS) slow.push([name, token, ms]);
      }
  expect(slow).toEqual([]);
});
