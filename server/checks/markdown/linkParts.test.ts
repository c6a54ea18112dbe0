import { expect, test } from "vitest";
import { linkParts } from "#contract/linkParts.ts";

const hrefs = (text: string) => linkParts(text).flatMap((part) => part.href ?? []);

test("web addresses in a text become links without the punctuation around them", () => {
  expect(hrefs("See https://a.example/x, (http://b.example/c_(d)) and HTTPS://C.example!")).toEqual(
    ["https://a.example/x", "http://b.example/c_(d)", "HTTPS://C.example"],
  );
});

test("only http and https URLs become links", () => {
  expect(
    hrefs("javascript:alert(1) data:text/html,x ftp://a.example www.a.example https:// http://"),
  ).toEqual([]);
});

test("a web address in a text ends before a quotation mark or an angle bracket", () => {
  expect(hrefs('https://a.example/"onclick="x <https://b.example>')).toEqual([
    "https://a.example/",
    "https://b.example",
  ]);
});

test("joining the parts of a text that was split at its links gives the original text", () => {
  const text = "a https://a.example. b\n(https://b.example))) c https://[ d";
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

test("a malicious text of more than 500,000 characters is split in less than one second", () => {
  const started = performance.now();
  linkParts(`https://a.example/${")".repeat(200_000)} ${"http://".repeat(50_000)}`);
  expect(performance.now() - started).toBeLessThan(1000);
});

test.each([
  ["见https://example.org/路径，谢谢", ["https://example.org/路径"]],
  ["https://example.com。", ["https://example.com"]],
  [
    "Siehe „https://example.org/hilfe“ und «https://example.org/aide».",
    ["https://example.org/hilfe", "https://example.org/aide"],
  ],
  [
    "https://example.org/a… https://example.org/b؟ https://example.org/c।",
    ["https://example.org/a", "https://example.org/b", "https://example.org/c"],
  ],
  [
    "「https://example.org/d」（https://example.org/e）",
    ["https://example.org/d", "https://example.org/e"],
  ],
  [
    "https://example.org/d\u200b {https://example.org/e}",
    ["https://example.org/d", "https://example.org/e"],
  ],
  [
    "https://en.example/Michelson–Morley https://ca.example/col·lecció https://fr.example/l’été’",
    [
      "https://en.example/Michelson–Morley",
      "https://ca.example/col·lecció",
      "https://fr.example/l’été",
    ],
  ],
  ["https://example.org/a?b=[1]&c={2}#d%20e|f^g~", ["https://example.org/a?b=[1]&c={2}#d%20e|f^g"]],
])("the links in %s end where their sentences do", (text, links) => {
  expect(hrefs(text)).toEqual(links);
});
