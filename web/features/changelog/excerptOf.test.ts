import { expect, test } from "vitest";
import { excerptOf } from "./excerptOf.ts";

test("a short description is not shortened", () => {
  expect(excerptOf("One\ntwo.")).toEqual({ text: "One\ntwo.", isShortened: false });
});

test("a long description is cut between words and not within a web address", () => {
  const long = `${"word ".repeat(60)}https://example.com/${"a".repeat(80)} end`;
  const { text, isShortened } = excerptOf(long);
  expect(isShortened).toBe(true);
  expect(text).toBe(`${"word ".repeat(60).trimEnd()} …`);
});

test("a description of many lines is cut after the fifth line", () => {
  expect(excerptOf("1\n2\n3\n4\n5\n6\n7")).toEqual({ text: "1\n2\n3\n4\n5 …", isShortened: true });
});

test("a single very long word is cut without splitting a character", () => {
  const { text } = excerptOf(`a${"😀".repeat(400)}`);
  expect(text.length).toBeLessThanOrEqual(322);
  expect(text.isWellFormed()).toBe(true);
});
