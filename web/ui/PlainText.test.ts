import { expect, test } from "vitest";
import { linkParts } from "./PlainText.tsx";

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
