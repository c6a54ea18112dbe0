import { expect, test } from "vitest";
import { excerptOf } from "./excerptOf.ts";

test("a short description stays as it is", () => {
  expect(excerptOf("One\ntwo.")).toEqual({ text: "One\ntwo.", isShortened: false });
});

test("a long one is cut between words, and an address stays whole", () => {
  const long = `${"word ".repeat(60)}https://example.com/${"a".repeat(80)} end`;
  const { text, isShortened } = excerptOf(long);
  expect(isShortened).toBe(true);
  expect(text).toBe(`${"word ".repeat(60).trimEnd()} …`);
});

test("many lines are cut after the fifth", () => {
  expect(excerptOf("1\n2\n3\n4\n5\n6\n7")).toEqual({ text: "1\n2\n3\n4\n5 …", isShortened: true });
});

test("a single endless word is cut, but no character in two", () => {
  const { text } = excerptOf(`a${"😀".repeat(400)}`);
  expect(text.length).toBeLessThanOrEqual(322);
  expect(text.isWellFormed()).toBe(true);
});
